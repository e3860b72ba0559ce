import { randomBytes } from "node:crypto";
import { violatedConstraint } from "@db/client";
import { newId } from "@db/ids";
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
import { lastPageOf, offsetOf } from "@server/domain/paging/paging";
import { assertPassword } from "@server/domain/people/password";
import { referralCode } from "@server/domain/referrals/referral-code";
import { refuse } from "@server/domain/refusals/refuse";
import { containsPattern } from "@server/domain/search/like";
import { releaseRewardsOf } from "@server/procedures/orders/release-rewards";
import { type CompanyContext, adminProcedure, recordAudit } from "@server/trpc";
import type { AdminActor } from "@server/context/actor";
import { memberView } from "./views";

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
    return ctx.transact(async (tx) => {
      const user = await unlessTaken(
        insertUser(tx, {
          companyId: ctx.company.id,
          id: newId(),
          role: input.role,
          name: input.name,
          email: input.email,
          mobile: input.mobile,
          passwordHash,
          referralCode: referralCode(randomBytes(16)),
          isApproved: true,
        }),
      );
      await note(
        { ...ctx, ...withinTransaction(ctx, tx) },
        "member.added",
        user,
        null,
        memberView(user),
      );
      return memberView(user);
    });
  });

export const update = adminProcedure
  .input(UpdateMember)
  .mutation(async ({ ctx, input }): Promise<Member> => {
    const { id, ...changes } = input;
    const changed = await ctx.transact(async (tx) => {
      const inside = { ...ctx, ...withinTransaction(ctx, tx) };
      const before = await lockedPerson(inside, id);
      const status = input.status ?? before.status;
      const losesAdmin = before.role === "ADMIN" && (input.role !== "ADMIN" || status !== "ACTIVE");
      if (losesAdmin) await assertAnotherAdmin(inside, id);
      if (before.role === "USER" && input.role === "ADMIN") {
        // Nobody decides on their own payment (design §7).
        if ((await countOrdersOf(tx, ctx.company.id, id)).all > 0)
          throw refuse("MEMBER_HAS_ORDERS");
      }
      if (before.role === "USER" && status === "BLOCKED" && before.status !== "BLOCKED") {
        await releaseRewardsOf(tx, ctx.company.id, id);
      }
      const person: Partial<NewUser> = {
        ...changes,
        ...(input.mobile !== before.mobile && { mobileVerifiedAt: null }),
      };
      const user = await unlessTaken(updateUser(tx, ctx.company.id, id, person));
      if (!user) throw refuse("MEMBER_NOT_FOUND");
      await note(inside, "member.updated", user, memberView(before), memberView(user));
      return { before, user };
    });
    const { before, user } = changed;
    if (user.status !== "ACTIVE" || user.role !== before.role) {
      await ctx.deps.sessions.endAll({ role: before.role, id, companyId: ctx.company.id });
    }
    return memberView(user);
  });

export const approve = adminProcedure.input(MemberRef).mutation(({ ctx, input }): Promise<Member> =>
  ctx.transact(async (tx) => {
    const inside = { ...ctx, ...withinTransaction(ctx, tx) };
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
export const remove = adminProcedure.input(MemberRef).mutation(async ({ ctx, input }) => {
  const { id } = input;
  const before = await ctx.transact(async (tx) => {
    const inside = { ...ctx, ...withinTransaction(ctx, tx) };
    const person = await lockedPerson(inside, id);
    if (person.role === "ADMIN") await assertAnotherAdmin(inside, id);
    if ((await countOrdersOf(tx, ctx.company.id, id)).undecided > 0) {
      throw refuse("MEMBER_HAS_PENDING_ORDERS");
    }
    await releaseRewardsOf(tx, ctx.company.id, id);
    await updateUser(tx, ctx.company.id, id, {
      name: "Deleted member",
      email: `${id}@deleted.invalid`,
      mobile: "",
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
    await note(
      inside,
      "member.deleted",
      person,
      { role: person.role, status: person.status },
      null,
    );
    return person;
  });
  await ctx.deps.sessions.endAll({ role: before.role, id, companyId: ctx.company.id });
  return null;
});

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

const note = (ctx: Desk, action: string, user: User, before: unknown, after: unknown) =>
  recordAudit(ctx, { action, subjectType: "member", subjectId: user.id, before, after });
