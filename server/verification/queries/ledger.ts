import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { type Executor, runText } from "@db/client";
import { allocations, campaigns, companies, orders, supplies } from "@db/schema";
import { PLATFORM_ID } from "@db/platform";
import { instantOf } from "./stated-decisions";
import { type AllocationKind, type OrderStatus, SEALED_LOGS, SUPPLY_POOLS } from "@db/vocabulary";

/** Lists every company for the verification. */
export async function listLedgerCompanies(db: Executor) {
  return db
    .select({ id: companies.id, name: companies.name, tokenSymbol: companies.tokenSymbol })
    .from(companies)
    .orderBy(asc(companies.id));
}

export async function supplySums(db: Executor, companyId: string) {
  const [row] = await db
    .select({
      total: companies.totalSupply,
      pools: sql<number>`coalesce(sum(${supplies.total}), 0)`.mapWith(Number),
    })
    .from(companies)
    .leftJoin(supplies, eq(supplies.companyId, companies.id))
    .where(eq(companies.id, companyId))
    .groupBy(companies.id);
  return row ?? { total: 0, pools: 0 };
}

/** An allocation with its order's terms, and the allocations that a reversal refers to. */
export interface LedgerRow {
  companyId: string;
  sequence: number;
  id: string;
  memberId: string;
  quantity: number;
  kind: AllocationKind;
  orderId: string;
  decision: number;
  previousHash: string;
  hashedBytes: string;
  hash: string;
  createdAt: Date;
  /** The hashed text of the purchase of the same decision; null for a purchase, or without one. */
  purchaseText: string | null;
  /** The order's salt; null if there is no such order. */
  salt: string | null;
  /** True if it belongs to the latest decision of an approved order. */
  isLatest: boolean;
  /** It is null if there is no such order. */
  order: {
    orderNumber: string;
    buyerId: string;
    amountPaise: number;
    priceMicroRupees: number;
    feeBps: number;
    feePaise: number;
    totalPaise: number;
    quantity: number;
    referrerId: string | null;
    rewardBps: number | null;
    bonusBps: number | null;
    bonusTokens: number;
  } | null;
  /** Entries that a REVERSAL, or BONUS_REVERSAL, takes back of one decision and member; `reversals` counts earlier ones. */
  taken: { allocated: { sequence: number; hash: string; quantity: number }[]; reversals: number };
}

const NOTHING_TAKEN: LedgerRow["taken"] = { allocated: [], reversals: 0 };

/**
 * Lists a range of a company's chain for the ledger check. It converts as little as possible, since a
 * chain may have a million rows.
 */
