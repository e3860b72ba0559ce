import { mailTo } from "@server/messages/rules/mail-to";
import { violatedConstraint } from "@db/client";
import { newId } from "@db/ids";
import { countMembers } from "@server/platform";
import {
  removePasskeysOf,
  deleteRecoveryCodes,
  hasTwoFactor,
  type NewMember,
  type MemberRow,
  countOrdersOf,
  findMember,
  insertMember,
  listMembers,
  sortMembers,
  lockActiveAdmins,
  lockMember,
  updateMember,
  transactWithin,
  requireStepUp,
  adminProcedure,
  recordAudit,
  type AdminContext,
  inTransaction,
} from "@server/access";
import type { AdminRole } from "@db/vocabulary";
import {
  AddMember,
  ApproveMember,
  ListMembers,
  MemberRef,
  SortMembers,
  UpdateMember,
  type Member,
} from "@server/members/contracts/members";
import { FIRST_PASSWORD_HOURS, firstPasswordEnd } from "@server/members/rules/deadlines";
import { adminRoleOf } from "@server/access/rules/admin-roles";
import { endAfterBlock, endOf } from "./account-end";
import { foldEmail } from "@server/platform/rules/people/contact";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { assertPassword } from "@server/platform/rules/people/password";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { containsPattern } from "@server/platform/rules/like";
import { endChangesBeyond } from "@server/companies";
import { notifyOfAlteredAdmin, notifyOfNewAdmin } from "./notify-of-altered-admin";
import { approveOne, listedView } from "./verification";
import { sendInvitation } from "./invite-admin";
import { releaseRewardsOf } from "@server/ledger";
import type { AdminAlteration } from "@server/messages";
import { eraseMember, forgetFiles, openMoneyOf } from "./erase-member";
import { keepContactSigns } from "@server/members/profile/contact-signs";
import { memberView, withReferralCode } from "@server/members/profile/views";

export const list = adminProcedure.input(ListMembers).query(async ({ ctx, input }) => {
  const { records, ...counted } = await listMembers(
    ctx.db,
    ctx.company.id,
    { ...input, pattern: containsPattern(input.search) ?? undefined },
    sliceOf(input),
  );
  return {
    ...counted,
    lastPage: lastPageOf(counted.total, input.limit),
    data: records.map((user) => ({ ...memberView(user), endsAt: endOf(user) })),
  };
});

export const sorted = adminProcedure.input(SortMembers).query(async ({ ctx, input }) => {
  const { records, ...counted } = await sortMembers(
    ctx.db,
    ctx.company.id,
    { ...input, pattern: containsPattern(input.search) ?? undefined },
    sliceOf(input),
    { by: input.sort, isDescending: input.isDescending },
  );
  return {
    ...counted,
    lastPage: lastPageOf(counted.total, input.limit),
    data: records.map(listedView),
  };
});

export const counts = adminProcedure.query(({ ctx }) => countMembers(ctx.db, ctx.company.id));

/**
 * Adds a person; they are approved (architecture.md §7). An admin chooses a password by a mailed link;
 * the one typed for a member logs in for FIRST_PASSWORD_HOURS.
 */
export const add = adminProcedure
  .input(AddMember)
  .mutation(async ({ ctx, input }): Promise<Member> => {
    const { role, password, ...person } = input;
    const isAdmin = role === "ADMIN";
    if (isAdmin) requireStepUp(ctx.actor);
    else if (password === undefined) throw refuse("PASSWORD_REQUIRED");
    else assertPassword(password, { ...person, company: ctx.company });
    const passwordHash = isAdmin || !password ? null : await ctx.deps.passwords.hash(password);
    return withReferralCode((referralCode) =>
      transactWithin(ctx, async (inside, tx) => {
        const user = await unlessTaken(
          insertMember(tx, {
            ...person,
            companyId: ctx.company.id,
            id: newId(),
            role,
            adminRole: isAdmin ? (input.adminRole ?? "OWNER") : null,
            passwordHash,
            passwordUntil: isAdmin ? null : firstPasswordEnd(ctx.now),
            referralCode,
            isApproved: true,
            language: ctx.language,
          }),
        );
        await keepContactSigns(tx, ctx.deps.secrets, user);
        await note(inside, "member.added", user, null, auditView(user));
        if (isAdmin) {
          await sendInvitation(inside, user);
          await notifyOfNewAdmin(inside, user, "INVITED");
        } else await notifyAdded(inside, user);
        return memberView(user);
      }),
    );
  });

/** The admin tells the password; the mail says how long it works, and how to choose an own one. */
const notifyAdded = (ctx: AdminContext, member: MemberRow) =>
  ctx.deps.jobs.notify(ctx.db, {
    template: "memberAdded",
    params: { hours: FIRST_PASSWORD_HOURS },
    ...mailTo(member.companyId, member),
  });

