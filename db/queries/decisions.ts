import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { DEMANDS, type Executor } from "../client";
import { PLACE } from "../join-rows";
import {
  elementsOf,
  listedRows,
  named,
  namesOf,
  perKey,
  prepared,
  preparedSql,
  rowsOf,
  TAKES_ROWS,
} from "../prepared";
import { orders, users } from "../schema";
import type { AllocationKind } from "../vocabulary";
import { recipient } from "./recipients";
import { clock, type Move, type Order } from "./orders";
import { isReceivedBefore } from "./payment-references";

const referrers = alias(users, "referrers");

/**
 * An order of a company by its id, locked, with its member, its referrer and the time; undefined if
 * there is none. One statement: the people's rows are not locked.
 */
export async function lockOrderWithPeople(tx: Executor, companyId: string, id: string) {
  const [row] = await lockingOrder(tx, { companyId, ids: [id] });
  return row;
}
export type OrderWithPeople = NonNullable<Awaited<ReturnType<typeof lockOrderWithPeople>>>;

const lockingOrder = prepared(
  (db) =>
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
        // Last: it tells whose row this is.
        [PLACE]: sql<number>`place`.mapWith(Number),
      })
      // In one order, so that of two transactions with the same orders one goes first.
      .from(
        sql`(SELECT item AS asked_id, place FROM ${elementsOf("ids", "uuid")} ORDER BY item) AS asked`,
      )
      // Locked first: what else is asked then is of the order as it is.
      .innerJoinLateral(
        db
          .select()
          .from(orders)
          .where(and(eq(orders.companyId, named("companyId")), sql`${orders.id} = asked_id`))
          .for("no key update")
          .as("orders"),
        sql`true`,
      )
      .innerJoin(users, and(eq(users.companyId, orders.companyId), eq(users.id, orders.memberId)))
      .leftJoin(
        referrers,
        and(eq(referrers.companyId, orders.companyId), eq(referrers.id, orders.referrerId)),
      ),
  TAKES_ROWS,
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
  const row = {
    ...columnsOf(change),
    ...{ id: order.id, was: order.status, fromHeld: pool.fromHeld, toAllocated: pool.toAllocated },
    added: allocations.map(({ memberId, orderId, ...rest }) => ({
      ...rest,
      member_id: memberId,
      order_id: orderId,
    })),
  };
  const values = { companyId: order.companyId, rows: rowsOf(row) };
  const names = namesOf(change);
  if (allocations.length > 0) await settlingWithAllocations(names)(tx, { ...values, genesis });
  else await settlingOnly(names)(tx, values);
}

const columns = getTableColumns(orders);
type Column = keyof typeof columns;

/** The columns that a change names, by their names in the table, as values of JSON. */
const columnsOf = (change: Move) =>
  Object.fromEntries(
    Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const column = columns[name as Column];
        return [column.name, value === null ? null : column.mapToDriverValue(value)];
      }),
  );

/** The orders, which the transaction has locked before, with these columns changed, and their pool. */
function settled(names: string) {
  const changed = names.split(" ").map((name) => columns[name as Column]);
  const types = changed.map((column) => sql.raw(`"${column.name}" ${column.getSQLType()}`));
  const sets = changed.map(({ name }) => sql.raw(`"${name}" = decided."${name}"`));
  return sql`
    decided AS (
      SELECT place, decision.* FROM ${listedRows} CROSS JOIN LATERAL jsonb_to_record(item) AS decision
        (id uuid, was text, "fromHeld" bigint, "toAllocated" bigint, added jsonb, ${sql.join(types, sql`, `)})
    ), moved AS (
      UPDATE orders SET expiry_notice_due = false, updated_at = now(), ${sql.join(sets, sql`, `)}
      FROM decided
      WHERE orders.company_id = ${named("companyId")} AND orders.id = decided.id AND orders.status = decided.was
      RETURNING "fromHeld", "toAllocated"
    ), tokens AS (
      SELECT sum("fromHeld")::bigint AS from_held, sum("toAllocated")::bigint AS to_allocated
      FROM moved HAVING count(*) = (SELECT count(*) FROM decided)
    ), pool AS (
      UPDATE supplies SET held = held - from_held, allocated = allocated + to_allocated
      FROM tokens
      WHERE supplies.company_id = ${named("companyId")} AND supplies.pool = 'REFERRAL'
        AND held >= from_held AND allocated >= -to_allocated
      RETURNING supplies.company_id, date_trunc('milliseconds', clock_timestamp()) AS locked_at
    )`;
}

/** What each order and the pool depend on did not take place unless all rows are there. */
const demandRows = (rows: SQL, wanted: SQL) => sql`
  SELECT demand((SELECT count(*) FROM ${rows}) = (${wanted}), ${sql.raw(`'${DEMANDS.rows}'`)},
    'The order or the pool is not as it was read, or has too few tokens.')`;

const settlingOnly = perKey((names) =>
  preparedSql(() => sql`WITH ${settled(names)} ${demandRows(sql`pool`, sql`1`)}`, TAKES_ROWS),
);

/** Then the pool's chain. */
const settlingWithAllocations = perKey((names) =>
  preparedSql(
    () => sql`
    WITH RECURSIVE ${settled(names)}, added AS (
      SELECT row_number() OVER (ORDER BY decided.place, listed.place) AS place, allocation.*
      FROM decided CROSS JOIN LATERAL jsonb_array_elements(decided.added) WITH ORDINALITY AS listed (item, place)
      CROSS JOIN LATERAL jsonb_to_record(item) AS allocation
        (id uuid, member_id uuid, order_id uuid, kind text, quantity bigint, text text[])
    ), chain AS (
      SELECT company_id, locked_at, 0::bigint AS place, coalesce(head.sequence, 0) AS sequence,
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
    ) ${demandRows(sql`appended`, sql`SELECT count(*) FROM added`)}`,
    TAKES_ROWS,
  ),
);
