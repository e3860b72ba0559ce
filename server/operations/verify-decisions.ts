import type { Executor } from "@db/client";
import { type DecidedOrder, listDecidedOrders } from "@db/queries/stated-decisions";
import { statedOf } from "@server/domain/orders/stated-decision";

/** An approved or reversed order that differs from what the audit log says of its decision. */
export interface DecisionFault {
  kind: "decision";
  orderNumber: string;
  /** The fields of the entry that differ; `entry` if there is none. */
  fields: string[];
}

const AT_ONCE = 5000;
const MOST = 20;

/**
 * Compares each approved and reversed order with the audit entry of its latest decision: method,
 * reference, proof, account, times, decider and reason. The entries themselves are verified by their
 * seals. Reports the first twenty differences.
 */
export async function verifyDecisions(tx: Executor, companyId: string): Promise<DecisionFault[]> {
  const faults: DecisionFault[] = [];
  for (let after: string | null = null; faults.length < MOST;) {
    const rows = await listDecidedOrders(tx, companyId, { after, limit: AT_ONCE });
    for (const row of rows) {
      const fields = differingFields(row);
      if (fields.length > 0) {
        faults.push({ kind: "decision", orderNumber: row.orderNumber, fields });
      }
    }
    after = rows.at(-1)?.id ?? null;
    if (rows.length < AT_ONCE) break;
  }
  return faults.slice(0, MOST);
}

function differingFields(row: DecidedOrder): string[] {
  const { entry } = row;
  if (!entry) return ["entry"];
  // Method, reference, proof, account and sums of its payment agree with the order by
  // `db/queries/payment-faults.ts`. Who confirmed it, and when, is compared with nothing yet.
  const times = [row.submittedAt, row.decidedAt, row.reversedAt];
  if (times.some((at) => at !== null && Number.isNaN(at.getTime()))) return ["times"];
  return Object.entries(statedOf(row)).flatMap(([field, stored]) => {
    const isDeleted = field === "proofMediaId" && stored === null && row.mayLackProof;
    return isDeleted || entry[field] === stored ? [] : [field];
  });
}
