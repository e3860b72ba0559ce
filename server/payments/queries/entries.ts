import { rowOf, firstRow } from "@db/row-of";
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Executor, Reader } from "@db/client";
import { newId } from "@db/ids";
import { orders, paymentEvidence, paymentKeys, payments, statementLines, users } from "@db/schema";
import type { LineStatus, PaymentMethod } from "@db/vocabulary";
import { moveEvidence, returnedOf } from "./evidence";
import type { NamingEntry } from "./named-orders";
import { keysAt, type Payment } from "./payments";

/*
 * Entries are a bank's credits. The status of an entry follows from its payment (architecture.md §6): it
 * is matched once the payment is confirmed, set aside once it is put away, and else open. It is open
 * again if the bank's entries of the payment add up to another sum that no admin has accepted.
 */

type StatementLine = typeof statementLines.$inferSelect;

/** Joins the bank's evidence of a payment, in SQL. */
const bankOf = (payment: SQL) => sql`e.company_id = ${payment}.company_id
  AND e.payment_id = ${payment}.id AND e.source = 'BANK'`;

/** Payments `p` with an entry about which no admin has decided: few, by an index of their own. */
const undecided = (companyId: string) => sql`payments p
   WHERE p.company_id = ${companyId}
     AND p.id IN (SELECT u.payment_id FROM payment_evidence u
                   WHERE u.company_id = ${companyId} AND u.source = 'BANK' AND u.decided_at IS NULL)`;

/** True for a settled payment of which the bank shows another sum, or of which more went back than is on record. */
const isContradicted = sql`p.status IN ('CONFIRMED', 'PUT_AWAY')
  AND (SELECT sum(e.amount_paise) <> coalesce(p.received_paise, p.amount_paise)
              OR sum(${returnedOf("e")}) > p.refunded_paise
         FROM payment_evidence e WHERE ${bankOf(sql`p`)})`;

const contradicted = (companyId: string) =>
  sql`SELECT p.id FROM ${undecided(companyId)} AND ${isContradicted}`;

/**
 * Ids of payments whose entries are open: no admin has decided on them
 * (server/verification/queries/payment-faults.ts).
 */
const undecidedPayments = (companyId: string) => sql`
  SELECT p.id FROM ${undecided(companyId)}
     AND (p.status IN ('WAITING', 'UNALLOCATED', 'DOUBTED') OR ${isContradicted})`;

/** Selects a company's entries by status, in a query of `payment_evidence`. */
export const isInStatus = (companyId: string, status: LineStatus): SQL => sql`
  ${paymentEvidence.companyId} = ${companyId} AND ${paymentEvidence.source} = 'BANK' AND ${
    status === "OPEN"
      ? sql`${paymentEvidence.paymentId} IN (${undecidedPayments(companyId)})`
      : sql`${paymentEvidence.paymentStatus} = ${status === "MATCHED" ? "CONFIRMED" : "PUT_AWAY"}
          AND ${paymentEvidence.paymentId} NOT IN (${contradicted(companyId)})`
  }`;

export const evidenceOfLine = and(
  eq(paymentEvidence.companyId, statementLines.companyId),
  eq(paymentEvidence.lineId, statementLines.id),
);
export const paymentOfLine = rowOf(payments, paymentEvidence.companyId, paymentEvidence.paymentId);

export interface Entry {
  line: StatementLine;
  payment: Payment;
}

export const selectEntries = (db: Executor) =>
  db
    .select({ line: statementLines, payment: payments })
    .from(statementLines)
    .innerJoin(paymentEvidence, evidenceOfLine)
    .innerJoin(payments, paymentOfLine);

/**
 * Lists entries that wait for an admin, oldest first. The queue is matched as a whole and not paged by
 * `pageOfEntries`. It is read in parts, so that a long one does not block the process.
 */
