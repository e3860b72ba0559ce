import { rowOf } from "@db/row-of";
import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { orders, rewardCases } from "@db/schema";
import { adminProcedure, memberProcedure, recordAudit, transactWithin } from "@server/access";
import {
  AnswerCase,
  type CasePerson,
  type CheckedReward,
  ListCases,
  type RewardCase,
} from "@server/orders/contracts/risk";
import { lastPageOf, offsetOf } from "@server/platform/rules/paging";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { peopleOf, signsInCommon } from "./case-people";

const itsOrder = rowOf(orders, rewardCases.companyId, rewardCases.orderId);

/** Matches orders whose reward waits. */
const waiting = and(gt(orders.heldReward, 0), inArray(orders.status, ["PENDING", "APPROVED"]));

/** Lists the company's cases, the newest first, with the evidence. */
export const cases = adminProcedure.input(ListCases).query(async ({ ctx, input }) => {
  const { db, company } = ctx;
  const rows = await db
    .select({
      orderId: orders.id,
      orderNumber: orders.orderNumber,
      status: orders.status,
      waitingTokens: sql`CASE WHEN ${waiting} THEN ${orders.heldReward} ELSE 0 END`.mapWith(Number),
      reasons: rewardCases.reasons,
      answer: rewardCases.answer,
      answeredAt: rewardCases.answeredAt,
      since: rewardCases.createdAt,
      buyerId: orders.memberId,
      referrerId: orders.referrerId,
      total: sql`count(*) OVER ()`.mapWith(Number),
    })
    .from(rewardCases)
    .innerJoin(orders, itsOrder)
    .where(and(eq(rewardCases.companyId, company.id), input.isWaiting ? waiting : undefined))
    .orderBy(desc(rewardCases.createdAt), rewardCases.orderId)
    .limit(input.limit)
    .offset(offsetOf(input));
  const buyerIds = rows.map(({ buyerId }) => buyerId);
  const named = rows.flatMap(({ reasons, buyerId, referrerId }) => [
    buyerId,
    ...(referrerId ? [referrerId] : []),
    ...reasons.flatMap(({ memberIds }) => memberIds),
  ]);
  const ids = [...new Set(named)];
  const [people, common] = await Promise.all([
    peopleOf(db, company.id, ids),
    signsInCommon(db, company.id, { buyerIds, ids }),
  ]);
  const records = rows.flatMap((row): RewardCase[] => {
    const { buyerId, referrerId, total: _total, reasons, ...shown } = row;
    const personOf = (id: string | null): CasePerson[] => {
      const person = id === null ? undefined : people.get(id);
      const own = common.filter((one) => one.buyerId === buyerId && one.memberId === id);
      return person ? [{ ...person, inCommon: [...new Set(own.map(({ sign }) => sign))] }] : [];
    };
    const [[buyer], [referrer]] = [personOf(buyerId), personOf(referrerId)];
    if (!buyer || !referrer) return [];
    const others = new Set(reasons.flatMap(({ memberIds }) => memberIds));
    for (const { id } of [buyer, referrer]) others.delete(id);
    return [
      {
        ...shown,
        answeredAt: row.answeredAt?.toISOString() ?? null,
        since: row.since.toISOString(),
        reasons: reasons.map(({ rule, memberIds }) => ({
          rule,
          people: memberIds.flatMap(personOf),
        })),
        buyer,
        referrer,
        others: [...others].flatMap(personOf),
      },
    ];
  });
  const total = rows[0]?.total ?? 0;
  return { total, lastPage: lastPageOf(total, input.limit), records };
});

/** Lists the rewards of the member that are being checked. */
export const myCases = memberProcedure.query(async ({ ctx }): Promise<CheckedReward[]> => {
  const rows = await ctx.db
    .select({
      orderId: orders.id,
      tokens: orders.heldReward,
      since: rewardCases.createdAt,
      hasAnswered: sql<boolean>`${rewardCases.answer} IS NOT NULL`,
    })
    .from(rewardCases)
    .innerJoin(orders, itsOrder)
    .where(and(eq(orders.companyId, ctx.company.id), eq(orders.referrerId, ctx.actor.id), waiting))
    .orderBy(desc(rewardCases.createdAt))
    .limit(20);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
});

/** Keeps the referrer's words for the admin, once. Refuses with CASE_NOT_FOUND and CASE_ANSWERED. */
export const answerCase = memberProcedure.input(AnswerCase).mutation(({ ctx, input }) =>
  transactWithin(ctx, async (inside, tx): Promise<null> => {
    const { company, actor } = ctx;
    const [found] = await tx
      .select({ answer: rewardCases.answer })
      .from(rewardCases)
      .innerJoin(orders, itsOrder)
      .where(
        and(
          eq(rewardCases.companyId, company.id),
          eq(rewardCases.orderId, input.orderId),
          eq(orders.referrerId, actor.id),
          waiting,
        ),
      )
      .for("no key update", { of: rewardCases });
    if (!found) throw refuse("CASE_NOT_FOUND");
    if (found.answer !== null) throw refuse("CASE_ANSWERED");
    await tx
      .update(rewardCases)
      .set({ answer: input.answer, answeredAt: sql`now()` })
      .where(and(eq(rewardCases.companyId, company.id), eq(rewardCases.orderId, input.orderId)));
    await recordAudit(inside, {
      action: "order.case-answered",
      subjectType: "order",
      subjectId: input.orderId,
    });
    return null;
  }),
);
