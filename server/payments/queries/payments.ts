import { rowOf, firstRow } from "@db/row-of";
import { and, asc, eq, getTableColumns, inArray, isNull, like, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { paymentApplications, paymentEvidence, paymentKeys, payments } from "@db/schema";
import { writeTogether } from "@db/write-together";
import { newId } from "@db/ids";
import { COUNTING_STATUSES, type KeySource } from "@db/vocabulary";
import { evidenceAt, findEvidenceOfLine, moveEvidence } from "./evidence";

/*
 * The rule of payments (architecture.md §6): among payments that count, a key is unique in its company
 * (`payment_keys_once`). An insert waits for a concurrent one of the same key by itself.
 */

export type Payment = typeof payments.$inferSelect;
export type NewPayment = typeof payments.$inferInsert;
type PaymentRef = Pick<Payment, "companyId" | "id">;

/** A number in its canonical form, and whether a person or a bank gave it. */
export interface PaymentKey {
  key: string;
  source: KeySource;
}

const at = ({ companyId, id }: PaymentRef) => rowOf(payments, companyId, id);

/** Passes all ids as one parameter: a statement has at most 65,535 of them. */
const isOneOf = (column: PgColumn, ids: readonly string[]) =>
  sql`${column} = ANY (${sql.param([...ids])}::uuid[])`;

export const keysAt = ({ companyId, id }: PaymentRef) =>
  and(eq(paymentKeys.companyId, companyId), eq(paymentKeys.paymentId, id));
const inForce = (companyId: string, orderId: string) =>
  and(
    eq(paymentApplications.companyId, companyId),
    eq(paymentApplications.orderId, orderId),
    isNull(paymentApplications.endedAt),
  );

/** Returns the rest of a payment, in paise: received − applied − refunded. */
export const leftOf = (payment: Payment): number =>
  (payment.receivedPaise ?? 0) - payment.appliedPaise - payment.refundedPaise;

/** Returns `leftOf` in SQL; null until the payment is confirmed. */
export const leftPaise = sql<number>`(${payments.receivedPaise} - ${payments.appliedPaise} - ${payments.refundedPaise})`;
/** Repeats the predicate of the index `payments_left` literally. */
export const isLeft = sql`${payments.receivedPaise} > ${payments.appliedPaise} + ${payments.refundedPaise}`;

/** Returns a payment by its id; undefined if the company has none. */
export const findPayment = (db: Executor, companyId: string, id: string) =>
  firstRow(db.select().from(payments).where(at({ companyId, id })));

export async function findPayments(
  db: Executor,
  companyId: string,
  ids: readonly string[],
): Promise<Payment[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.companyId, companyId), inArray(payments.id, [...ids])));
}

export const lockPayment = (tx: Executor, companyId: string, id: string) =>
  firstRow(
    tx
      .select()
      .from(payments)
      .where(at({ companyId, id }))
      .for("no key update")
      .prepare("lock_payment")
      .execute(),
  );

/** Lists the payments that were named for an order or serve it, by id. */
export const listPaymentsOf = (
  db: Executor,
  companyId: string,
  orderId: string,
): Promise<Payment[]> =>
  db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.companyId, companyId),
        or(
          eq(payments.orderId, orderId),
          inArray(
            payments.id,
            db
              .select({ id: paymentApplications.paymentId })
              .from(paymentApplications)
              .where(inForce(companyId, orderId)),
          ),
        ),
      ),
    )
    .orderBy(asc(payments.id));

/**
 * Locks the payments that its member or an admin named for an order, and those that count with one of
 * these keys (`findCounting`), by id.
 */
export async function lockPaymentsOf(
  tx: Executor,
  { companyId, orderId }: { companyId: string; orderId: string },
  keys: readonly string[],
): Promise<Payment[]> {
  const ofOrder = tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.companyId, companyId), eq(payments.orderId, orderId)));
  return tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.companyId, companyId),
        sql`${payments.id} = ANY (ARRAY(${ofOrder.unionAll(withKeys(tx, companyId, keys))}))`,
        or(eq(payments.orderId, orderId), payments.counts),
      ),
    )
    .orderBy(asc(payments.id))
    .for("no key update")
    .prepare("lock_payments_of")
    .execute();
}

