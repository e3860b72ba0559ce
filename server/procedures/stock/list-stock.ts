import { listAllocationsOf, listHolders } from "@db/queries/allocations";
import { allocatedTokens } from "@db/queries/supplies";
import { type GlobalStock, ListStock, type MyStock } from "@server/contracts/stock";
import { lastPageOf, offsetOf } from "@server/domain/paging/paging";
import { shortWallet } from "@server/domain/people/masking";
import { memberProcedure } from "@server/trpc";

/** The company's members by their holdings (design §5, Global Stock). */
export const globalStock = memberProcedure
  .input(ListStock)
  .query(async ({ ctx, input }): Promise<GlobalStock> => {
    const { company, db } = ctx;
    const [{ rows, total }, totalQuantity] = await Promise.all([
      listHolders(db, company.id, { limit: input.limit, offset: offsetOf(input) }),
      allocatedTokens(db, company.id),
    ]);
    const unlocksAt = company.launchAt?.toISOString() ?? null;
    return {
      records: rows.map((row) => ({
        rank: row.rank,
        walletAddress: shortWallet(row.walletAddress),
        quantity: row.quantity,
        transactionHash: row.hash,
        createdAt: row.createdAt.toISOString(),
        unlocksAt,
      })),
      total,
      lastPage: lastPageOf(total, input.limit),
      totalQuantity,
    };
  });

/** One's own allocations (design §5, My Stock): a reward has the buyer's Member ID. */
export const myStock = memberProcedure
  .input(ListStock)
  .query(async ({ ctx, input }): Promise<MyStock> => {
    const { company, db } = ctx;
    const { rows, total, tokens } = await listAllocationsOf(db, company.id, ctx.actor.id, {
      limit: input.limit,
      offset: offsetOf(input),
    });
    const unlocksAt = company.launchAt?.toISOString() ?? null;
    return {
      records: rows.map((row) => {
        // A reversal stands in the column of what it takes back.
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