export async function listOpenEntries(db: Executor, companyId: string): Promise<Entry[]> {
  const open = await db
    .select({ id: paymentEvidence.lineId })
    .from(paymentEvidence)
    .where(isInStatus(companyId, "OPEN"))
    .orderBy(asc(paymentEvidence.bookedOn), asc(paymentEvidence.lineId));
  const { bookedOn, id } = statementLines;
  const entries: Entry[] = [];
  for (let at = 0; at < open.length; at += AT_ONCE) {
    const ids = sql.param(open.slice(at, at + AT_ONCE).map((row) => row.id));
    const part = await selectEntries(db)
      .where(and(eq(statementLines.companyId, companyId), sql`${id} = ANY (${ids}::uuid[])`))
      .orderBy(asc(bookedOn), asc(id));
    entries.push(...part);
  }
  return entries;
}

/** Returns an entry; undefined for a debit or another company's. */
export const findEntry = (db: Executor, companyId: string, lineId: string) =>
  firstRow(selectEntries(db).where(rowOf(statementLines, companyId, lineId)));

/** Counts a company's entries by status. */
export async function countEntries(
  db: Reader,
  companyId: string,
): Promise<Record<LineStatus, number>> {
  const { rows } = await db.execute<{ status: LineStatus; total: string }>(sql`
    WITH contradicted AS (${contradicted(companyId)})
    SELECT CASE WHEN e.payment_id IN (SELECT id FROM contradicted) THEN 'OPEN'
                WHEN e.payment_status = 'CONFIRMED' THEN 'MATCHED'
                WHEN e.payment_status = 'PUT_AWAY' THEN 'SET_ASIDE' ELSE 'OPEN' END AS status,
           count(*) AS total
      FROM payment_evidence e
     WHERE e.company_id = ${companyId} AND e.source = 'BANK'
     GROUP BY 1`);
  const of = (status: LineStatus) => Number(rows.find((row) => row.status === status)?.total ?? 0);
  return { OPEN: of("OPEN"), MATCHED: of("MATCHED"), SET_ASIDE: of("SET_ASIDE") };
}

/** Counts the open entries of undecided payments: `count` entries with their sum `paise`. */
export const openEntries = (companyId: string): SQL => sql`
  SELECT coalesce(sum(bank.count), 0) AS count, coalesce(sum(bank.paise), 0) AS paise
    FROM payments p
    JOIN LATERAL (SELECT count(*) AS count, sum(e.amount_paise) AS paise
                    FROM payment_evidence e WHERE ${bankOf(sql`p`)}) AS bank ON bank.count > 0
   WHERE p.company_id = ${companyId} AND p.id IN (${undecidedPayments(companyId)})`;

/** Lists the entries of payments, oldest first. */
export const listEntriesOf = async (
  db: Executor,
  companyId: string,
  paymentIds: readonly string[],
): Promise<Entry[]> =>
  paymentIds.length === 0
    ? []
    : selectEntries(db)
        .where(and(eq(statementLines.companyId, companyId), inArray(payments.id, [...paymentIds])))
        .orderBy(asc(statementLines.bookedOn), asc(statementLines.id));

/** Selects the confirmed payments that were paid for an order or are applied to it. */
export const paymentsOfOrder = (companyId: string, orderId: string): SQL => sql`(
  SELECT p.id FROM payments p
   WHERE p.company_id = ${companyId} AND p.order_id = ${orderId} AND p.status = 'CONFIRMED'
   UNION
  SELECT a.payment_id FROM payment_applications a
   WHERE a.company_id = ${companyId} AND a.order_id = ${orderId} AND a.ended_at IS NULL)`;

/** Lists the entries that show the money of an order, oldest first. */
export const listLinesOf = (db: Executor, companyId: string, orderId: string) =>
  db
    .select({
      id: statementLines.id,
      bookedOn: statementLines.bookedOn,
      amountPaise: statementLines.amountPaise,
      reference: statementLines.reference,
    })
    .from(statementLines)
    .innerJoin(paymentEvidence, evidenceOfLine)
    .where(
      and(
        eq(statementLines.companyId, companyId),
        sql`${paymentEvidence.paymentId} IN ${paymentsOfOrder(companyId, orderId)}`,
      ),
    )
    .orderBy(asc(statementLines.bookedOn), asc(statementLines.id));

