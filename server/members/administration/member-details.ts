import type { Executor } from "@db/client";
import { listAllocationsOf } from "@server/ledger";
import { holdingOf, referralFigures } from "@server/platform";
import {
  findReferrerOf,
  listAuditEntriesAbout,
  listMessagesTo,
  listReferralsOf,
} from "@server/members/queries/member-details";
import { findIdentity } from "@server/members/queries/identity";
import { listReturnsWithOrders } from "@server/payments";
import { requeueMessage, NOTICE_SECONDS } from "@server/messages";
import {
  type MemberRow,
  countOrdersOf,
  findMember,
  lockMember,
  hasTwoFactor,
  type AdminActor,
  type SessionSubject,
  requireStepUp,
  type CompanyContext,
  adminProcedure,
  recordAudit,
  inTransaction,
} from "@server/access";
import {
  EndMemberSession,
  ListOfMember,
  type MemberAllocation,
  type MemberAuditEntry,
  type MemberCard,
  type MemberMessage,
  type MemberReferral,
  type MemberSession,
  ResendMessage,
} from "@server/members/contracts/member-details";
import { MemberRef } from "@server/members/contracts/members";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { maskKycNumber } from "@server/platform/rules/people/masking";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { notifyOfAlteredAdmin } from "./notify-of-altered-admin";
import { endOf } from "./account-end";
import { referrerUntil } from "./set-referrer";
import { identityMark } from "@server/members/profile/end-verification";
import { memberView } from "@server/members/profile/views";

/** Finds a person of the admin's company; anyone else is not found. */
async function personAt(ctx: CompanyContext, id: string): Promise<MemberRow> {
  const person = orRefuse(await findMember(ctx.db, ctx.company.id, id), "MEMBER_NOT_FOUND");
  return person;
}

/** Lists what belongs to one person of the company, a page at a time. */
export const listOfPerson = <Row, Shown>(
  read: (
    db: Executor,
    companyId: string,
    id: string,
    page: { limit: number; offset: number },
  ) => Promise<{ rows: Row[]; total: number }>,
  show: (row: Row, id: string) => Shown,
) =>
  adminProcedure.input(ListOfMember).query(async ({ ctx, input }) => {
    const { id } = await personAt(ctx, input.id);
    const page = sliceOf(input);
    const { rows, total } = await read(ctx.db, ctx.company.id, id, page);
    const records = rows.map((row) => show(row, id));
    return { records, total, lastPage: lastPageOf(total, input.limit) };
  });

export const find = adminProcedure
  .input(MemberRef)
  .query(async ({ ctx, input }): Promise<MemberCard> => {
    const { db, company } = ctx;
    const user = await personAt(ctx, input.id);
    const [
      { tokens: stockBalance },
      counted,
      { invited: referralCount },
      referrer,
      hasAuthenticator,
      mayChangeUntil,
      returns,
      evidence,
    ] = await Promise.all([
      holdingOf(db, company.id, user.id),
      countOrdersOf(db, company.id, user.id),
      referralFigures(db, company.id, user.id),
      user.referrerId ? findReferrerOf(db, company.id, user.referrerId) : undefined,
      user.role === "ADMIN" ? hasTwoFactor(db, user.id) : false,
      referrerUntil(ctx, user),
      listReturnsWithOrders(db, company.id, { memberId: user.id }),
      findIdentity(db, company.id, user.id),
    ]);
    return {
      ...memberView(user),
      endsAt: endOf(user),
      verificationRefusal: user.verificationRefusal,
      isRefused: user.verificationRefusedAt !== null,
      isEmailVerified: user.emailVerifiedAt !== null,
      isMobileVerified: user.mobileVerifiedAt !== null,
      dateOfBirth: user.dateOfBirth,
      pincode: user.pincode,
      gender: user.gender,
      kycDocumentNumber: user.kycEncrypted
        ? maskKycNumber(ctx.deps.secrets.decrypt("kyc", user.kycEncrypted))
        : null,
      identity: identityMark(user),
      hasSentIdentity: Boolean(evidence?.sentAt),
      walletAddress: user.walletAddress,
      profileImage: user.avatarMediaId ? { url: `/media/${user.avatarMediaId}` } : null,
      referrer: referrer
        ? {
            id: referrer.deletedAt ? null : referrer.id,
            name: referrer.name,
            referralCode: referrer.referralCode,
          }
        : null,
      referrerUntil: mayChangeUntil,
      isInvited: user.passwordHash === null,
      hasAuthenticator,
      isSelf: user.id === ctx.actor.id,
      returns,
      stockBalance,
      orderCount: counted.all,
      referralCount,
    };
  });