export async function listLedgerRows(
  db: Executor,
  companyId: string,
  { after, limit }: { after: number; limit: number },
): Promise<LedgerRow[]> {
  const rows = await runText(
    db,
    `SELECT a.sequence, a.id, a.member_id, a.quantity, a.kind, a.order_id, a.decision, a.previous_hash,
            a.hashed_bytes, a.hash, p.hashed_bytes AS purchase_text, o.terms_salt,
            coalesce(a.decision = o.decision_count AND o.status IN ('APPROVED', 'REVERSED'), false) AS is_latest,
            (extract(epoch FROM a.created_at) * 1000000)::bigint AS created,
            o.order_number, o.member_id AS buyer_id, o.price_micro_rupees, o.fee_bps,
            coalesce(o.approved_amount_paise, o.amount_paise) AS amount_paise,
            coalesce(o.approved_fee_paise, o.fee_paise) AS fee_paise,
            coalesce(o.approved_amount_paise + o.approved_fee_paise, o.total_paise) AS total_paise,
            coalesce(o.approved_quantity, o.quantity) AS order_quantity, o.referrer_id, o.reward_bps,
            o.bonus_bps, bonus_of(o) AS bonus_tokens,
            CASE WHEN a.kind IN ('REVERSAL', 'BONUS_REVERSAL') THEN (
              SELECT json_build_object(
                'allocated', coalesce(json_agg(json_build_object('sequence', r.sequence, 'hash', r.hash, 'quantity', r.quantity)) FILTER (WHERE r.kind <> a.kind), '[]'),
                'reversals', count(*) FILTER (WHERE r.kind = a.kind))
              FROM allocations r
              WHERE r.company_id = a.company_id AND r.order_id = a.order_id
                AND (r.kind IN ('BONUS', 'BONUS_REVERSAL')) = (a.kind = 'BONUS_REVERSAL')
                AND r.decision = a.decision AND r.member_id = a.member_id AND r.sequence <= a.sequence) END AS taken
       FROM allocations a
       LEFT JOIN orders o ON o.company_id = a.company_id AND o.id = a.order_id
       LEFT JOIN allocations p ON a.kind <> 'PURCHASE' AND p.company_id = a.company_id
        AND p.order_id = a.order_id AND p.decision = a.decision AND p.kind = 'PURCHASE'
      WHERE a.company_id = $1 AND a.sequence > $2
      ORDER BY a.sequence LIMIT $3`,
    [companyId, after, limit],
  );
  return rows.map((row) => ({
    companyId,
    sequence: Number(row.sequence),
    id: row.id as string,
    memberId: row.member_id as string,
    quantity: Number(row.quantity),
    kind: row.kind as AllocationKind,
    orderId: row.order_id as string,
    decision: row.decision as number,
    previousHash: row.previous_hash as string,
    hashedBytes: row.hashed_bytes as string,
    hash: row.hash as string,
    createdAt: instantOf(row.created as string),
    purchaseText: row.purchase_text as string | null,
    salt: row.terms_salt as string | null,
    isLatest: row.is_latest as boolean,
    order:
      row.order_number === null
        ? null
        : {
            orderNumber: row.order_number as string,
            buyerId: row.buyer_id as string,
            amountPaise: Number(row.amount_paise),
            priceMicroRupees: Number(row.price_micro_rupees),
            feeBps: Number(row.fee_bps),
            feePaise: Number(row.fee_paise),
            totalPaise: Number(row.total_paise),
            quantity: Number(row.order_quantity),
            referrerId: row.referrer_id as string | null,
            rewardBps: row.reward_bps === null ? null : Number(row.reward_bps),
            bonusBps: row.bonus_bps === null ? null : Number(row.bonus_bps),
            bonusTokens: Number(row.bonus_tokens),
          },
    taken: (row.taken as LedgerRow["taken"] | null) ?? NOTHING_TAKEN,
  }));
}

/** Returns the pool's counts, and the sums of its orders and allocations. */
export async function ledgerSums(db: Executor, companyId: string) {
  const [pool] = await db
    .select({ held: supplies.held, allocated: supplies.allocated })
    .from(supplies)
    .where(and(eq(supplies.companyId, companyId), eq(supplies.pool, "REFERRAL")));
  const [holding] = await db
    .select({
      held: sql<number>`coalesce(sum(${orders.heldQuantity} + ${orders.heldReward}), 0)`.mapWith(
        Number,
      ),
    })
    .from(orders)
    .where(eq(orders.companyId, companyId));
  const [chain] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      allocated: sql<number>`coalesce(sum(${allocations.quantity}), 0)`.mapWith(Number),
    })
    .from(allocations)
    .where(eq(allocations.companyId, companyId));
  return {
    poolHeld: pool?.held ?? 0,
    poolAllocated: pool?.allocated ?? 0,
    held: holding?.held ?? 0,
    allocated: chain?.allocated ?? 0,
    count: chain?.count ?? 0,
  };
}

/** Returns the end of the chain as each of a company's pools records it. */
export async function statedHeads(db: Executor, companyId: string) {
  return db
    .select({
      pool: supplies.pool,
      sequence: supplies.chainSequence,
      hash: supplies.chainHash,
    })
    .from(supplies)
    .where(eq(supplies.companyId, companyId));
}

/** An order whose allocations do not match its status. */
export interface OddOrder {
  orderNumber: string;
  status: OrderStatus;
  /** Tokens that the order's status requires for its buyer, and those in the chain. */
  owed: number;
  given: number;
}

/**
 * Lists orders whose allocations do not match their status. A decision allocates either an order's
 * tokens and bonus to the buyer, with a reward only to the referrer, or nothing. A reversal is always complete.
 * The latest decision of an approved order is not reversed, that of a reversed one is, and `given` are
 * its tokens; all other decisions are reversed or empty.
 */