/** Locks the confirmed payments of an order and the payment of an entry, by id. */
export async function lockPaymentsToLink(
  tx: Executor,
  companyId: string,
  { orderId, lineId }: { orderId: string; lineId: string },
): Promise<Payment[]> {
  return tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.companyId, companyId),
        sql`${payments.id} IN (SELECT id FROM ${paymentsOfOrder(companyId, orderId)} AS served (id)
          UNION SELECT e.payment_id FROM payment_evidence e
                 WHERE e.company_id = ${companyId} AND e.line_id = ${lineId})`,
      ),
    )
    .orderBy(asc(payments.id))
    .for("no key update");
}

/**
 * Lists orders that a payment may be for: all waiting ones, and others of payments with one of these
 * keys, or that have one of these numbers.
 */
export async function listPayable(
  db: Executor,
  companyId: string,
  { keys, numbers }: { keys: readonly string[]; numbers: readonly string[] },
) {
  const read = (where: SQL) =>
    db
      .select({
        id: orders.id,
        orderNumber: orders.orderNumber,
        memberId: orders.memberId,
        memberName: users.name,
        /** Paise of the total, or the missing ones if a part was received. */
        totalPaise: sql<number>`${orders.totalPaise} - CASE ${orders.status} WHEN 'PENDING'
          THEN coalesce(${orders.receivedPaise}, 0) ELSE 0 END`.mapWith(Number),
        receivedPaise: orders.receivedPaise,
        reference: orders.reference,
        createdAt: orders.createdAt,
        status: orders.status,
        version: orders.submissionVersion,
        flags: orders.flags,
        paidAmountPaise: orders.paidAmountPaise,
        paymentId: orders.paymentId,
        keys: sql<string[]>`coalesce((SELECT json_agg(k.key) FROM payment_keys k
          WHERE k.company_id = ${orders.companyId} AND k.payment_id = ${orders.paymentId}), '[]')`,
      })
      .from(orders)
      .innerJoin(users, rowOf(users, companyId, orders.memberId))
      .where(and(eq(orders.companyId, companyId), where))
      .orderBy(asc(orders.createdAt), asc(orders.id));
  const pending = await read(eq(orders.status, "PENDING"));
  if (keys.length + numbers.length === 0) return pending;
  const decided = await read(sql`${orders.status} <> 'PENDING' AND ${orders.id} IN (
    SELECT id FROM orders WHERE company_id = ${companyId}
       AND order_number = ANY (${sql.param([...numbers])}::text[])
     UNION
    SELECT coalesce(o.id, p.order_id) FROM payment_keys k
      JOIN payments p ON p.company_id = k.company_id AND p.id = k.payment_id
      LEFT JOIN orders o ON o.company_id = k.company_id AND o.payment_id = k.payment_id
     WHERE k.company_id = ${companyId} AND k.key = ANY (${sql.param([...keys])}::text[]))`);
  return [...pending, ...decided];
}

/**
 * Moves an entry to another locked payment, about which no admin has decided. Deletes the keys that
 * only the bank gave its former payment, unless another entry is left.
 */
export async function withdrawEntry(
  tx: Executor,
  { lineId, from, to }: { lineId: string; from: Payment; to: Payment },
): Promise<void> {
  const { companyId } = to;
  const itself = and(eq(paymentEvidence.companyId, companyId), eq(paymentEvidence.lineId, lineId));
  await moveEvidence(tx, itself, to, { decidedAt: null, decidedBy: null });
  const [left] = await listEntriesOf(tx, companyId, [from.id]);
  if (left) return;
  await tx.delete(paymentKeys).where(and(keysAt(from), eq(paymentKeys.source, "BANK")));
}

