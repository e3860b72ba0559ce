import { type Executor, runText } from "@db/client";
import type { RiskReason } from "@db/vocabulary";
import { adminProcedure, memberProcedure, recordAudit, withinTransaction } from "@server/access";
import {
  AnswerCase,
  type CasePerson,
  type CheckedReward,
  ListCases,
  type RewardCase,
  type RewardCaseList,
} from "@server/orders/contracts/risk";
import { lastPageOf, offsetOf } from "@server/platform/rules/paging";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** Matches orders whose reward waits; `o` is the order. */
const WAITING = "o.held_reward > 0 AND o.status IN ('PENDING', 'APPROVED')";

interface CaseRow {
  orderId: string;
  orderNumber: string;
  status: RewardCase["status"];
  waitingTokens: string;
  reasons: RiskReason[];
  answer: string | null;
  answeredAt: string | null;
  since: string;
  memberId: string;
  referrerId: string;
  total: string;
}

const isoOf = (at: string): string => new Date(at).toISOString();

/** Lists the company's cases, the newest first, with the evidence. */
export const cases = adminProcedure
  .input(ListCases)
  .query(async ({ ctx, input }): Promise<RewardCaseList> => {
    const rows = await runText<CaseRow>(
      ctx.db,
      `SELECT o.id AS "orderId", o.order_number AS "orderNumber", o.status, c.reasons, c.answer,
              c.answered_at AS "answeredAt", c.created_at AS since, o.member_id AS "memberId", o.referrer_id AS "referrerId",
              CASE WHEN ${WAITING} THEN o.held_reward ELSE 0 END AS "waitingTokens", count(*) OVER () AS total
         FROM reward_cases c JOIN orders o ON o.company_id = c.company_id AND o.id = c.order_id
        WHERE c.company_id = $1 AND (NOT $2 OR ${WAITING})
        ORDER BY c.created_at DESC, c.order_id LIMIT $3 OFFSET $4`,
      [ctx.company.id, input.isWaiting, input.limit, offsetOf(input)],
    );
    const named = rows.flatMap(({ reasons, memberId, referrerId }) => [
      ...[memberId, referrerId],
      ...reasons.flatMap(({ memberIds }) => memberIds),
    ]);
    const people = await peopleOf(ctx.db, ctx.company.id, [...new Set(named)]);
    const total = Number(rows[0]?.total ?? 0);
    const records = rows.flatMap(
      ({ memberId, referrerId, total: _total, ...row }): RewardCase[] => {
        const [buyer, referrer] = [people.get(memberId), people.get(referrerId)];
        if (!buyer || !referrer) return [];
        const others = new Set(row.reasons.flatMap(({ memberIds }) => memberIds));
        others.delete(memberId);
        others.delete(referrerId);
        return [
          {
            ...row,
            waitingTokens: Number(row.waitingTokens),
            answeredAt: row.answeredAt && isoOf(row.answeredAt),
            since: isoOf(row.since),
            buyer,
            referrer,
            others: [...others].flatMap((id) => people.get(id) ?? []),
          },
        ];
      },
    );
    return { total, lastPage: lastPageOf(total, input.limit), records };
  });

async function peopleOf(
  db: Executor,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, CasePerson>> {
  if (ids.length === 0) return new Map();
  const rows = await runText<Omit<CasePerson, "joinedAt"> & { joinedAt: string }>(
    db,
    `SELECT u.id, u.deleted_at IS NULL AS "isThere", u.referral_code AS "memberId", u.name, u.email, u.mobile,
            u.wallet_address AS "walletAddress", u.created_at AS "joinedAt",
            (SELECT r.referral_code FROM users r WHERE r.company_id = $1 AND r.id = u.referrer_id) AS "invitedBy",
            (SELECT coalesce(json_agg(json_build_object('orderNumber', p.order_number, 'reference', p.reference)), '[]')
               FROM (SELECT order_number, reference FROM orders WHERE company_id = $1 AND member_id = u.id AND submitted_at IS NOT NULL
                      ORDER BY created_at DESC LIMIT 3) AS p) AS payments
       FROM users u WHERE u.company_id = $1 AND u.id = ANY ($2::uuid[])`,
    [companyId, ids],
  );
  return new Map(
    rows.map(({ joinedAt, ...row }) => [row.id, { ...row, joinedAt: isoOf(joinedAt) }]),
  );
}

/** Lists the rewards of the member that are being checked. */
export const myCases = memberProcedure.query(async ({ ctx }): Promise<CheckedReward[]> => {
  const rows = await runText<{
    orderId: string;
    tokens: string;
    since: string;
    hasAnswered: boolean;
  }>(
    ctx.db,
    `SELECT o.id AS "orderId", o.held_reward AS tokens, c.created_at AS since, c.answer IS NOT NULL AS "hasAnswered"
       FROM orders o JOIN reward_cases c ON c.company_id = o.company_id AND c.order_id = o.id
      WHERE o.company_id = $1 AND o.referrer_id = $2 AND ${WAITING}
      ORDER BY c.created_at DESC LIMIT 20`,
    [ctx.company.id, ctx.actor.id],
  );
  return rows.map((row) => ({
    ...row,
    tokens: Number(row.tokens),
    since: isoOf(row.since),
  }));
});

/** Keeps the referrer's words for the admin, once. Refuses with CASE_NOT_FOUND and CASE_ANSWERED. */
export const answerCase = memberProcedure.input(AnswerCase).mutation(({ ctx, input }) =>
  ctx.transact(async (tx): Promise<null> => {
    const [found] = await runText<{ isAnswered: boolean }>(
      tx,
      `WITH own AS (
         SELECT c.company_id, c.order_id, c.answer FROM reward_cases c
           JOIN orders o ON o.company_id = c.company_id AND o.id = c.order_id
          WHERE c.company_id = $1 AND c.order_id = $2 AND o.referrer_id = $3 AND ${WAITING} FOR NO KEY UPDATE OF c
       ), answered AS (
         UPDATE reward_cases c SET answer = $4, answered_at = now() FROM own
          WHERE c.company_id = own.company_id AND c.order_id = own.order_id AND own.answer IS NULL
       )
       SELECT answer IS NOT NULL AS "isAnswered" FROM own`,
      [ctx.company.id, input.orderId, ctx.actor.id, input.answer],
    );
    if (!found) throw refuse("CASE_NOT_FOUND");
    if (found.isAnswered) throw refuse("CASE_ANSWERED");
    await recordAudit(withinTransaction(ctx, tx), {
      action: "order.case-answered",
      subjectType: "order",
      subjectId: input.orderId,
    });
    return null;
  }),
);
