import { and, eq, sql } from "drizzle-orm";
import { type Executor, runText, transact } from "@db/client";
import { type Order, orders, rewardCases } from "@db/schema";
import type { RiskReason } from "@db/vocabulary";
import { type Deps, networkOf } from "@server/access";
import { keepSigns, riskFactsOf, spreadNewSigns } from "@server/platform";
import { payersIn, reasonsToHold, type Sign } from "@server/platform/rules/risk/risk";

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
 * Returns the reasons to hold the reward of an order for review; `signs` are those of a payment that
 * are not kept yet. An order without a referrer costs no statement.
 */
export async function judgeReward(
  db: Executor,
  { secrets }: Pick<Deps, "secrets">,
  { companyId, memberId, referrerId }: Pick<Order, "companyId" | "memberId" | "referrerId">,
  signs: readonly Sign[] = [],
): Promise<RiskReason[]> {
  if (referrerId === null) return [];
  const facts = await riskFactsOf(db, secrets, { companyId, memberId, referrerId }, signs);
  return facts ? reasonsToHold(facts) : [];
}

/** Keeps the reasons for which a reward waits; those of an earlier judgement stay until a newer has some. */
export async function keepCase(
  tx: Executor,
  { companyId, id: orderId }: Pick<Order, "companyId" | "id">,
  reasons: RiskReason[],
): Promise<void> {
  if (reasons.length === 0) return;
  await tx
    .insert(rewardCases)
    .values({ companyId, orderId, reasons })
    .onConflictDoUpdate({
      target: [rewardCases.companyId, rewardCases.orderId],
      set: { reasons },
    });
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
  const at = and(eq(orders.companyId, companyId), eq(orders.id, id));
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(at, eq(orders.riskDue, true)))
    .for("no key update", { skipLocked: true });
  if (!order) return 0;
  await keepSigns(tx, secrets, order, await signsIn(tx, order));
  const reasons = isWaiting(order) ? await judgeReward(tx, { secrets }, order) : [];
  await keepCase(tx, order, reasons);
  const isHeld = order.rewardHeldBecause.includes("RISK") || reasons.length === 0;
  await tx
    .update(orders)
    .set({
      riskDue: false,
      updatedAt: order.updatedAt,
      ...(!isHeld && { rewardHeldBecause: [...order.rewardHeldBecause, "RISK" as const] }),
    })
    .where(at);
  return 1;
}

/** Reads the signs of an order's payment and of its member's sessions; none of an erased member. */
async function signsIn(
  tx: Executor,
  { companyId, memberId, proofMediaId, paymentId }: Order,
): Promise<Sign[]> {
  const [row] = await runText<Record<"proofs" | "numbers" | "texts" | "addresses", string[]>>(
    tx,
    `SELECT ARRAY(SELECT sha256 FROM medias WHERE company_id = $1 AND id = $3) AS proofs,
            ARRAY(SELECT key FROM payment_keys WHERE company_id = $1 AND payment_id = $4) AS numbers,
            ARRAY(SELECT l.narration FROM payment_evidence e
                    JOIN statement_lines l ON l.company_id = e.company_id AND l.id = e.line_id
                   WHERE e.company_id = $1 AND e.payment_id = $4) AS texts,
            ARRAY(SELECT DISTINCT ip FROM sessions WHERE company_id = $1 AND user_id = $2 AND ip IS NOT NULL LIMIT 20) AS addresses
       FROM users WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [companyId, memberId, proofMediaId, paymentId],
  );
  if (!row) return [];
  return [
    ...signsOfPayment(row.proofs, row.numbers),
    ...row.texts.flatMap(payersIn),
    ...row.addresses.map(signOfNetwork),
  ];
}

/** Marks the orders of payments that an entry of a bank has joined. */
export async function judgeAgain(
  tx: Executor,
  companyId: string,
  paymentIds: readonly string[],
): Promise<void> {
  if (paymentIds.length === 0) return;
  await tx
    .update(orders)
    .set({ riskDue: true, updatedAt: sql`${orders.updatedAt}` })
    .where(
      and(
        eq(orders.companyId, companyId),
        sql`${orders.paymentId} = ANY (${sql.param([...paymentIds])}::uuid[])`,
      ),
    );
}