/** Selects the ids of the counting payments with one of these keys. */
const withKeys = (tx: Executor, companyId: string, keys: readonly string[]) =>
  tx
    .select({ id: paymentKeys.paymentId })
    .from(paymentKeys)
    .where(and(eq(paymentKeys.companyId, companyId), isOneKey(keys), sql`${paymentKeys.counts}`));

/** Passes all keys as one parameter. */
const isOneKey = (keys: readonly string[]) =>
  sql`${paymentKeys.key} = ANY (${sql.param([...keys])}::text[])`;

/**
 * Locks the counting payments with one of these keys, by id. One that another transaction is inserting
 * is not found: an insert with its key waits for it and then finds it.
 */
export async function findCounting(
  tx: Executor,
  companyId: string,
  keys: readonly string[],
): Promise<Payment[]> {
  if (keys.length === 0) return [];
  return tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.companyId, companyId),
        inArray(payments.id, withKeys(tx, companyId, keys)),
        // The condition is checked again under the lock: the payment may have stopped counting.
        eq(payments.counts, true),
      ),
    )
    .orderBy(asc(payments.id))
    .for("no key update")
    .prepare("find_counting")
    .execute();
}

/**
 * Lists every payment with one of these keys, counting or not, with the key; and those that count with a
 * key, longer than one of UPI, that contains one of the parts. Locks nothing.
 */
export async function listWithKeys(
  db: Executor,
  companyId: string,
  keys: readonly string[],
  parts: readonly string[] = [],
) {
  if (keys.length === 0) return [];
  const isLong = sql`${paymentKeys.counts} AND length(${paymentKeys.key}) > 12`;
  const contains = parts.map((part) => and(isLong, like(paymentKeys.key, `%${part}%`)));
  const isWanted = or(inArray(paymentKeys.key, [...keys]), ...contains);
  return db
    .select({ payment: payments, key: paymentKeys.key })
    .from(paymentKeys)
    .innerJoin(payments, rowOf(payments, companyId, paymentKeys.paymentId))
    .where(and(eq(paymentKeys.companyId, companyId), isWanted))
    .orderBy(asc(payments.createdAt), asc(payments.id));
}

export async function keysOf(
  db: Executor,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const keys = new Map<string, string[]>();
  if (ids.length === 0) return keys;
  const rows = await db
    .select({ id: paymentKeys.paymentId, key: paymentKeys.key })
    .from(paymentKeys)
    .where(and(eq(paymentKeys.companyId, companyId), isOneOf(paymentKeys.paymentId, ids)))
    .orderBy(asc(paymentKeys.paymentId), asc(paymentKeys.key));
  for (const { id, key } of rows) keys.set(id, [...(keys.get(id) ?? []), key]);
  return keys;
}

/** Tells whether a person, not only a bank, gave a payment one of these keys. */
export async function hasTypedKey(
  db: Executor,
  payment: PaymentRef,
  keys: readonly string[],
): Promise<boolean> {
  if (keys.length === 0) return false;
  const found = await db
    .select({ key: paymentKeys.key })
    .from(paymentKeys)
    .where(
      and(keysAt(payment), eq(paymentKeys.source, "TYPED"), inArray(paymentKeys.key, [...keys])),
    );
  return found.length > 0;
}

/**
 * Inserts a payment with its keys and a person's evidence of it, in one statement. Returns undefined and
 * writes nothing if it would count and another payment counts with one of them: read that with
 * {@link findCounting}.
 */
export async function insertPayment(
  tx: Executor,
  values: Omit<NewPayment, "id">,
  keys: readonly PaymentKey[],
  told?: NewEvidence,
): Promise<Payment | undefined> {
  const id = newId();
  const { companyId, status } = values;
  const counts = COUNTING_STATUSES.some((one) => one === status);
  const rows = rowsOfKeys({ companyId, id, counts }, keys);
  const evidence = told && { ...told, companyId, paymentId: id, paymentStatus: status };
  const [inserted] = await tx
    .with(
      ...(rows.length > 0 ? [tx.$with("named", {}).as(insertionOfKeys(tx, rows).getSQL())] : []),
      ...(evidence
        ? [tx.$with("told", {}).as(tx.insert(paymentEvidence).values(evidence).getSQL())]
        : []),
    )
    .insert(payments)
    .values({ ...values, id })
    .returning({
      ...getTableColumns(payments),
      named: rows.length > 0 ? sql<number>`(SELECT count(*)::int FROM named)` : sql<number>`0`,
    });
  if (!inserted) throw new Error("The payment was not inserted.");
  const { named, ...payment } = inserted;
  if (named === rows.length) return payment;
  await tx.delete(paymentEvidence).where(evidenceAt(payment));
  await tx.delete(paymentKeys).where(keysAt(payment));
  await tx.delete(payments).where(at(payment));
  return undefined;
}

