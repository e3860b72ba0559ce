import {
  updateMember,
  memberProcedure,
  recordAudit,
  router,
  findSelf,
  inTransaction,
} from "@server/access";
import { listNotices, markNoticesRead } from "@server/messages";
import {
  ChooseMails,
  type MailChoice,
  MarkRead,
  ListNotices,
  MOST_NOTICES,
  type Notice,
} from "@server/members/contracts/notices";
import { orRefuse } from "@server/platform/rules/refusals/refuse";

type Row = Awaited<ReturnType<typeof listNotices>>[number];

function noticeOf({ kind, at, isUnread, ...row }: Row): Notice {
  const common = { at, isUnread };
  if (kind === "PRICE") return { ...common, kind, priceMicroRupees: Number(row.priceMicroRupees) };
  if (kind === "ANNOUNCEMENT") {
    return { ...common, kind, title: row.title ?? "", text: row.text ?? "" };
  }
  if (kind === "JOINED") return { ...common, kind };
  if (kind === "REFUSED") return { ...common, kind, reason: row.reason ?? "" };
  const orderNumber = row.orderNumber ?? "";
  const tokens = Number(row.tokens);
  if (
    kind === "REWARD" ||
    kind === "REWARD_REVERSED" ||
    kind === "REWARD_PROMISED" ||
    kind === "REWARD_WITHDRAWN"
  ) {
    return { ...common, kind, tokens };
  }
  if (
    kind === "KEPT" ||
    kind === "PART" ||
    kind === "RECORDED" ||
    kind === "UNNEEDED" ||
    kind === "NOT_RECEIVED"
  ) {
    // A rejected rest is told of by its order alone.
    const ofOrder = kind === "NOT_RECEIVED" ? row.reason : null;
    return { ...common, kind, orderNumber, reason: row.told?.reason ?? ofOrder ?? "" };
  }
  if (kind === "REFUNDED") {
    const { amountPaise = 0, reference = "", refundedOn = "" } = row.told ?? {};
    return { ...common, kind, orderNumber, amountPaise, reference, refundedOn };
  }
  if (kind === "REUSED") {
    const { amountPaise = 0, newOrder = "" } = row.told ?? {};
    return { ...common, kind, orderNumber, amountPaise, newOrder };
  }
  if (kind === "APPROVED") return { ...common, kind, orderNumber, tokens };
  const hasReason = kind === "REJECTED" || kind === "REVERSED";
  return { ...common, kind, orderNumber, reason: hasReason ? (row.reason ?? "") : "" };
}

/** The member's notices of the last months, newest first. */
const mine = memberProcedure
  .input(ListNotices)
  .query(async ({ ctx, input: { before = null } }): Promise<Notice[]> => {
    const rows = await listNotices(ctx.db, ctx.company.id, ctx.actor.id, {
      before,
      limit: MOST_NOTICES,
    });
    return rows.map(noticeOf);
  });

const choice = memberProcedure.query(async ({ ctx }): Promise<MailChoice> => {
  const user = await findSelf(ctx.db, ctx.actor);
  return { mails: user.mailsNotices };
});

/**
 * Marks the notices up to the newest one that was shown as read. A notice committed meanwhile stays
 * unread, unless its transaction began before that one; it is in the list, and mailed if about money.
 */
const markRead = memberProcedure
  .input(MarkRead)
  .mutation(({ ctx, input }): Promise<void> =>
    markNoticesRead(ctx.db, ctx.company.id, ctx.actor.id, input.until),
  );

/**
 * Returns the choice to get announcements, new prices and joining friends by mail too. Notices about own orders are
 * always mailed.
 */
const chooseMails = memberProcedure.input(ChooseMails).mutation(
  inTransaction(async (ctx, input, tx) => {
    const user = orRefuse(
      await updateMember(tx, ctx.company.id, ctx.actor.id, {
        mailsNotices: input.mails,
      }),
      "NOT_SIGNED_IN",
    );
    await recordAudit(ctx, {
      action: "member.profile-updated",
      subjectType: "member",
      subjectId: ctx.actor.id,
      after: { fields: ["mailsNotices"] },
    });
    return { mails: user.mailsNotices };
  }),
);

export const noticesRouter = router({ mine, markRead, choice, chooseMails });
