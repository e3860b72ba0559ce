import { type Executor, violatedConstraint } from "@db/client";
import { newId } from "@db/ids";
import { deleteCodesOf } from "@db/queries/codes";
import { forgetAnswersAbout } from "@db/queries/idempotency";
import { deleteMediasOf } from "@db/queries/medias";
import { forgetMessagesOf } from "@db/queries/messages";
import { deleteSecondStep } from "@db/queries/second-steps";
import {
  type NewUser,
  type User,
  countMembers,
  countOrdersOf,
  insertUser,
  listUsers,
  lockActiveAdmins,
  lockUser,
  updateUser,
} from "@db/queries/users";
import { withinTransaction } from "@server/context/context";
import {
  AddMember,
  ListMembers,
  MemberRef,
  UpdateMember,
  type Member,
  type MemberList,
} from "@server/contracts/members";
import { foldEmail } from "@server/domain/people/contact";
import { lastPageOf, offsetOf } from "@server/domain/paging/paging";
import { assertPassword } from "@server/domain/people/password";
import { refuse } from "@server/domain/refusals/refuse";
import { containsPattern } from "@server/domain/search/like";
import { releaseRewardsOf } from "@server/procedures/orders/release-rewards";
import { type CompanyContext, adminProcedure, recordAudit } from "@server/trpc";
import type { AdminActor } from "@server/context/actor";
import { memberView } from "./views";
import { withReferralCode } from "./with-referral-code";

type Desk = CompanyContext<AdminActor>;

export const list = adminProcedure
  .input(ListMembers)
  .query(async ({ ctx, input }): Promise<MemberList> => {
    const { records, total } = await listUsers(
      ctx.db,
      ctx.company.id,
      { ...input, pattern: containsPattern(input.search) ?? undefined },
      { limit: input.limit, offset: offsetOf(input) },
    );
    return { total, lastPage: lastPageOf(total, input.limit), data: records.map(memberView) };
  });

export const counts = adminProcedure.query(({ ctx }) => countMembers(ctx.db, ctx.company.id));

/** A member whom an admin adds is approved (design §7). */
export const add = adminProcedure
  .input(AddMember)
  .mutation(async ({ ctx, input }): Promise<Member> => {
    assertPassword(input.password, { email: input.email, mobile: input.mobile });
    const passwordHash = await ctx.deps.passwords.hash(input.password);
    return withReferralCode((referralCode) =>
      ctx.transact(async (tx) => {
        const user = await unlessTaken(
          insertUser(tx, {
            companyId: ctx.company.id,
            id: newId(),
            role: input.role,
            name: input.name,
            email: input.email,
            mobile: input.mobile,
            passwordHash,
            referralCode,
            isApproved: true,
            language: ctx.language,
          }),
        );
        await note(inTransaction(ctx, tx), "member.added", user, null, bookView(user));
        return memberView(user);
      }),
    );
  });

export const update = adminProcedure
  .input(UpdateMember)
  .mutation(({ ctx, input }): Promise<Member> => {
    const { id, ...typed } = input;
    return ctx.transact(async (tx) => {
      const inside = inTransaction(ctx, tx);
      const before = await lockedPerson(inside, id);
      const status = input.status ?? before.status;
      const losesAdmin = before.role === "ADMIN" && (input.role !== "ADMIN" || status !== "ACTIVE");
      if (losesAdmin) await assertAnotherAdmin(inside, id);
      const becomesAdmin = before.role === "USER" && input.role === "ADMIN";
      // Nobody decides on their own payment, nor on a reward of their own (design §7).
      if (becomesAdmin && (await countOrdersOf(tx, ctx.company.id, id)).all > 0) {
        throw refuse("MEMBER_HAS_ORDERS");
      }
      const isBlockedNow = status === "BLOCKED" && before.status !== "BLOCKED";
      if (becomesAdmin || (before.role === "USER" && isBlockedNow)) {
        await releaseRewardsOf(tx, ctx.company.id, id);
      }
      if (before.role === "ADMIN" && input.role !== "ADMIN") await deleteSecondStep(tx, id);
      const isSameMail = foldEmail(input.email) === foldEmail(before.email);
      const changes: Partial<NewUser> = {
        ...typed,
        ...(becomesAdmin && { isApproved: true }),
        ...(!isSameMail && { emailVerifiedAt: null }),
        ...(input.mobile !== before.mobile && { mobileVerifiedAt: null }),
      };
      const user = await unlessTaken(updateUser(tx, ctx.company.id, id, changes));
      if (!user) throw refuse("MEMBER_NOT_FOUND");
      if (status !== "ACTIVE" || user.role !== before.role) await endSessions(inside, before);
      const fields = (["name", "mobile", "email"] as const).filter((f) => user[f] !== before[f]);
      await note(inside, "member.updated", user, bookView(before), { ...bookView(user), fields });
      return memberView(user);
    });
  });

