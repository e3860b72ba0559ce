import { rewardForAll } from "@server/sites/rules/campaign";
import { type Context, memberProcedure, router } from "@server/access";
import {
  findAllocationOf,
  findRankOf,
  listAllocationsOf,
  listHolders,
} from "@server/ledger/queries/allocations";
import {
  type AllocationProof,
  AllocationRef,
  type GlobalStock,
  ListMyStock,
  ListStock,
  type MyStock,
} from "@server/ledger/contracts/stock";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { shortWallet } from "@server/platform/rules/people/masking";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { isTextOf } from "@server/ledger/rules/allocation-text";
import { chainHash, genesisHash } from "@server/ledger/rules/hash-chain.server";
import { countHolders } from "@server/platform";
import { overviewOf } from "@server/ledger/queries/overview";
import type { StockOverview } from "@server/ledger/contracts/stock";
import { sampleDays } from "@server/ledger/rules/merkle";

const MOST_DAYS = 30;

/** Returns the number of members with tokens; up to 20 s old. */
function holdersOf({
  db,
  company,
  deps,
}: Pick<Context, "db" | "deps"> & { company: { id: string } }): Promise<number> {
  const read = () => countHolders(db, company.id);
  return deps.figures?.of(`holders ${company.id}`, read) ?? read();
}

/** Returns the member's holding, its cost, and the progress of the sale. */
const stockOverview = memberProcedure.query(async ({ ctx }): Promise<StockOverview> => {
  const { actor, company, db } = ctx;
  const [{ days, pool, ...held }, holders] = await Promise.all([
    overviewOf(db, { companyId: company.id, memberId: actor.id }),
    holdersOf(ctx),
  ]);
  const history = days.map(([day, tokens]) => ({ day, tokens }));
  return {
    ...held,
    priceMicroRupees: company.priceMicroRupees,
    history: sampleDays(history, MOST_DAYS),
    holders,
    sale: pool,
    launchAt: company.launchAt?.toISOString() ?? null,
    rewardBps: rewardForAll(company).rewardBps,
  };
});

/** Lists the company's members by their holdings (architecture.md §5, Global Stock). */
const globalStock = memberProcedure
  .input(ListStock)
  .query(async ({ ctx, input }): Promise<GlobalStock> => {
    const { company, db } = ctx;
    const [{ rows, allocated }, total] = await Promise.all([
      listHolders(db, company.id, sliceOf(input)),
      holdersOf(ctx),
    ]);
    const unlocksAt = company.launchAt?.toISOString() ?? null;
    return {
      records: rows.map((row) => ({
        rank: row.rank,
        walletAddress: row.hidesWallet ? null : shortWallet(row.walletAddress),
        isWalletHidden: row.hidesWallet,
        quantity: row.quantity,
        transactionHash: row.hash,
        createdAt: row.createdAt.toISOString(),
        unlocksAt,
        isOwn: row.memberId === ctx.actor.id,
      })),
      total,
      lastPage: lastPageOf(total, input.limit),
      totalQuantity: allocated,
    };
  });

/** Returns the place of the member's own row in Global Stock. */
const ownRank = memberProcedure.query(({ ctx }) =>
  findRankOf(ctx.db, ctx.company.id, ctx.actor.id),
);

/** Lists the member's own allocations (architecture.md §5, My Stock): a reward has the buyer's Member ID. */
const myStock = memberProcedure
  .input(ListMyStock)
  .query(async ({ ctx, input }): Promise<MyStock> => {
    const { company, db } = ctx;
    const { rows, total, tokens } = await listAllocationsOf(db, company.id, ctx.actor.id, {
      ...sliceOf(input),
      part: input.kind,
    });
    const unlocksAt = company.launchAt?.toISOString() ?? null;
    return {
      records: rows.map((row) => {
        // A reversal appears in the column of the allocation that it reverses.
        const isPurchase = row.buyerId === ctx.actor.id;
        return {
          kind: row.kind,
          memberId: row.buyerCode,
          quantity: isPurchase ? row.quantity : null,
          reward: isPurchase ? null : row.quantity,
          transactionHash: row.hash,
          createdAt: row.createdAt.toISOString(),
          unlocksAt,
        };
      }),
      total,
      lastPage: lastPageOf(total, input.limit),
      totalQuantity: tokens,
    };
  });

/** Returns one of the member's own allocations with everything its hash covers, recomputed. */
const allocationProof = memberProcedure
  .input(AllocationRef)
  .query(async ({ ctx, input }): Promise<AllocationProof> => {
    const { company, db } = ctx;
    if (!/^[0-9a-f]{64}$/.test(input.hash)) throw refuse("NOT_FOUND");
    const found = orRefuse(
      await findAllocationOf(db, company.id, ctx.actor.id, input.hash),
      "NOT_FOUND",
    );
    const { row, hashBefore, orderNumber } = found;
    const { sequence, kind, quantity, hash, previousHash, hashedBytes } = row;
    const computed = chainHash(previousHash, hashedBytes);
    const expectedBefore = sequence === 1 ? genesisHash(company.id) : hashBefore;
    return {
      sequence,
      kind,
      quantity,
      orderNumber,
      createdAt: row.createdAt.toISOString(),
      hash,
      previousHash,
      hashedBytes,
      verdict: {
        computed,
        isHashRight: computed === hash,
        isTextRight: isTextOf(row, hashedBytes),
        isLinked: previousHash === expectedBefore,
      },
    };
  });

export const stockRouter = router({
  overview: stockOverview,
  global: globalStock,
  rank: ownRank,
  mine: myStock,
  allocation: allocationProof,
});
