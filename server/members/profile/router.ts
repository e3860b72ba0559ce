import { router } from "@server/access";
import {
  approveMany,
  askVerification,
  refuseMember,
  selected,
} from "@server/members/administration/verification";
import {
  add,
  approve,
  counts,
  inviteAgain,
  list,
  remove,
  sorted,
  update,
} from "@server/members/administration/manage-members";
import {
  activity,
  allocations,
  endSession,
  endSessions,
  find,
  messages,
  referrals,
  resendMessage,
  sessions,
} from "@server/members/administration/member-details";
import { setReferrer } from "@server/members/administration/set-referrer";
import { askForEnd } from "@server/members/administration/account-end";
import { downloadData } from "./own-data";
import { chooseShown, profile, savePreferences, updateProfile } from "./own-profile";

export const membersRouter = router({
  profile,
  updateProfile,
  chooseShown,
  savePreferences,
  downloadData,
  askForEnd,
  list,
  counts,
  add,
  update,
  approve,
  approveMany,
  refuse: refuseMember,
  selected,
  sorted,
  askVerification,
  inviteAgain,
  remove,
  find,
  allocations,
  referrals,
  messages,
  resendMessage,
  activity,
  sessions,
  endSession,
  endSessions,
  setReferrer,
});