export const listOddOrders = (
  db: Executor,
  companyId: string,
  limit: number,
): Promise<OddOrder[]> =>
  runText(
    db,
    `WITH decided AS (
       SELECT order_id, decision, sum(quantity) AS net, count(*) FILTER (WHERE kind IN ('REVERSAL', 'BONUS_REVERSAL')) AS reversals
         FROM allocations WHERE company_id = $1 GROUP BY order_id, decision
     ), summed AS (
       SELECT o.id, o.order_number, o.status, o.created_at, o.decision_count,
              CASE WHEN o.status IN ('APPROVED', 'REVERSED') THEN coalesce(o.approved_quantity, o.quantity) + bonus_of(o) ELSE 0 END AS owed,
              coalesce(sum(a.quantity) FILTER (WHERE a.kind IN ('PURCHASE', 'BONUS') AND a.member_id = o.member_id
                AND (a.decision = o.decision_count AND o.status IN ('APPROVED', 'REVERSED') OR d.reversals = 0)), 0) AS given,
              count(*) FILTER (WHERE a.kind IN ('PURCHASE', 'BONUS') AND a.member_id <> o.member_id
                OR a.kind = 'REFERRAL' AND a.member_id IS DISTINCT FROM o.referrer_id
                OR a.decision NOT BETWEEN 1 AND o.decision_count) AS strangers,
              count(*) FILTER (WHERE d.reversals > 0 AND d.net <> 0) AS halves,
              count(*) FILTER (WHERE d.reversals = 0 AND (o.status <> 'APPROVED' OR a.decision <> o.decision_count)) AS standing,
              count(*) FILTER (WHERE d.reversals > 0 AND o.status = 'APPROVED' AND a.decision = o.decision_count) AS withdrawn
         FROM orders o
         LEFT JOIN allocations a ON a.company_id = o.company_id AND a.order_id = o.id
         LEFT JOIN decided d ON d.order_id = a.order_id AND d.decision = a.decision
        WHERE o.company_id = $1
        GROUP BY o.company_id, o.id
     )
     SELECT order_number AS "orderNumber", status, owed::float8, given::float8 FROM summed
      WHERE owed <> given OR strangers > 0 OR halves > 0 OR standing > 0 OR withdrawn > 0
      ORDER BY created_at, id LIMIT $2`,
    [companyId, limit],
  );

/** A reward whose state, tokens and entries contradict one another. */
export interface OddReward {
  orderNumber: string;
  state: string | null;
  /** Tokens that the order states, those that it holds, and those of its standing entries. */
  stated: number;
  held: number;
  given: number;
}

/**
 * Lists decided orders whose reward differs from the ledger: an ALLOCATED one has its entry, no other
 * has one that stands, and one ON_HOLD is held.
 */
export const listOddRewards = (
  db: Executor,
  companyId: string,
  limit: number,
): Promise<OddReward[]> =>
  runText(
    db,
    `SELECT o.order_number AS "orderNumber", o.reward_state AS state, coalesce(o.reward_tokens, 0)::float8 AS stated,
            o.held_reward::float8 AS held, coalesce(g.tokens, 0)::float8 AS given
       FROM orders o
       LEFT JOIN (SELECT order_id, sum(quantity) AS tokens FROM allocations
                   WHERE company_id = $1 AND (kind = 'REFERRAL' OR kind = 'REVERSAL' AND is_reward(company_id, order_id, member_id, kind))
                   GROUP BY order_id) g ON g.order_id = o.id
      WHERE o.company_id = $1
        AND (coalesce(g.tokens, 0) <> CASE WHEN coalesce(o.reward_state, '') = 'ALLOCATED' THEN o.reward_tokens ELSE 0 END
          OR (coalesce(o.reward_state, '') = 'ON_HOLD' AND o.held_reward <> o.reward_tokens))
      ORDER BY o.created_at, o.id LIMIT $2`,
    [companyId, limit],
  );

/** Lists a company's campaigns, with what each states to be taken of its budget. */
export const listBudgets = (db: Executor, companyId: string) =>
  db
    .select({ id: campaigns.id, name: campaigns.name, taken: campaigns.taken })
    .from(campaigns)
    .where(eq(campaigns.companyId, companyId));

