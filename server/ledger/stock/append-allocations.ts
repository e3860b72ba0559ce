import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import { insertionOfAllocations } from "@server/ledger/queries/allocations";
import { type LockedPool, moveWith, type PoolChange } from "@server/ledger/queries/supplies";
import type { AllocationFields, AllocationTerms } from "@server/ledger/rules/allocation-text";
import { type ChainedAllocation, chainAllocation } from "@server/ledger/rules/hash-chain.server";

export type NewAllocation = Omit<AllocationFields, "companyId" | "id" | "sequence" | "createdAt"> &
  AllocationTerms;

/**
 * Appends allocations to the chain of a company whose pool is locked, with the time of that lock, and
 * changes the pool as `movePool` does, in one statement.
 */
export async function appendAllocations(
  tx: Executor,
  pool: LockedPool,
  added: readonly NewAllocation[],
  change: PoolChange,
): Promise<void> {
  const { companyId, head, lockedAt: createdAt } = pool;
  const rows: ChainedAllocation[] = [];
  for (const allocation of added) {
    const fields = { ...allocation, companyId, id: newId(), createdAt };
    rows.push(chainAllocation(fields, rows.at(-1) ?? head));
  }
  const last = rows.at(-1);
  if (!last) throw new Error("There is nothing to append.");
  await moveWith(tx, pool, { ...change, head: last }, [insertionOfAllocations(tx, rows)]);
}