/** A person's evidence of a payment. */
type NewEvidence = Pick<
  typeof paymentEvidence.$inferInsert,
  "source" | "by" | "reference" | "proofMediaId" | "amountPaise"
>;

/**
 * Gives a payment keys, in their order, so that two transactions with the same ones do not deadlock.
 * Returns false if another payment counts with one of them; the rest are written.
 */
export async function addKeys(
  tx: Executor,
  payment: Payment,
  keys: readonly PaymentKey[],
): Promise<boolean> {
  const own = await keysOf(tx, payment.companyId, [payment.id]);
  const known = new Set(own.get(payment.id));
  const typed = keys.filter(({ source }) => source === "TYPED");
  await nameKeys(
    tx,
    payment,
    typed.map(({ key }) => key),
  );
  const rows = rowsOfKeys(
    payment,
    keys.filter(({ key }) => !known.has(key)),
  );
  return rows.length === 0 || (await insertionOfKeys(tx, rows)).length === rows.length;
}

/** Records that a person gave a payment these of its keys, which a bank may have given it before. */
export async function nameKeys(
  tx: Executor,
  { companyId, id }: PaymentRef,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .update(paymentKeys)
    .set({ source: "TYPED" })
    .where(
      and(
        eq(paymentKeys.companyId, companyId),
        eq(paymentKeys.paymentId, id),
        inArray(paymentKeys.key, [...keys]),
      ),
    );
}

