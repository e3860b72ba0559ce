import { rowOf, firstRow } from "@db/row-of";
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { paymentEvidence, payments, statementLines } from "@db/schema";
import { payerNameIn } from "@server/payments/rules/statements/payer-name";

export type Evidence = typeof paymentEvidence.$inferSelect;
type PaymentRef = Pick<typeof payments.$inferSelect, "companyId" | "id">;

export const evidenceAt = ({ companyId, id }: PaymentRef) =>
  and(eq(paymentEvidence.companyId, companyId), eq(paymentEvidence.paymentId, id));

/** Selects a payment's present status, for its evidence. */
const statusNow = (payment: PaymentRef) =>
  sql`(SELECT ${payments.status} FROM ${payments} WHERE ${rowOf(payments, payment.companyId, payment.id)})`;

/** Stores a member's or an admin's evidence of a payment. */
export async function addEvidence(
  tx: Executor,
  evidence: Omit<typeof paymentEvidence.$inferInsert, "paymentStatus" | "lineId" | "bookedOn">,
): Promise<void> {
  const { companyId, paymentId: id } = evidence;
  const paymentStatus = statusNow({ companyId, id });
  await tx.insert(paymentEvidence).values({ ...evidence, paymentStatus });
}

export async function moveEvidence(
  tx: Executor,
  which: SQL | undefined,
  to: PaymentRef,
  change: Partial<Pick<Evidence, "decidedAt" | "decidedBy">> = {},
): Promise<void> {
  await tx
    .update(paymentEvidence)
    .set({ ...change, paymentId: to.id, paymentStatus: statusNow(to) })
    .where(which);
}

/** Returns the evidence of a bank's entry; undefined for a debit or another company's. */
export const findEvidenceOfLine = (db: Executor, companyId: string, lineId: string) =>
  firstRow(
    db
      .select()
      .from(paymentEvidence)
      .where(and(eq(paymentEvidence.companyId, companyId), eq(paymentEvidence.lineId, lineId))),
  );

/** Selects the paise of an entry that went back, in SQL: of `payment_evidence` by its name in the query. */
export const returnedOf = (evidence: "payment_evidence" | "e"): SQL => {
  const e = sql.raw(evidence);
  return sql`coalesce((SELECT sum(d.amount_paise) FROM statement_lines d
    WHERE d.company_id = ${e}.company_id AND d.returns_id = ${e}.line_id), 0)`;
};

/** Sum of a payment's entries, in paise, and whether an admin has decided on each of them. */
export interface BankSum {
  paise: number;
  /** Paise of them that went back. */
  returnedPaise: number;
  isDecided: boolean;
  /** The payers whom the entries name. */
  payers: string[];
}

/** Returns the bank's sums of payments, by payment; none for those without an entry. */
export async function bankSumsOf(
  db: Executor,
  companyId: string,
  paymentIds: readonly string[],
): Promise<Map<string, BankSum>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: paymentEvidence.paymentId,
      paise: sql`sum(${paymentEvidence.amountPaise})`.mapWith(Number),
      returnedPaise: sql`sum(${returnedOf("payment_evidence")})`.mapWith(Number),
      isDecided: sql<boolean>`bool_and(${paymentEvidence.decidedAt} IS NOT NULL)`,
      narrations: sql<string[]>`array_agg(${statementLines.narration})`,
    })
    .from(paymentEvidence)
    .innerJoin(statementLines, rowOf(statementLines, companyId, paymentEvidence.lineId))
    .where(
      and(
        eq(paymentEvidence.companyId, companyId),
        sql`${paymentEvidence.paymentId} = ANY (${sql.param([...paymentIds])}::uuid[])`,
        sql`${paymentEvidence.source} = 'BANK'`,
      ),
    )
    .groupBy(paymentEvidence.paymentId)
    .prepare("bank_sums")
    .execute();
  return new Map(
    rows.map(({ id, narrations, ...sum }) => [
      id,
      { ...sum, payers: narrations.flatMap((text) => payerNameIn(text) ?? []) },
    ]),
  );
}

/** Returns the payers whom the bank's entries of payments name, each once. */
export async function payersOf(
  db: Executor,
  companyId: string,
  paymentIds: readonly string[],
): Promise<string[]> {
  const sums = await bankSumsOf(db, companyId, paymentIds);
  return [...new Set([...sums.values()].flatMap(({ payers }) => payers))];
}

/** Returns the payers whom the bank's entries of a member's payments name, each once; the latest 200. */
export async function payersOfMember(
  db: Executor,
  companyId: string,
  memberId: string,
): Promise<string[]> {
  const paid = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.companyId, companyId), eq(payments.memberId, memberId)))
    .orderBy(desc(payments.createdAt))
    .limit(200);
  return payersOf(
    db,
    companyId,
    paid.map(({ id }) => id),
  );
}

/**
 * Records that an admin has decided on the bank's entries of a payment, or on `lineId` alone: with its
 * confirmation, whose time and admin it has, or later, when an audit entry states the time as
 * `decidedAt`.
 */
export async function decideEvidence(
  tx: Executor,
  payment: PaymentRef,
  { by, at: decidedAt, lineId }: { by: string; at: Date; lineId?: string | undefined },
): Promise<void> {
  await tx
    .update(paymentEvidence)
    .set({ decidedAt, decidedBy: by })
    .where(
      and(
        evidenceAt(payment),
        eq(paymentEvidence.source, "BANK"),
        isNull(paymentEvidence.decidedAt),
        lineId === undefined ? undefined : eq(paymentEvidence.lineId, lineId),
      ),
    );
}

/** Reverts the decision on the bank's entries of a payment. */
export async function openEvidence(tx: Executor, payment: PaymentRef): Promise<void> {
  await tx
    .update(paymentEvidence)
    .set({ decidedAt: null, decidedBy: null })
    .where(and(evidenceAt(payment), isNotNull(paymentEvidence.decidedAt)));
}
