import { newId } from "@db/ids";
import type { Append } from "@db/queries/decisions";
import type { AllocationFields, AllocationTerms } from "@server/domain/stock/allocation-text";
import { type ChainedAllocation, chainAllocation } from "@server/domain/stock/hash-chain.server";

export type NewAllocation = Omit<AllocationFields, "companyId" | "id" | "sequence" | "createdAt"> &
  AllocationTerms;

/** Allocations for the end of a company's chain, for `settleOrder`, which knows their place. */
export const toAppend =
  (companyId: string, added: readonly NewAllocation[]): Append =>
  (head, createdAt) => {
    const rows: ChainedAllocation[] = [];
    for (const allocation of added) {
      const fields = { ...allocation, companyId, id: newId(), createdAt };
      rows.push(chainAllocation(fields, rows.at(-1) ?? head));
    }
    return rows;
  };
