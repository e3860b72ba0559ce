import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "../client";
import { orders, users } from "../schema";
import type { AllocationKind } from "../vocabulary";
import { recipient } from "./recipients";
import { clock, type Move, type Order, movingOrder } from "./orders";

const referrers = alias(users, "referrers");

/**
 * An order of a company by its id, locked, with its member, its referrer and the time; undefined if
 * there is none. One statement: the people's rows are not locked.
 */
export async function lockOrderWithPeople(tx: Executor, companyId: string, id: string) {
  const [row] = await tx
    .select({
      order: orders,
      member: { ...recipient, mobile: users.mobile },
      referrer: {
        id: referrers.id,
        email: referrers.email,
        language: referrers.language,
        referralCode: referrers.referralCode,
        role: referrers.role,
        status: referrers.status,
        deletedAt: referrers.deletedAt,
      },
      now: clock,
    })
    .from(orders)
    .innerJoin(users, and(eq(users.companyId, orders.companyId), eq(users.id, orders.memberId)))
    .leftJoin(
      referrers,
      and(eq(referrers.companyId, orders.companyId), eq(referrers.id, orders.referrerId)),
    )
    .where(and(eq(orders.companyId, companyId), eq(orders.id, id)))
    .for("no key update", { of: orders });
  return row;
}
export type OrderWithPeople = NonNullable<Awaited<ReturnType<typeof lockOrderWithPeople>>>;

/** An allocation but for what only its place in the chain determines: sequence, time and hashes. */
interface UnchainedAllocation {
  id: string;
  memberId: string;
  orderId: string;
  kind: AllocationKind;
  /** Tokens; negative on a REVERSAL. */
  quantity: number;
  /** The text to hash before the sequence, between sequence and time, and after the time. */
  text: readonly [string, string, string];
}

export interface Appended {
  allocations: readonly UnchainedAllocation[];
  /** The previous hash of the company's first allocation. */
  genesis: string;
}

interface Settlement {
  /** As it was read under its lock. */
  order: Pick<Order, "companyId" | "id" | "status">;
  change: Move;
  /** Tokens that are held no longer, and tokens that are allocated from now on (negative: no longer). */
  pool: { fromHeld: number; toAllocated: number };
  /** Without it, nothing is appended. */
  appended?: Appended;
}

/**
 * Decides an order: moves it and the tokens of its pool, and appends its allocations to the
 * company's chain, in one statement. Send it last, with nothing but COMMIT after its answer: the
 * pool's row, locked until then, is what every buyer and decision of the company waits for. Throws
 * if any part did not take place, so that the transaction is rolled back. The chain follows
 * `chainAllocation`.
 */
export async function settleOrder(
  tx: Executor,
  { order, change, pool, appended }: Settlement,
): Promise<void> {
  // The order first, which the transaction has locked before; then the pool, then its chain.
  const move = movingOrder(tx, order, change).returning({ companyId: orders.companyId });
  const moved = sql`moved AS ${move}`;
  const settled = sql`
    UPDATE supplies SET held = held - ${pool.fromHeld}::bigint, allocated = allocated + ${pool.toAllocated}::bigint
    FROM moved
    WHERE supplies.company_id = moved.company_id AND supplies.pool = 'REFERRAL'
      AND held >= ${pool.fromHeld}::bigint AND allocated >= ${-pool.toAllocated}::bigint`;
  const { allocations, genesis } = appended ?? { allocations: [], genesis: "" };
  const added = allocations.map(({ memberId, orderId, ...rest }, index) => ({
    ...rest,
    place: index + 1,
    member_id: memberId,
    order_id: orderId,
  }));
  const { rowCount } = await tx.execute(
    allocations.length === 0
      ? sql`WITH ${moved} ${settled}`
      : sql`
    WITH RECURSIVE ${moved}, pool AS (${settled}
      RETURNING supplies.company_id, date_trunc('milliseconds', clock_timestamp()) AS locked_at
    ), added AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(added)}::jsonb) AS added
        (place int, id uuid, member_id uuid, order_id uuid, kind text, quantity bigint, text text[])
    ), chain AS (
      SELECT company_id, locked_at, 0 AS place, coalesce(head.sequence, 0) AS sequence,
        NULL::text AS previous_hash, NULL::text AS hashed_bytes, coalesce(head.hash, ${genesis}::text) AS hash
      FROM pool LEFT JOIN LATERAL chain_head(company_id) AS head ON true
      UNION ALL
      SELECT company_id, locked_at, added.place, chain.sequence + 1, chain.hash, bytes,
        encode(sha256(convert_to(chain.hash || E'\\n' || bytes, 'UTF8')), 'hex')
      FROM chain JOIN added ON added.place = chain.place + 1
      CROSS JOIN LATERAL (SELECT text[1] || (chain.sequence + 1) || text[2] ||
        to_char(locked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || text[3]) AS hashed (bytes)
    )
    INSERT INTO allocations (company_id, sequence, id, member_id, quantity, kind, order_id,
      previous_hash, hashed_bytes, hash, created_at)
    SELECT company_id, sequence, id, member_id, quantity, kind, order_id,
      previous_hash, hashed_bytes, hash, locked_at
    FROM chain JOIN added USING (place)`,
  );
  // Each row depends on the pool's, and that on the order's.
  if (rowCount !== Math.max(1, allocations.length)) {
    throw new Error("The order or the pool is not as it was read, or has too few tokens.");
  }
}
