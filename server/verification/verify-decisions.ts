import type { Executor } from "@db/client";
import { databaseNow } from "@db/clock";
import type { OddPayment } from "@server/verification/queries/payment-faults";
import {
  type DecidedOrder,
  listDecidedOrders,
} from "@server/verification/queries/stated-decisions";
import {
  type ConfirmedPayment,
  listConfirmedPayments,
  listUnstated,
} from "@server/verification/queries/stated-payments";
import { statedOf, statedPayment } from "@server/orders/rules/stated-decision";

export type DecisionFault =
  /** An approved or reversed order that differs from the audit entry of its decision. */
  | {
      kind: "decision";
      orderNumber: string;
      /** Fields of the entry that differ; `entry` if there is none. */
      fields: string[];
    }
  /** A payment or one of its records that differs; `fault` names the fields. */
  | ({ kind: "payment" } & OddPayment);

const AT_ONCE = 5000;
const MOST = 20;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Compares each approved and reversed order with the audit entry of its latest decision (method,
 * reference, proof, account, times, decider and reason). Compares each confirmed payment with the entry
 * of its confirmation (also admin, time and sum), and with the entries of its refunds, ended
 * applications and later decisions. The entries themselves are verified by their seals. Reports the
 * first twenty differences.
 */
export async function verifyDecisions(tx: Executor, companyId: string): Promise<DecisionFault[]> {
  const now = await databaseNow(tx);
  const faults: DecisionFault[] = [];
  await eachOf(
    (range) => listDecidedOrders(tx, companyId, range),
    (order) => {
      const fields = differingFields(order, now);
      const { orderNumber } = order;
      if (fields.length > 0) faults.push({ kind: "decision", orderNumber, fields });
      return faults.length < MOST;
    },
  );
  await eachOf(
    (range) => listConfirmedPayments(tx, companyId, range),
    (payment) => {
      const fault = differencesOf(payment, now).join(", ");
      const { id } = payment;
      if (fault !== "") faults.push({ kind: "payment", record: "payment", id, fault });
      return faults.length < MOST;
    },
  );
  for (const odd of await listUnstated(tx, companyId, MOST))
    faults.push({ kind: "payment", ...odd });
  return faults.slice(0, MOST);
}

/** Reads rows by id until `look` returns false. */
async function eachOf<Row extends { id: string }>(
  read: (range: { after: string | null; limit: number }) => Promise<Row[]>,
  look: (row: Row) => boolean,
): Promise<void> {
  for (let after: string | null = null; ;) {
    const rows: Row[] = await read({ after, limit: AT_ONCE });
    if (!rows.every(look) || rows.length < AT_ONCE) return;
    after = rows.at(-1)?.id ?? null;
  }
}

function differingFields(row: DecidedOrder, now: Date): string[] {
  const { entry } = row;
  if (!entry) return ["entry"];
  const times = [row.submittedAt, row.decidedAt, row.reversedAt];
  if (times.some((at) => at !== null && Number.isNaN(at.getTime()))) return ["times"];
  return differing(statedOf(row), entry, isYearOld(entry["decidedAt"], now));
}

function differencesOf(payment: ConfirmedPayment, now: Date): string[] {
  const stated = statementOf(payment);
  if (!stated) return ["entry"];
  if (Number.isNaN(payment.receivedAt.getTime())) return ["receivedAt"];
  return differing(statedPayment(payment), stated, isYearOld(stated["receivedAt"], now));
}

/**
 * Returns the audit log's present statement of a payment: of the entries whose decision was not undone,
 * the one that was sealed first, or the latest one that corrects its sum.
 */
function statementOf({ statements }: ConfirmedPayment): Record<string, unknown> | null {
  const undone = new Set(statements.map((one) => one.undone));
  const standing = statements.filter(
    ({ stated }) => stated !== null && !undone.has(String(stated["receivedAt"])),
  );
  const corrected = standing.flatMap((one) => one.correctedAt ?? []).toSorted();
  const latest = standing.find(({ correctedAt }) => correctedAt === corrected.at(-1));
  return (corrected.length > 0 ? latest : standing[0])?.stated ?? null;
}

/** Lists fields that differ. Retention may have deleted a proof, which it keeps for at least a year. */
const differing = (
  stored: Record<string, unknown>,
  stated: Record<string, unknown>,
  mayLackProof: boolean,
): string[] =>
  Object.entries(stored).flatMap(([field, value]) => {
    const isDeleted = field === "proofMediaId" && value === null && mayLackProof;
    return isDeleted || stated[field] === value ? [] : [field];
  });

/** Tells whether a time in the log is more than a year ago. */
const isYearOld = (at: unknown, now: Date): boolean =>
  typeof at === "string" && now.getTime() - Date.parse(at) > YEAR_MS;
