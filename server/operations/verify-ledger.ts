import type { Executor } from "@db/client";
import { listChain } from "@db/queries/allocations";
import {
  ledgerSums,
  listLedgerCompanies,
  listOddOrders,
  type OddOrder,
  supplySums,
} from "@db/queries/ledger";
import { verifyChain, type ChainFault } from "@server/domain/stock/hash-chain.server";

export interface LedgerReport {
  company: { id: string; name: string; tokenSymbol: string };
  /** Number of allocations read. */
  allocations: number;
  /** The chain's last hash: if recorded elsewhere, it later proves that no rows were cut off. */
  headHash: string | null;
  /** Empty for a consistent ledger. */
  faults: LedgerFault[];
}

export type LedgerFault =
  | { kind: "chain"; sequence: number; fault: ChainFault }
  /** The pool's allocated tokens differ from the sum of the allocations. */
  | { kind: "allocated"; pool: number; sum: number }
  /** The pool's held tokens differ from the sum held by orders. */
  | { kind: "held"; pool: number; sum: number }
  /** The pools do not add up to the company's supply. */
  | { kind: "supply"; total: number; pools: number }
  /**
   * An order's allocations do not match its status; this also finds rows cut off the chain's end.
   */
  | ({ kind: "order" } & OddOrder);

const ROWS_AT_ONCE = 1000;

/** Maximum number of orders reported. */
const MOST_ORDERS = 20;

/**
 * Verifies every company's chain and the sums of its pools; `npm run operator -- ledger verify`.
 */
export async function verifyLedgers(db: Executor): Promise<LedgerReport[]> {
  const reports: LedgerReport[] = [];
  for (const company of await listLedgerCompanies(db)) {
    reports.push(await verifyLedger(db, company));
  }
  return reports;
}

/** Verifies one company, in a single snapshot. */
export async function verifyLedger(
  db: Executor,
  company: LedgerReport["company"],
): Promise<LedgerReport> {
  return db.transaction(
    async (tx) => {
      const { head, fault } = await verifyStretches(tx, company.id);
      const sums = await ledgerSums(tx, company.id);
      const faults: LedgerFault[] = fault ? [fault] : [];
      if (sums.poolAllocated !== sums.allocated) {
        faults.push({ kind: "allocated", pool: sums.poolAllocated, sum: sums.allocated });
      }
      if (sums.poolHeld !== sums.held) {
        faults.push({ kind: "held", pool: sums.poolHeld, sum: sums.held });
      }
      const supply = await supplySums(tx, company.id);
      if (supply.total !== supply.pools) faults.push({ kind: "supply", ...supply });
      for (const order of await listOddOrders(tx, company.id, MOST_ORDERS)) {
        faults.push({ kind: "order", ...order });
      }
      return { company, allocations: sums.count, headHash: head?.hash ?? null, faults };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function verifyStretches(tx: Executor, companyId: string) {
  let head: { sequence: number; hash: string } | null = null;
  for (;;) {
    const rows = await listChain(tx, companyId, {
      after: head?.sequence ?? 0,
      limit: ROWS_AT_ONCE,
    });
    const verdict = verifyChain(companyId, rows, head);
    if (!verdict.ok) {
      const { sequence, fault } = verdict;
      return { head, fault: { kind: "chain" as const, sequence, fault } };
    }
    head = verdict.head;
    if (rows.length < ROWS_AT_ONCE) return { head, fault: null };
  }
}
