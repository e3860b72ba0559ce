import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import { insertAllocations } from "@server/ledger/queries/allocations";
import type { ChainHead, LockedPool } from "@server/ledger/queries/supplies";
import type { AllocationFields, AllocationTerms } from "@server/ledger/rules/allocation-text";
import { type ChainedAllocation, chainAllocation } from "@server/ledger/rules/hash-chain.server";

export type NewAllocation = Omit<AllocationFields, "companyId" | "id" | "sequence" | "createdAt"> &
  AllocationTerms;

/**
 * Appends allocations to the chain of a company whose pool is locked, with the time of that lock. Returns
 * the chain's new head, for `movePool`.
 */
export async function appendAllocations(
  tx: Executor,
  { companyId, head, lockedAt: createdAt }: LockedPool,
  added: readonly NewAllocation[],
): Promise<ChainHead> {
  const rows: ChainedAllocation[] = [];
  for (const allocation of added) {
    const fields = { ...allocation, companyId, id: newId(), createdAt };
    rows.push(chainAllocation(fields, rows.at(-1) ?? head));
  }
  const last = rows.at(-1);
  if (!last) throw new Error("There is nothing to append.");
  await insertAllocations(tx, rows);
  return { sequence: last.sequence, hash: last.hash };
}