/** A bank's entry in an import. */
export interface NewEntry extends NamingEntry {
  amountPaise: number;
  /** The number that was read from it, else the text of its column. */
  reference: string | null;
  method: PaymentMethod;
}

/** Selects the orders that wait with payments, or have received them as parts; `these` ends `payment_id`. */
export const waitingWith = (companyId: string, these: SQL): SQL => sql`
  SELECT o.id FROM orders o
   WHERE o.company_id = ${companyId} AND o.status = 'PENDING' AND o.payment_id ${these}
   UNION
  SELECT a.order_id FROM payment_applications a
   WHERE a.company_id = ${companyId} AND a.ended_at IS NULL AND a.payment_id ${these}`;

/**
 * Locks the orders that wait with a payment which has one of these keys, or have received it as a part,
 * by id. Orders are locked before payments.
 */
export async function lockOrdersWithKeys(
  tx: Executor,
  companyId: string,
  keys: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    SELECT FROM orders WHERE company_id = ${companyId} AND status = 'PENDING' AND id IN (${waitingWith(
      companyId,
      sql`IN (SELECT k.payment_id FROM payment_keys k
        WHERE k.company_id = ${companyId} AND k.counts AND k.key = ANY (${sql.param([...keys])}::text[]))`,
    )})
     ORDER BY id FOR NO KEY UPDATE`);
}

/** Locks the payments that count with these keys, by id, and returns them by key. */
export async function lockCountingByKey(
  tx: Executor,
  companyId: string,
  keys: readonly string[],
): Promise<Map<string, { id: string; amountPaise: number }>> {
  const these = sql.param([...keys]);
  await tx.execute(sql`
    SELECT FROM payments WHERE company_id = ${companyId} AND id IN (
      SELECT k.payment_id FROM payment_keys k
       WHERE k.company_id = ${companyId} AND k.counts AND k.key = ANY (${these}::text[]))
     ORDER BY id FOR NO KEY UPDATE`);
  // This is read under the locks, since a payment may have stopped counting.
  const { rows } = await tx.execute<{ key: string; id: string; paise: string }>(sql`
    SELECT k.key, p.id, coalesce(p.received_paise, p.amount_paise) AS paise
      FROM payment_keys k JOIN payments p ON p.company_id = k.company_id AND p.id = k.payment_id
     WHERE k.company_id = ${companyId} AND k.counts AND k.key = ANY (${these}::text[])`);
  return new Map(rows.map(({ key, id, paise }) => [key, { id, amountPaise: Number(paise) }]));
}

/** Rows of one INSERT. */
const AT_ONCE = 2_000;
const MANY = 200;

async function inParts<Row>(rows: readonly Row[], insert: (json: string) => Promise<void>) {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await insert(JSON.stringify(rows.slice(from, from + AT_ONCE)));
  }
}

/** Inserts payments that only an entry shows, without keys. */
export async function insertEntryPayments(
  tx: Executor,
  companyId: string,
  rows: readonly { id: string; entry: NewEntry }[],
): Promise<void> {
  await inParts(
    rows.map(({ id, entry }) => ({
      id,
      method: entry.method,
      reference: entry.reference,
      paise: entry.amountPaise,
    })),
    async (json) => {
      await tx.execute(sql`
        INSERT INTO payments (company_id, id, status, method, reference, amount_paise)
        SELECT ${companyId}, r.id, 'UNALLOCATED', r.method, r.reference, r.paise
          FROM jsonb_to_recordset(${json}::jsonb) AS r (id uuid, method text, reference text, paise bigint)`);
    },
  );
  // The plans of a connection's foreign key checks date from small tables, and would scan a table of
  // these rows whole for each of them.
  if (rows.length >= MANY) await tx.execute(sql`DISCARD PLANS`);
}

/**
 * Gives counting payments the bank's keys, in the order of the keys, so that two transactions with the
 * same ones do not deadlock. Returns the keys that another payment has.
 */
export async function insertBankKeys(
  tx: Executor,
  companyId: string,
  keys: readonly { id: string; key: string }[],
): Promise<Set<string>> {
  const taken = new Set(keys.map(({ key }) => key));
  const sorted = keys.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  await inParts(sorted, async (json) => {
    const { rows } = await tx.execute<{ key: string }>(sql`
      INSERT INTO payment_keys (company_id, payment_id, key, source, counts)
      SELECT ${companyId}, r.id, r.key, 'BANK', true
        FROM jsonb_to_recordset(${json}::jsonb) AS r (id uuid, key text) ORDER BY r.key COLLATE "C"
      ON CONFLICT DO NOTHING RETURNING key`);
    for (const { key } of rows) taken.delete(key);
  });
  return taken;
}

/** Deletes just inserted payments of entries that turned out to belong to other payments. */
export async function deleteEntryPayments(
  tx: Executor,
  companyId: string,
  ids: readonly string[],
): Promise<void> {
  const these = sql.param([...ids]);
  await tx.execute(sql`
    DELETE FROM payment_keys WHERE company_id = ${companyId} AND payment_id = ANY (${these}::uuid[])`);
  await tx.execute(sql`
    DELETE FROM payments WHERE company_id = ${companyId} AND id = ANY (${these}::uuid[])`);
}

/** Makes entries evidence of payments. */
export const insertBankEvidence = (
  tx: Executor,
  companyId: string,
  by: string,
  rows: readonly { paymentId: string; entry: NewEntry }[],
): Promise<void> =>
  inParts(
    rows.map(({ paymentId, entry }) => ({
      id: newId(),
      payment: paymentId,
      line: entry.lineId,
      paise: entry.amountPaise,
      reference: entry.reference,
    })),
    async (json) => {
      await tx.execute(sql`
        INSERT INTO payment_evidence (company_id, id, payment_id, payment_status, source, line_id, booked_on,
          amount_paise, reference, by)
        SELECT ${companyId}, r.id, r.payment,
               (SELECT p.status FROM payments p WHERE p.company_id = ${companyId} AND p.id = r.payment), 'BANK', r.line,
               (SELECT l.booked_on FROM statement_lines l WHERE l.company_id = ${companyId} AND l.id = r.line),
               r.paise, r.reference, ${by}::uuid
          FROM jsonb_to_recordset(${json}::jsonb) AS r (id uuid, payment uuid, line uuid, paise bigint, reference text)`);
    },
  );

/** Marks confirmed payments of exactly the bank's sum as decided. */
export async function settleAgreeing(
  tx: Executor,
  companyId: string,
  paymentIds: readonly string[],
): Promise<void> {
  if (paymentIds.length === 0) return;
  await tx.execute(sql`
    UPDATE payment_evidence AS seen SET decided_at = clock_timestamp()
      FROM payments p
     WHERE seen.company_id = ${companyId} AND seen.payment_id = ANY (${sql.param([...paymentIds])}::uuid[])
       AND seen.source = 'BANK' AND seen.decided_at IS NULL
       AND p.company_id = seen.company_id AND p.id = seen.payment_id AND p.status = 'CONFIRMED'
       AND p.received_paise = (SELECT sum(e.amount_paise) FROM payment_evidence e WHERE ${bankOf(sql`p`)})`);
}

/** Number of imported entries above which the planner's statistics are outdated. */
const UNKNOWN_TO_PLANNER = 1_000;

/**
 * Analyzes the tables after a committed import: until autovacuum does, lists of a new company's entries
 * would be planned for a handful of rows, and take minutes.
 */
export async function analyzeAfter(db: Executor, added: number): Promise<void> {
  if (added < UNKNOWN_TO_PLANNER) return;
  await db.execute(sql`ANALYZE statement_lines, payments, payment_keys, payment_evidence`);
}
