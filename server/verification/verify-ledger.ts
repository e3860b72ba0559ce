import { type Executor, transact, withoutTimeouts } from "@db/client";
import {
  type LedgerRow,
  ledgerSums,
  listLedgerRows,
  listOddOrders,
  type OddOrder,
  statedHeads,
  supplySums,
} from "@server/verification/queries/ledger";
import type { SupplyPool } from "@db/vocabulary";
import { type AllocationFault, allocationFaults } from "@server/ledger/rules/allocation-checks";
import { type OrderTerms, termsOfText } from "@server/ledger/rules/allocation-text";
import {
  type ChainFault,
  type ChainHead,
  verifyChain,
} from "@server/ledger/rules/hash-chain.server";
import { readAhead } from "./read-ahead";

export interface LedgerReport {
  company: { id: string; name: string; tokenSymbol: string };
  allocations: number;
  /** Hash of the chain's last row: if recorded elsewhere, it later proves that no rows were cut off. */
  headHash: string | null;
  /** Empty for a consistent ledger. */
  faults: LedgerFault[];
}

export type LedgerFault =
  | { kind: "chain"; sequence: number; fault: ChainFault }
  /** An allocation that contradicts its order, the reward's rule or the allocation that it reverses. */
  | ({ kind: "allocation"; sequence: number } & AllocationFault)
  /** The pool's allocated tokens differ from the sum of the allocations. */
  | { kind: "allocated"; pool: number; sum: number }
  /** The pool's held tokens differ from the sum held by orders. */
  | { kind: "held"; pool: number; sum: number }
  /** A pool whose recorded end of the chain is not the last allocation; this also finds rows cut off. */
  | { kind: "head"; pool: SupplyPool; stated: number; sequence: number }
  /** Pools that do not add up to the company's supply. */
  | { kind: "supply"; total: number; pools: number }
  /**
   * An order whose allocations do not match its status; this also finds rows cut off the chain's end.
   */
  | ({ kind: "order" } & OddOrder);

const ROWS_AT_ONCE = 5000;

/** Maximum number of orders, and of allocations, reported. */
const MOST = 20;

/** Reads the chain along with the ledger check. */
export interface ChainReader {
  read(rows: readonly LedgerRow[]): Promise<void>;
}

/** Verifies one company's chain and the sums of its pools, in a single snapshot. */
export async function verifyLedger(
  db: Executor,
  company: LedgerReport["company"],
): Promise<LedgerReport> {
  return inSnapshot(db, (tx) => checkLedger(tx, company));
}

/** Runs a check in a transaction that sees one moment of the database. */
export const inSnapshot = <T>(db: Executor, check: (tx: Executor) => Promise<T>): Promise<T> =>
  transact(
    db,
    async (tx) => {
      await withoutTimeouts(tx);
      return check(tx);
    },
    { isSnapshot: true },
  );

/** Verifies one company in the caller's transaction; `reader` gets each row up to the chain's first fault. */
export async function checkLedger(
  tx: Executor,
  company: LedgerReport["company"],
  reader?: ChainReader,
): Promise<LedgerReport> {
  const { head, faults } = await verifyAllocations(tx, company.id, reader);
  const sums = await ledgerSums(tx, company.id);
  if (sums.poolAllocated !== sums.allocated) {
    faults.push({ kind: "allocated", pool: sums.poolAllocated, sum: sums.allocated });
  }
  if (sums.poolHeld !== sums.held) {
    faults.push({ kind: "held", pool: sums.poolHeld, sum: sums.held });
  }
  for (const { pool, sequence: stated, hash } of await statedHeads(tx, company.id)) {
    // Only the private pool has a chain.
    const end = pool === "REFERRAL" ? head : null;
    if (stated !== (end?.sequence ?? 0) || hash !== (end?.hash ?? null)) {
      faults.push({ kind: "head", pool, stated, sequence: end?.sequence ?? 0 });
    }
  }
  const supply = await supplySums(tx, company.id);
  if (supply.total !== supply.pools) faults.push({ kind: "supply", ...supply });
  for (const order of await listOddOrders(tx, company.id, MOST)) {
    faults.push({ kind: "order", ...order });
  }
  return { company, allocations: sums.count, headHash: head?.hash ?? null, faults };
}

/** Verifies the chain up to its first fault, and each of its rows against its order. */
async function verifyAllocations(tx: Executor, companyId: string, reader?: ChainReader) {
  const faults: LedgerFault[] = [];
  let head: ChainHead | null = null;
  for await (const rows of readAhead(
    (range) => listLedgerRows(tx, companyId, range),
    ROWS_AT_ONCE,
  )) {
    const verdict = verifyChain(companyId, rows, head);
    for (const row of rows) {
      if (faults.length === MOST) break;
      const covered = termsOfText(row.hashedBytes);
      const purchase = row.purchaseText === null ? null : termsStatedBy(row.purchaseText);
      for (const fault of allocationFaults({ ...row, covered, purchase })) {
        faults.push({ kind: "allocation", sequence: row.sequence, ...fault });
      }
    }
    if (!verdict.ok) {
      const { sequence, fault } = verdict;
      return { head, faults: [{ kind: "chain" as const, sequence, fault }, ...faults] };
    }
    await reader?.read(rows);
    head = verdict.head;
  }
  return { head, faults };
}

/** Returns the terms in a purchase's text; null for another text. */
function termsStatedBy(text: string): OrderTerms | null {
  const terms = termsOfText(text)?.terms;
  return typeof terms === "object" ? terms : null;
}