export const approve = adminProcedure.input(MemberRef).mutation(({ ctx, input }): Promise<Member> =>
  ctx.transact(async (tx) => {
    const inside = inTransaction(ctx, tx);
    const before = await lockedPerson(inside, input.id);
    if (before.role === "ADMIN") throw refuse("ADMIN_HAS_NO_APPROVAL");
    if (before.isApproved) throw refuse("MEMBER_ALREADY_APPROVED");
    const user = await updateUser(tx, ctx.company.id, input.id, { isApproved: true });
    if (!user) throw refuse("MEMBER_NOT_FOUND");
    await note(inside, "member.approved", user, { isApproved: false }, { isApproved: true });
    await ctx.deps.jobs.tell(tx, {
      template: "memberVerified",
      params: {},
      channel: "EMAIL",
      address: user.email,
      language: user.language,
      companyId: user.companyId,
      userId: user.id,
      origin: ctx.origin,
    });
    return memberView(user);
  }),
);

/** The books are kept: whoever has orders is made anonymous and hidden (design §7). */
export const remove = adminProcedure.input(MemberRef).mutation(async ({ ctx, input: { id } }) => {
  const files = await ctx.transact(async (tx) => {
    const inside = inTransaction(ctx, tx);
    const before = await lockedPerson(inside, id);
    if (before.role === "ADMIN") await assertAnotherAdmin(inside, id);
    const bought = await countOrdersOf(tx, ctx.company.id, id);
    if (bought.pending > 0) throw refuse("MEMBER_HAS_PENDING_ORDERS");
    if (bought.open > 0) {
      // A hold that has run out is swept within a minute.
      throw refuse("MEMBER_HAS_OPEN_ORDER", { seconds: Math.max(60, bought.openSeconds) });
    }
    await releaseRewardsOf(tx, ctx.company.id, id);
    const anonymous = { name: "Deleted member", mobile: "" };
    await updateUser(tx, ctx.company.id, id, {
      ...anonymous,
      email: `${id}@deleted.invalid`,
      passwordHash: null,
      dateOfBirth: null,
      pincode: null,
      gender: null,
      kycEncrypted: null,
      walletAddress: null,
      avatarMediaId: null,
      status: "INACTIVE",
      deletedAt: ctx.now,
    });
    await endSessions(inside, before);
    await deleteSecondStep(tx, id);
    await forgetMessagesOf(tx, ctx.company.id, before);
    await deleteCodesOf(tx, ctx.company.id, before);
    await forgetAnswersAbout(tx, ctx.company.id, id, anonymous);
    const left = await deleteMediasOf(tx, ctx.company.id, id);
    await note(inside, "member.deleted", before, bookView(before), null);
    return left;
  });
  await forgetFiles(ctx, files);
  return null;
});

/** Bytes whose row is gone open for nobody; where the store is away, the person is deleted all the same. */
async function forgetFiles(ctx: Desk, storageKeys: readonly string[]): Promise<void> {
  for (const storageKey of storageKeys) {
    try {
      await ctx.deps.storage.delete(storageKey);
    } catch (error) {
      ctx.deps.logger.error({ err: error, requestId: ctx.requestId, storageKey }, "file left over");
    }
  }
}

async function lockedPerson(ctx: Desk, id: string): Promise<User> {
  const person = await lockUser(ctx.db, ctx.company.id, id);
  if (!person) throw refuse("MEMBER_NOT_FOUND");
  return person;
}

/** All active admins are locked in one order: two who remove each other at once cannot both succeed. */
async function assertAnotherAdmin(ctx: Desk, id: string): Promise<void> {
  const admins = await lockActiveAdmins(ctx.db, ctx.company.id);
  if (!admins.some((admin) => admin.id !== id)) throw refuse("LAST_ADMIN");
}

async function unlessTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) === "users_email") throw refuse("EMAIL_TAKEN");
    throw error;
  }
}

const endSessions = (ctx: Desk, person: User): Promise<void> =>
  ctx.deps.sessions
    .within(ctx.db)
    .endAll({ role: person.role, id: person.id, companyId: person.companyId });

/** `withinTransaction` keeps what a desk's context knows besides. */
const inTransaction = (ctx: Desk, tx: Executor): Desk => ({
  ...ctx,
  ...withinTransaction(ctx, tx),
});

/** What the books keep of a person: they are for ever, so nothing that a deleted one takes along. */
const bookView = ({ role, status, isApproved, referralCode }: User) => ({
  role,
  status,
  isApproved,
  referralCode,
});

const note = (ctx: Desk, action: string, user: User, before: unknown, after: unknown) =>
  recordAudit(ctx, { action, subjectType: "member", subjectId: user.id, before, after });
