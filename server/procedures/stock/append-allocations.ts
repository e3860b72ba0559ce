import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import { chainHead, insertAllocations } from "@db/queries/allocations";
import { databaseNow } from "@db/queries/orders";
import type { AllocationKind } from "@db/vocabulary";
import type { AllocationTerms } from "@server/domain/stock/allocation-text";
import { chainAllocation, type ChainedAllocation } from "@server/domain/stock/hash-chain.server";

export interface NewAllocation extends AllocationTerms {
  memberId: string;
  orderId: string;
  kind: AllocationKind;
  /** Tokens; negative on a REVERSAL. */
  quantity: number;
}

/**
 * Appends to a company's chain. The caller has already moved the tokens in the company's pool in this
 * transaction; that row's lock serialises appends.
 */
export async function appendAllocations(
  tx: Executor,
  companyId: string,
  added: readonly NewAllocation[],
): Promise<ChainedAllocation[]> {
  const [head, createdAt] = [await chainHead(tx, companyId), await databaseNow(tx)];
  const rows: ChainedAllocation[] = [];
  for (const allocation of added) {
    rows.push(
      chainAllocation({ ...allocation, companyId, id: newId(), createdAt }, rows.at(-1) ?? head),
    );
  }
  if (rows.length > 0) await insertAllocations(tx, rows);
  return rows;
}