/** Lists a company's orders by id, with the figures that a rule computes. */
export async function listOrderFigures(
  db: Executor,
  companyId: string,
  {
    after,
    limit,
    underCampaign = false,
  }: { after: string | null; limit: number; underCampaign?: boolean },
) {
  return db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      status: orders.status,
      amountPaise: orders.amountPaise,
      priceMicroRupees: orders.priceMicroRupees,
      feeBps: orders.feeBps,
      quantity: orders.quantity,
      feePaise: orders.feePaise,
      totalPaise: orders.totalPaise,
      heldQuantity: orders.heldQuantity,
      heldReward: orders.heldReward,
      rewardState: orders.rewardState,
      rewardTokens: orders.rewardTokens,
      campaignId: orders.campaignId,
      holdReleasedAt: orders.holdReleasedAt,
      rewardBps: orders.rewardBps,
      bonusBps: orders.bonusBps,
      bonusTokens: orders.bonusTokens,
      referrerId: orders.referrerId,
      approvedQuantity: orders.approvedQuantity,
      approvedAmountPaise: orders.approvedAmountPaise,
      approvedFeePaise: orders.approvedFeePaise,
    })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        after ? gt(orders.id, after) : undefined,
        underCampaign ? isNotNull(orders.campaignId) : undefined,
      ),
    )
    .orderBy(asc(orders.id))
    .limit(limit);
}

/** Returns a company's supply and split, and its pools; null for the platform. */
export async function supplyFigures(db: Executor, companyId: string) {
  const [company] = await db
    .select({ totalSupply: companies.totalSupply, splitBps: companies.splitBps })
    .from(companies)
    .where(eq(companies.id, companyId));
  const pools = await db
    .select({
      pool: supplies.pool,
      total: supplies.total,
      held: supplies.held,
      allocated: supplies.allocated,
    })
    .from(supplies)
    .where(eq(supplies.companyId, companyId));
  return company ? { ...company, pools } : null;
}

/** Lists payments whose stored sums differ from their present applications and their refunds, in paise. */
export const listOddPaymentSums = (db: Executor, companyId: string, limit: number) =>
  runText<{ id: string } & Record<"applied" | "appliedDue" | "refunded" | "refundedDue", number>>(
    db,
    `SELECT p.id, p.applied_paise::float8 AS applied, p.refunded_paise::float8 AS refunded,
            coalesce(a.paise, 0)::float8 AS "appliedDue", coalesce(r.paise, 0)::float8 AS "refundedDue"
       FROM payments p
       LEFT JOIN (SELECT payment_id, sum(amount_paise) AS paise FROM payment_applications
                   WHERE company_id = $1 AND ended_at IS NULL
                   GROUP BY payment_id) a ON a.payment_id = p.id
       LEFT JOIN (SELECT payment_id, sum(amount_paise) AS paise FROM payment_refunds
                   WHERE company_id = $1 GROUP BY payment_id) r ON r.payment_id = p.id
      WHERE p.company_id = $1
        AND (p.applied_paise <> coalesce(a.paise, 0) OR p.refunded_paise <> coalesce(r.paise, 0))
      ORDER BY p.id LIMIT $2`,
    [companyId, limit],
  );

const PAYMENTS = [
  "payments",
  "payment_keys",
  "payment_evidence",
  "payment_applications",
  "payment_refunds",
];

/**
 * Counts, by table, the rows that no company's verification reads: those without a company, or of an
 * unknown log or pool.
 */
export function countMisplaced(db: Executor): Promise<{ table: string; rows: number }[]> {
  const ofNone = (table: string) =>
    `SELECT '${table}' AS name FROM ${table} t WHERE NOT EXISTS (SELECT 1 FROM companies c WHERE c.id = t.company_id)`;
  // The platform has an audit log of its own.
  const ofNeither = (table: string) => `${ofNone(table)} AND t.company_id <> '${PLATFORM_ID}'`;
  return runText(
    db,
    `SELECT name AS "table", count(*)::int AS rows FROM (
       ${[
         ...["allocations", "orders", "supplies", "merkle_nodes", "holdings", ...PAYMENTS].map(
           ofNone,
         ),
         ...["audit_entries", "audit_seals", "audit_unsealed", "checkpoints"].map(ofNeither),
         `SELECT 'checkpoints' FROM checkpoints WHERE log NOT IN (${literals(SEALED_LOGS)})`,
         `SELECT 'supplies' FROM supplies WHERE pool NOT IN (${literals(SUPPLY_POOLS)})`,
       ].join(" UNION ALL ")}) AS misplaced (name) GROUP BY name ORDER BY name`,
    [],
  );
}

const literals = (values: readonly string[]): string =>
  values.map((value) => `'${value}'`).join(", ");
