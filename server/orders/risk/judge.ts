import { keepSignsOfMany, riskFactsOf, spreadNewSigns } from "@server/members";
import { rowOf } from "@db/row-of";
import { and, eq, sql } from "drizzle-orm";
import { type Executor, runText, transact } from "@db/client";
import { type Order, orders, payments, rewardCases } from "@db/schema";
import type { RewardHold } from "@db/vocabulary";
import { type CompanyContext, type Deps, networkOf } from "@server/access";
import type { Payment } from "@server/payments";
import { payersIn, reasonsToHold, type Sign } from "@server/members/rules/risk/risk";

/** Returns the signs of a payment's proof (SHA-256) and its numbers, as keys. */
export const signsOfPayment = (proofs: readonly string[], numbers: readonly string[]): Sign[] => [
  ...proofs.map((sha256) => ({ sign: "PROOF" as const, value: `proof:${sha256}` })),
  ...numbers.map((key) => ({ sign: "NUMBER" as const, value: `number:${key}` })),
];

export const signOfNetwork = (ip: string): Sign => ({
  sign: "NETWORK",
  value: `network:${networkOf(ip)}`,
});

/**
 * Judges the reward of an order by the kept signs, and keeps the reasons for which it waits; those of an
 * earlier judgement stay until a newer has some. Returns what holds it. An order without a referrer costs
 * no statement.
 */
export async function judgeReward(
  tx: Executor,
  {
    companyId,
    id: orderId,
    memberId,
    referrerId,
    rewardHeldBecause,
  }: Pick<Order, "companyId" | "id" | "memberId" | "referrerId" | "rewardHeldBecause">,
): Promise<RewardHold[]> {
  if (referrerId === null) return rewardHeldBecause;
  const facts = await riskFactsOf(tx, { companyId, memberId, referrerId });
  const reasons = facts ? reasonsToHold(facts) : [];
  if (reasons.length === 0) return rewardHeldBecause;
  await tx
    .insert(rewardCases)
    .values({ companyId, orderId, reasons })
    .onConflictDoUpdate({
      target: [rewardCases.companyId, rewardCases.orderId],
      set: { reasons },
    });
  return [...new Set([...rewardHeldBecause, "RISK" as const])];
}

/**
 * Judges the reward of an order that `payment` pays, in the transaction of its approval: what was
 * imported or submitted within the last minute counts, also where the sweep has not seen it. Returns the
 * order with what holds its reward.
 */
export async function judgeAtApproval(
  { db, deps }: CompanyContext,
  order: Order,
  payment: Pick<Payment, "id" | "proofMediaId">,
): Promise<Order> {
  const paid = { ...order, paymentId: payment.id, proofMediaId: payment.proofMediaId };
  // The second of two approvals at the same moment sees what the first one kept.
  await keepSignsOf(db, deps.secrets, order.companyId, [paid], { inTurn: true });
  return { ...order, rewardHeldBecause: await judgeReward(db, order) };
}

/** Tells whether an order's reward waits: with its decision, or on hold after it. */
const isWaiting = ({ status, heldReward }: Order): boolean =>
  heldReward > 0 && (status === "PENDING" || status === "APPROVED");

/**
 * Judges the rewards again that a changed fact concerns: a submission, an entry of a bank, a new
 * member, a changed profile. Each order has a transaction of its own, and one that somebody decides on
 * is left to the next run. Returns the number of judged orders. One that fails does not stop the
 * others; their errors are thrown together.
 */
export async function judgeDueRewards(
  { database, secrets }: Pick<Deps, "database" | "secrets">,
  { limit = 1000 }: { limit?: number } = {},
): Promise<number> {
  const { db } = database;
  // New signs mark orders, whose payments have new signs: twice is enough for both.
  const errors: unknown[] = [];
  let judged = 0;
  for (let round = 0; round < 2; round += 1) {
    await spreadNewSigns(db);
    const due = await db
      .select({ companyId: orders.companyId, id: orders.id })
      .from(orders)
      .where(sql`${orders.riskDue}`)
      .orderBy(orders.submittedAt)
      .limit(limit);
    for (const key of due) {
      try {
        judged += await transact(db, (tx) => judgeOne(tx, secrets, key));
      } catch (error) {
        errors.push(error);
      }
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, "Some rewards were not judged.");
  return judged;
}

async function judgeOne(
  tx: Executor,
  secrets: Deps["secrets"],
  { companyId, id }: { companyId: string; id: string },
): Promise<number> {
  const at = rowOf(orders, companyId, id);
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(at, eq(orders.riskDue, true)))
    .for("no key update", { skipLocked: true });
  if (!order) return 0;
  await keepSignsOf(tx, secrets, companyId, [order]);
  const { rewardHeldBecause: before, updatedAt } = order;
  const rewardHeldBecause = isWaiting(order) ? await judgeReward(tx, order) : before;
  await tx.update(orders).set({ riskDue: false, updatedAt, rewardHeldBecause }).where(at);
  return 1;
}

