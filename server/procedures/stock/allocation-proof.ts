import { findAllocationOf } from "@db/queries/allocations";
import { type AllocationProof, AllocationRef } from "@server/contracts/stock";
import { refuse } from "@server/domain/refusals/refuse";
import { allocationText } from "@server/domain/stock/allocation-text";
import { chainHash, genesisHash } from "@server/domain/stock/hash-chain.server";
import { memberProcedure } from "@server/trpc";

/** One of one's own allocations with everything its hash covers, worked out anew. */
export const allocationProof = memberProcedure
  .input(AllocationRef)
  .query(async ({ ctx, input }): Promise<AllocationProof> => {
    const { company, db } = ctx;
    if (!/^[0-9a-f]{64}$/.test(input.hash)) throw refuse("NOT_FOUND");
    const found = await findAllocationOf(db, company.id, ctx.actor.id, input.hash);
    if (!found) throw refuse("NOT_FOUND");
    const { row, hashBefore } = found;
    const { sequence, kind, quantity, hash, previousHash, hashedBytes } = row;
    const computed = chainHash(previousHash, hashedBytes);
    const expectedBefore = sequence === 1 ? genesisHash(company.id) : hashBefore;
    return {
      sequence,
      kind,
      quantity,
      createdAt: row.createdAt.toISOString(),
      hash,
      previousHash,
      hashedBytes,
      verdict: {
        computed,
        isHashRight: computed === hash,
        isTextRight: allocationText(row) === hashedBytes,
        isLinked: previousHash === expectedBefore,
      },
    };
  });