export const update = adminProcedure
  .input(UpdateMember)
  .mutation(({ ctx, input }): Promise<Member> => {
    const { id, adminRole: asked, ...typed } = input;
    return transactWithin(ctx, async (inside, tx) => {
      const before = await lockedPerson(inside, id);
      const isSameMail = foldEmail(input.email) === foldEmail(before.email);
      const wasAdmin = before.role === "ADMIN";
      const isAdmin = input.role === "ADMIN";
      if (wasAdmin || isAdmin || !isSameMail) requireStepUp(ctx.actor);
      const status = input.status ?? before.status;
      const kept = wasAdmin ? adminRoleOf(before.adminRole) : "OWNER";
      const adminRole = isAdmin ? (asked ?? kept) : null;
      if (wasAdmin)
        await assertOthersRemain(inside, before, status === "ACTIVE" ? adminRole : null);
      const becomesAdmin = !wasAdmin && isAdmin;
      // No one decides on their own payment or reward (architecture.md §7).
      if (becomesAdmin && (await countOrdersOf(tx, ctx.company.id, id)).all > 0) {
        throw refuse("MEMBER_HAS_ORDERS");
      }
      // A promotion would drop their wish to end the account; a login withdraws it.
      if (becomesAdmin && before.endAskedAt) throw refuse("MEMBER_END_ASKED");
      const isUnblocked = before.status === "BLOCKED" && status !== "BLOCKED";
      const isBlockedNow = status === "BLOCKED" && before.status !== "BLOCKED";
      if (becomesAdmin || (before.role === "USER" && isBlockedNow)) {
        await releaseRewardsOf(tx, ctx.company.id, id);
      }
      const changes: Partial<NewMember> = {
        ...typed,
        adminRole,
        // An admin begins by invitation alone, and keeps an authenticator from before.
        ...(becomesAdmin && { isApproved: true, passwordHash: null, passwordUntil: null }),
        // A wish to end the account from before does not end an admin's, nor a later member's.
        ...(wasAdmin && { endAskedAt: null }),
        ...(!isSameMail && { emailVerifiedAt: null }),
        ...(input.mobile !== before.mobile && { mobileVerifiedAt: null }),
      };
      const user = orRefuse(
        await unlessTaken(updateMember(tx, ctx.company.id, id, changes)),
        "MEMBER_NOT_FOUND",
      );
      if (status !== "ACTIVE" || user.role !== before.role) await endSessions(inside, before);
      await keepContactSigns(tx, ctx.deps.secrets, user);
      const fields = (["name", "mobile", "email"] as const).filter((f) => user[f] !== before[f]);
      await note(inside, "member.updated", user, auditView(before), { ...auditView(user), fields });
      await noteByName(inside, before, user);
      if (isUnblocked) await endAfterBlock(inside, user);
      if (wasAdmin) {
        await endChangesBeyond(inside, id, status === "ACTIVE" ? adminRole : null);
        const alterations = alterationsOf(before, user);
        if (alterations.length > 0) await notifyOfAlteredAdmin(inside, before, alterations);
      }
      if (becomesAdmin) {
        // A member's passkey would log in without the invitation.
        await removePasskeysOf(tx, id);
        if (!(await hasTwoFactor(tx, id))) await deleteRecoveryCodes(tx, id);
        await sendInvitation(inside, user);
        await notifyOfNewAdmin(inside, user, "PROMOTED");
      }
      return memberView(user);
    });
  });

/**
 * Records changes that can take over an account or the company under a name of their own, and mails
 * them.
 */
async function noteByName(ctx: AdminContext, before: MemberRow, after: MemberRow): Promise<void> {
  const [from, to] = [roleView(before), roleView(after)];
  if (from.role !== to.role) {
    const name = to.role === "ADMIN" ? "member.promoted" : "member.demoted";
    await note(ctx, name, after, from, to);
  } else if (from.adminRole !== to.adminRole) {
    await note(ctx, "admin.role-changed", after, from, to);
  }
  if (foldEmail(before.email) === foldEmail(after.email)) return;
  // The addresses are left out: the audit log is permanent, and deletion must erase them.
  await note(ctx, "member.email-changed", after, null, null);
  for (const [change, email] of [
    ["OLD", before.email],
    ["NEW", after.email],
  ] as const) {
    await ctx.deps.jobs.notify(ctx.db, {
      template: "emailChanged",
      params: { change },
      ...mailTo(after.companyId, { ...after, email }),
    });
  }
}

/** Lists the rights that an admin's account lost, and the changes that redirect it. */
function alterationsOf(before: MemberRow, after: MemberRow): AdminAlteration[] {
  const [from, to] = [roleView(before), roleView(after)];
  const alterations: AdminAlteration[] = [];
  if (to.role !== "ADMIN") alterations.push("DEMOTED");
  else if (from.adminRole !== to.adminRole) alterations.push("ROLE");
  if (before.status === "ACTIVE" && after.status !== "ACTIVE") alterations.push("BLOCKED");
  if (foldEmail(before.email) !== foldEmail(after.email)) alterations.push("EMAIL");
  return alterations;
}