/** Returns the rows of a payment's keys, each once, in their order. */
function rowsOfKeys(
  { companyId, id: paymentId, counts }: Pick<Payment, "companyId" | "id" | "counts">,
  keys: readonly PaymentKey[],
) {
  const each = new Map(keys.map((one) => [one.key, one]));
  const sorted = [...each.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  return sorted.map((one) => ({ ...one, companyId, paymentId, counts }));
}

/** Leaves out keys with which another payment counts. */
const insertionOfKeys = (tx: Executor, rows: (typeof paymentKeys.$inferInsert)[]) =>
  tx.insert(paymentKeys).values(rows).onConflictDoNothing().returning({ key: paymentKeys.key });

/** Columns in which a payment changes; {@link applyPayment} and {@link refundPayment} maintain its sums. */
export type PaymentChange = Partial<
  Omit<NewPayment, "companyId" | "id" | "appliedPaise" | "refundedPaise" | "settledAt">
>;

/**
 * Changes a locked payment. CONFIRMED requires `receivedPaise`; every other status clears it. Violates
 * `payment_keys_once` if it would count and another payment counts with one of its keys.
 */
export async function movePayment(
  tx: Executor,
  payment: PaymentRef,
  change: PaymentChange,
): Promise<Payment> {
  const { status } = change;
  const [row] = await tx
    .update(payments)
    .set({
      ...change,
      ...(status !== undefined && status !== "CONFIRMED" && NOT_RECEIVED),
      ...(change.settledBy && { settledAt: sql`clock_timestamp()` }),
    })
    .where(at(payment))
    .returning();
  if (!row) throw new Error("A locked payment is gone.");
  return row;
}

const addedPaise = (paise: number) => sql`${payments.appliedPaise} + ${paise}::bigint`;

const NOT_RECEIVED = { receivedPaise: null, receivedAt: null, confirmedBy: null };

interface Confirmation {
  receivedPaise: number;
  by: string;
  at: Date;
  /** The number of the admin's evidence of it, where the confirmation is one. */
  reference?: string | null;
  /** The order that takes a part of it at once, as by {@link applyPayment}. */
  applied?: Application;
}

/**
 * Records in one statement that a locked payment arrived. An audit entry states the result
 * (`statedPayment`). Throws as {@link movePayment} does.
 */
export async function confirmPayment(
  tx: Executor,
  payment: Payment,
  { receivedPaise, by, at: receivedAt, reference, applied }: Confirmation,
): Promise<Payment> {
  const { companyId, id: paymentId } = payment;
  const change = {
    status: "CONFIRMED" as const,
    receivedPaise,
    receivedAt,
    confirmedBy: by,
    appliedPaise: payment.appliedPaise + (applied?.amountPaise ?? 0),
  };
  const evidence = {
    companyId,
    paymentId,
    paymentStatus: change.status,
    source: "ADMIN" as const,
    by,
    amountPaise: receivedPaise,
    reference,
    createdAt: receivedAt,
  };
  const [moved] = await writeTogether(tx, [
    tx.update(payments).set(change).where(at(payment)).getSQL(),
    ...(applied ? [insertionOfApplication(tx, payment, applied).getSQL()] : []),
    ...(reference === undefined ? [] : [tx.insert(paymentEvidence).values(evidence).getSQL()]),
  ]);
  if (moved !== 1) throw new Error("A locked payment is gone.");
  return { ...payment, ...change, counts: true };
}

/** Merges two locked payments: `from` becomes MERGED, and `into` gets its keys and evidence. */
export async function mergePayment(tx: Executor, from: Payment, into: Payment): Promise<void> {
  await movePayment(tx, from, { status: "MERGED" });
  const known = await keysOf(tx, into.companyId, [into.id]);
  const ofFrom = keysAt(from);
  const same = known.get(into.id) ?? [];
  if (same.length > 0) {
    await tx.delete(paymentKeys).where(and(ofFrom, inArray(paymentKeys.key, same)));
  }
  await tx.update(paymentKeys).set({ paymentId: into.id, counts: into.counts }).where(ofFrom);
  await moveEvidence(tx, evidenceAt(from), into);
}

/** Locks the payment of a bank's entry; undefined for a debit or another company's entry. */
export async function lockPaymentOfLine(
  tx: Executor,
  companyId: string,
  lineId: string,
): Promise<Payment | undefined> {
  for (;;) {
    const found = await findEvidenceOfLine(tx, companyId, lineId);
    if (!found) return undefined;
    const payment = await lockPayment(tx, companyId, found.paymentId);
    // The entry may belong to another payment now, if this one was merged or withdrawn while the lock
    // was waited for.
    const now = await findEvidenceOfLine(tx, companyId, lineId);
    if (now?.paymentId === found.paymentId) return payment;
  }
}

/** Paise of a payment that an order takes. */
interface Application {
  orderId: string;
  amountPaise: number;
}

/** Applies a part of a locked payment to an order. Violates `payments_sums` beyond the rest. */
export async function applyPayment(
  tx: Executor,
  payment: PaymentRef,
  applied: Application,
): Promise<void> {
  await tx
    .update(payments)
    .set({ appliedPaise: addedPaise(applied.amountPaise) })
    .where(at(payment))
    .prepare("apply_payment")
    .execute();
  await insertionOfApplication(tx, payment, applied);
}

const insertionOfApplication = (
  tx: Executor,
  { companyId, id: paymentId }: PaymentRef,
  applied: Application,
) => tx.insert(paymentApplications).values({ companyId, paymentId, ...applied });

/** Lists the payments that are applied to an order, oldest first, with their sums. */
export const listApplied = (db: Executor, companyId: string, orderId: string) =>
  db
    .select({ payment: payments, amountPaise: paymentApplications.amountPaise })
    .from(paymentApplications)
    .innerJoin(payments, rowOf(payments, companyId, paymentApplications.paymentId))
    .where(inForce(companyId, orderId))
    .orderBy(asc(payments.receivedAt), asc(payments.id));

/**
 * Ends the applications of payments to an order: the money becomes unallocated. An audit entry of the
 * order states the time. Returns the ids of the payments.
 */
export async function endApplications(
  tx: Executor,
  { companyId, id: orderId }: { companyId: string; id: string },
  endedAt: Date,
): Promise<string[]> {
  const ended = await tx
    .update(paymentApplications)
    .set({ endedAt })
    .where(inForce(companyId, orderId))
    .returning({
      id: paymentApplications.paymentId,
      amountPaise: paymentApplications.amountPaise,
    });
  for (const { id, amountPaise } of ended.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    await tx
      .update(payments)
      .set({ appliedPaise: sql`${payments.appliedPaise} - ${amountPaise}::bigint` })
      .where(at({ companyId, id }));
  }
  return ended.map(({ id }) => id);
}