/** Keeps the signs of orders' payments and of their members' sessions; none of an erased member. */
async function keepSignsOf(
  tx: Executor,
  secrets: Deps["secrets"],
  companyId: string,
  paid: readonly Pick<Order, "id" | "memberId" | "proofMediaId" | "paymentId">[],
  options: { inTurn?: boolean } = {},
): Promise<void> {
  const rows = await runText<
    { memberId: string } & Record<"proofs" | "numbers" | "texts" | "addresses" | "known", string[]>
  >(
    tx,
    `SELECT u.id AS "memberId",
            ARRAY(SELECT sha256 FROM medias WHERE company_id = $1 AND id = o.proof_id) AS proofs,
            ARRAY(SELECT key FROM payment_keys WHERE company_id = $1 AND payment_id = o.payment_id) AS numbers,
            ARRAY(SELECT l.narration FROM payment_evidence e
                    JOIN statement_lines l ON l.company_id = e.company_id AND l.id = e.line_id
                   WHERE e.company_id = $1 AND e.payment_id = ANY(o.payment_id || ARRAY(
                         SELECT p.id FROM payments p WHERE p.company_id = $1 AND p.order_id = o.id))) AS texts,
            ARRAY(SELECT DISTINCT ip FROM sessions WHERE company_id = $1 AND user_id = u.id AND ip IS NOT NULL LIMIT 20) AS addresses,
            ARRAY(SELECT sign || ' ' || value FROM member_signs
                   WHERE company_id = $1 AND member_id = u.id AND NOT is_typed) AS known
       FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[]) AS o (id, member_id, proof_id, payment_id)
       JOIN users u ON u.company_id = $1 AND u.id = o.member_id AND u.deleted_at IS NULL`,
    [
      companyId,
      paid.map(({ id }) => id),
      paid.map(({ memberId }) => memberId),
      paid.map(({ proofMediaId }) => proofMediaId),
      paid.map(({ paymentId }) => paymentId),
    ],
    "signs_of_payments",
  );
  const many = rows.map(({ memberId, proofs, numbers, texts, addresses, known }) => ({
    memberId,
    known,
    signs: [
      ...signsOfPayment(proofs, numbers),
      ...texts.flatMap(payersIn),
      ...addresses.map(signOfNetwork),
    ],
  }));
  await keepSignsOfMany(tx, secrets, companyId, many, options);
}

/**
 * Keeps who paid by the entries of a bank that have joined payments, and marks their orders to be judged
 * again.
 */
export async function judgeAgain(
  { db, company, deps }: Pick<CompanyContext, "db" | "deps"> & { company: { id: string } },
  paymentIds: readonly string[],
): Promise<void> {
  if (paymentIds.length === 0) return;
  const { companyId, id, memberId, proofMediaId, paymentId } = orders;
  const of = sql`SELECT ${payments.orderId} FROM ${payments} WHERE ${payments.companyId} = ${company.id} AND ${payments.id} = ANY (${sql.param([...paymentIds])}::uuid[])`;
  const marked = await db
    .update(orders)
    .set({ riskDue: true, updatedAt: sql`${orders.updatedAt}` })
    .where(
      and(
        eq(companyId, company.id),
        sql`(${paymentId} = ANY (${sql.param([...paymentIds])}::uuid[]) OR ${id} IN (${of}))`,
      ),
    )
    .returning({ id, memberId, proofMediaId, paymentId });
  await keepSignsOf(db, deps.secrets, company.id, marked);
}