const roleView = ({ role, adminRole }: MemberRow) => ({
  role,
  adminRole: role === "ADMIN" ? adminRoleOf(adminRole) : null,
});

/** Mails an invited admin, who has no password yet, a new link. */
export const inviteAgain = adminProcedure.input(MemberRef).mutation(
  inTransaction(async (ctx, input) => {
    const person = await lockedPerson(ctx, input.id);
    if (person.role !== "ADMIN") throw refuse("MEMBER_NOT_FOUND");
    if (person.passwordHash !== null) throw refuse("ADMIN_HAS_PASSWORD");
    await sendInvitation(ctx, person);
    return null;
  }),
);

/** With the `identity` that a page showed, it is refused once the member has changed that. */
export const approve = adminProcedure
  .input(ApproveMember)
  .mutation(({ ctx, input }): Promise<Member> => approveOne(ctx, input));

/** Deletes a person by anonymising and hiding the row, since records are kept (architecture.md §7). */
export const remove = adminProcedure.input(MemberRef).mutation(async ({ ctx, input: { id } }) => {
  const files = await transactWithin(ctx, async (inside, tx) => {
    const before = await lockedPerson(inside, id);
    if (before.role === "ADMIN") {
      requireStepUp(ctx.actor);
      await assertOthersRemain(inside, before, null);
      await endChangesBeyond(inside, id, null);
    }
    const open = await openMoneyOf(tx, before);
    if (open?.what === "PENDING_ORDERS") throw refuse("MEMBER_HAS_PENDING_ORDERS");
    if (open?.what === "OPEN_ORDER") {
      throw refuse("MEMBER_HAS_OPEN_ORDER", { seconds: open.seconds });
    }
    if (open) throw refuse("MEMBER_HAS_OPEN_PAYMENTS");
    const { files: left, lostFactor } = await eraseMember(ctx.deps, tx, before, ctx.now);
    if (lostFactor) await note(inside, "member.second-step-lost", before, null, null);
    await note(inside, "member.deleted", before, auditView(before), null);
    if (before.role === "ADMIN") await notifyOfAlteredAdmin(inside, before, ["REMOVED"]);
    return left;
  });
  await forgetFiles(ctx.deps, files);
  return null;
});

/** An admin's row is locked after all admins' rows, by id (architecture.md §6). */
async function lockedPerson(ctx: AdminContext, id: string): Promise<MemberRow> {
  const seen = await findMember(ctx.db, ctx.company.id, id);
  if (seen?.role === "ADMIN") await lockActiveAdmins(ctx.db, ctx.company.id);
  const person = orRefuse(await lockMember(ctx.db, ctx.company.id, id), "MEMBER_NOT_FOUND");
  return person;
}

/**
 * Refuses with LAST_ADMIN or LAST_OWNER if an admin who keeps only this role (null: none) leaves the
 * company without one who can log in. Locks all active admins in one order: two who remove or demote
 * each other concurrently cannot both succeed.
 */
async function assertOthersRemain(
  ctx: AdminContext,
  before: MemberRow,
  keeps: AdminRole | null,
): Promise<void> {
  if (keeps === "OWNER") return;
  const admins = await lockActiveAdmins(ctx.db, ctx.company.id);
  const others = admins.filter(({ id }) => id !== before.id);
  if (keeps === null && others.length === 0) throw refuse("LAST_ADMIN");
  const isOwner = adminRoleOf(before.adminRole) === "OWNER";
  if (isOwner && !others.some(({ adminRole }) => adminRoleOf(adminRole) === "OWNER")) {
    throw refuse("LAST_OWNER");
  }
}

async function unlessTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) === "users_email") throw refuse("EMAIL_TAKEN");
    throw error;
  }
}

const endSessions = (ctx: AdminContext, person: MemberRow): Promise<void> =>
  ctx.deps.sessions
    .within(ctx.db)
    .endAll({ role: person.role, id: person.id, companyId: person.companyId });

/**
 * Returns the fields of a person for the audit log. It is permanent, so it holds nothing that
 * deletion must erase.
 */
export const auditView = ({
  role,
  status,
  isApproved,
  referralCode,
}: Pick<MemberRow, "role" | "status" | "isApproved" | "referralCode">) => ({
  role,
  status,
  isApproved,
  referralCode,
});

const note = (
  ctx: AdminContext,
  action: string,
  user: MemberRow,
  before: unknown,
  after: unknown,
) => recordAudit(ctx, { action, subjectType: "member", subjectId: user.id, before, after });