export const allocations = listOfPerson(listAllocationsOf, (row): MemberAllocation => ({
  kind: row.kind,
  buyerCode: row.buyerCode,
  quantity: row.quantity,
  transactionHash: row.hash,
  createdAt: row.createdAt.toISOString(),
}));

export const referrals = listOfPerson(listReferralsOf, (row): MemberReferral => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
}));

export const messages = listOfPerson(listMessagesTo, (row): MemberMessage => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
}));

/**
 * Sends a person's failed notice again, to their present address: after a correction, or when the
 * mailbox works again. Refuses with MESSAGE_NOT_RESENDABLE if it was sent, is a code, or has no
 * contents any more.
 */
export const resendMessage = adminProcedure.input(ResendMessage).mutation(
  inTransaction(async (ctx, input, tx) => {
    const person = await lockedAt(ctx, input.id);
    const at = { companyId: ctx.company.id, personId: person.id, id: input.messageId };
    const { email, mobile } = person;
    const lifetimeSeconds = NOTICE_SECONDS;
    if (!(await requeueMessage(tx, at, { email, mobile, lifetimeSeconds }))) {
      throw refuse("MESSAGE_NOT_RESENDABLE");
    }
    await recordAudit(ctx, {
      action: "member.message-resent",
      subjectType: "member",
      subjectId: person.id,
    });
    return null;
  }),
);

export const activity = listOfPerson(
  listAuditEntriesAbout,
  ({ actorId, ...row }, id): MemberAuditEntry => ({
    ...row,
    isOwn: actorId === id,
    createdAt: row.createdAt.toISOString(),
  }),
);

const subjectOf = ({ role, id, companyId }: MemberRow): SessionSubject => ({ role, id, companyId });

export const sessions = adminProcedure
  .input(MemberRef)
  .query(async ({ ctx, input }): Promise<MemberSession[]> => {
    const person = await personAt(ctx, input.id);
    const rows = await ctx.deps.sessions.list({
      ...subjectOf(person),
      sessionId: ctx.actor.sessionId,
    });
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  });

/** Ends one of the person's sessions; another person's is not found. */
export const endSession = adminProcedure.input(EndMemberSession).mutation(
  inTransaction(async (ctx, input, tx) => {
    const person = await lockedAt(ctx, input.id);
    const kept = ctx.deps.sessions.within(tx);
    const actor = { ...subjectOf(person), sessionId: input.sessionId };
    const theirs = await kept.list(actor);
    if (!theirs.some(({ id }) => id === input.sessionId)) throw refuse("SESSION_NOT_FOUND");
    await kept.end(actor);
    await noteEnded(ctx, person, 1);
    return null;
  }),
);

/** Ends all of a person's sessions; an admin's own current one is kept. */
export const endSessions = adminProcedure.input(MemberRef).mutation(
  inTransaction(async (ctx, input, tx) => {
    const person = await lockedAt(ctx, input.id);
    const kept = ctx.deps.sessions.within(tx);
    const actor = { ...subjectOf(person), sessionId: ctx.actor.sessionId };
    const ended = (await kept.list(actor)).filter(({ isCurrent }) => !isCurrent).length;
    await kept.endAll(
      subjectOf(person),
      person.id === ctx.actor.id ? ctx.actor.sessionId : undefined,
    );
    if (ended > 0) await noteEnded(ctx, person, ended);
    return null;
  }),
);

async function lockedAt(ctx: CompanyContext, id: string): Promise<MemberRow> {
  const person = orRefuse(await lockMember(ctx.db, ctx.company.id, id), "MEMBER_NOT_FOUND");
  return person;
}

/**
 * Records that an admin ended a person's sessions. Those of another admin need a recent proof, and are
 * mailed to everybody: an admin who is logged out cannot stop a takeover.
 */
async function noteEnded(
  ctx: CompanyContext<AdminActor>,
  person: MemberRow,
  sessions: number,
): Promise<void> {
  if (person.role === "ADMIN" && person.id !== ctx.actor.id) {
    requireStepUp(ctx.actor);
    await notifyOfAlteredAdmin(ctx, person, ["SESSIONS"]);
  }
  await recordAudit(ctx, {
    action: "member.sessions-ended",
    subjectType: "member",
    subjectId: person.id,
    after: { sessions },
  });
}
