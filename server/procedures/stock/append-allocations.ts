import { newId } from "@db/ids";
import type { Appended } from "@db/queries/decisions";
import {
  type AllocationFields,
  type AllocationTerms,
  allocationTextParts,
} from "@server/domain/stock/allocation-text";
import { genesisHash } from "@server/domain/stock/hash-chain.server";

export type NewAllocation = Omit<AllocationFields, "companyId" | "id" | "sequence" | "createdAt"> &
  AllocationTerms;

/** Allocations for the end of a company's chain, for `settleOrder`, which gives them their places. */
export const toAppend = (companyId: string, added: readonly NewAllocation[]): Appended => ({
  genesis: genesisHash(companyId),
  allocations: added.map((allocation) => {
    const id = newId();
    const { memberId, orderId, kind, quantity } = allocation;
    const text = allocationTextParts({ ...allocation, companyId, id });
    return { id, memberId, orderId, kind, quantity, text };
  }),
});
