/** The exports of `members` for the rooms above; its rules and contracts are imported by file. */
export { admins, inviteAdmin, inviteAgain } from "./administration/company-admins";
export { sendInvitation } from "./administration/invite-admin";
export { listOfPerson } from "./administration/member-details";
export { isAdminOfSite } from "./administration/company-admins";
export { panHashes, typedIn } from "./identity/details";
export { identityRouter } from "./identity/router";
export { openFile } from "./identity/seal-file";
export {
  findIdentity,
  type IdentityCase,
  type IdentityDocument,
  listIdentityDocuments,
} from "./queries/identity";
export { notesRouter } from "./notes/router";
export { noticesRouter } from "./notices/router";
export { passkeysRouter } from "./passkeys/router";
export { lockProven, verifyCurrentPassword } from "./passwords/save-password";
export { passwordsRouter } from "./passwords/router";
export { membersRouter } from "./profile/router";
export { memberView, profileImageOf } from "./profile/views";
export { listEveryOrderOf } from "./queries/member-details";
export { keepSigns, keepSignsOfMany, riskFactsOf, spreadNewSigns } from "./queries/signs";
export { noteArrival } from "./referrals/first-touch";
export { referralsRouter } from "./referrals/router";
export { registrationRouter } from "./registration/router";
export { sessionsRouter } from "./sessions/router";
export { twoFactorRouter } from "./two-factor/router";
