import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { DEMANDS, type Executor } from "../client";
import { named, namedAll, namesOf, perKey, prepared, preparedSql } from "../prepared";
import { orders, users } from "../schema";
import type { AllocationKind } from "../vocabulary";
import { recipient } from "./recipients";
import { clock, type Move, type Order, movingOrder } from "./orders";
import { isReceivedBefore } from "./payment-references";

const referrers = alias(users, "referrers");

/**
 * An order of a company by its id, locked, with its member, its referrer and the time; undefined if
 * there is none. One statement: the people's rows are not locked.
 */
export async function lockOrderWithPeople(tx: Executor, companyId: string, id: string) {
  const [row] = await lockingOrder(tx, { companyId, id });
  return row;
}
export type OrderWithPeople = NonNullable<Awaited<ReturnType<typeof lockOrderWithPeople>>>;

const lockingOrder = prepared((db) =>
  db
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
      /** Whether money with the number of its submission was received before, for it or another order. */
      isReceived: isReceivedBefore,
    })
    // Locked first: what else is asked then is of the order as it is.
    .from(
      db
        .select()
        .from(orders)
        .where(and(eq(orders.companyId, named("companyId")), eq(orders.id, named("id"))))
        .for("no key update")
        .as("orders"),
    )
    .innerJoin(users, and(eq(users.companyId, orders.companyId), eq(users.id, orders.memberId)))
    .leftJoin(
      referrers,
      and(eq(referrers.companyId, orders.companyId), eq(referrers.id, orders.referrerId)),
    ),
);

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
 * company's chain, in one statement. Send it last, with COMMIT (`commitWith`): the pool's row, locked
 * until then, is what every buyer and decision of the company waits for. Fails on the server if any
 * part did not take place. The chain follows `chainAllocation`.
 */
export async function settleOrder(
  tx: Executor,
  { order, change, pool, appended }: Settlement,
): Promise<void> {
  const { allocations, genesis } = appended ?? { allocations: [], genesis: "" };
  const added = allocations.map(({ memberId, orderId, ...rest }, index) => ({
    ...rest,
    place: index + 1,
    member_id: memberId,
    order_id: orderId,
  }));
  const settling = allocations.length > 0 ? settlingWithAllocations : settlingOnly;
  await settling(namesOf(change))(tx, {
    ...change,
    ...{ companyId: order.companyId, id: order.id, was: order.status },
    ...{ fromHeld: pool.fromHeld, toAllocated: pool.toAllocated, genesis },
    ...{ added: JSON.stringify(added), rows: Math.max(1, allocations.length) },
  });
}

/** The order, which the transaction has locked before, with these columns changed. */
function moving(db: Executor, columns: string) {
  const order = { companyId: named("companyId"), id: named("id"), status: named("was") };
  const move = movingOrder(db, order, namedAll<Move>(columns));
  return sql`moved AS ${move.returning({ companyId: orders.companyId })}`;
}

// Each row depends on the pool's, and that on the order's.
const demandRows = sql`SELECT demand(count(*) = ${named("rows")}::int, ${sql.raw(`'${DEMANDS.rows}'`)},
    'The order or the pool is not as it was read, or has too few tokens.')`;

/** Then its pool. */
const settled = sql`
    UPDATE supplies SET held = held - ${named("fromHeld")}::bigint, allocated = allocated + ${named("toAllocated")}::bigint
    FROM moved
    WHERE supplies.company_id = moved.company_id AND supplies.pool = 'REFERRAL'
      AND held >= ${named("fromHeld")}::bigint AND allocated >= -${named("toAllocated")}::bigint`;

const settlingOnly = perKey((columns) =>
  preparedSql(
    (db) => sql`
    WITH ${moving(db, columns)}, pool AS (${settled} RETURNING 1) ${demandRows} FROM pool`,
  ),
);

/** Then the pool's chain. */
const settlingWithAllocations = perKey((columns) =>
  preparedSql(
    (db) => sql`
    WITH RECURSIVE ${moving(db, columns)}, pool AS (${settled}
      RETURNING supplies.company_id, date_trunc('milliseconds', clock_timestamp()) AS locked_at
    ), added AS (
      SELECT * FROM jsonb_to_recordset(${named("added")}::jsonb) AS added
        (place int, id uuid, member_id uuid, order_id uuid, kind text, quantity bigint, text text[])
    ), chain AS (
      SELECT company_id, locked_at, 0 AS place, coalesce(head.sequence, 0) AS sequence,
        NULL::text AS previous_hash, NULL::text AS hashed_bytes, coalesce(head.hash, ${named("genesis")}::text) AS hash
      FROM pool LEFT JOIN LATERAL chain_head(company_id) AS head ON true
      UNION ALL
      SELECT company_id, locked_at, added.place, chain.sequence + 1, chain.hash, bytes,
        encode(sha256(convert_to(chain.hash || E'\\n' || bytes, 'UTF8')), 'hex')
      FROM chain JOIN added ON added.place = chain.place + 1
      CROSS JOIN LATERAL (SELECT text[1] || (chain.sequence + 1) || text[2] ||
        to_char(locked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || text[3]) AS hashed (bytes)
    ), appended AS (
    INSERT INTO allocations (company_id, sequence, id, member_id, quantity, kind, order_id,
      previous_hash, hashed_bytes, hash, created_at)
    SELECT company_id, sequence, id, member_id, quantity, kind, order_id,
      previous_hash, hashed_bytes, hash, locked_at
    FROM chain JOIN added USING (place) RETURNING 1
    ) ${demandRows} FROM appended`,
  ),
);
