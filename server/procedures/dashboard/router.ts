import type { Executor } from "@db/client";
import { approvedByMethod, countMembers } from "@db/queries/figures";
import { listPools } from "@db/queries/supplies";
import type { AdminDashboard } from "@server/contracts/dashboard";
import type { MemberCounts } from "@server/contracts/members";
import { remaining } from "@server/domain/supply/pools";
import { adminProcedure, router } from "@server/procedures/trpc";
import { methodShares } from "../orders/list-orders";

/**
 * The numbers of the admin's dashboard (product.md §3, architecture.md §5); up to 20 s old
 * (architecture.md §11).
 */
const admin = adminProcedure.query(({ ctx }): Promise<AdminDashboard> => {
  const read = () => readDashboard(ctx.db, ctx.company.id);
  return ctx.deps.figures?.of(ctx.company.id, read) ?? read();
});

/** Reads a consistent snapshot: a concurrent approval is in all figures or in none. */
const readDashboard = (db: Executor, companyId: string): Promise<AdminDashboard> =>
  db.transaction(
    async (tx) => {
      const members = await countMembers(tx, companyId);
      const pools = await listPools(tx, companyId);
      return figuresOf(members, pools, await approvedByMethod(tx, companyId));
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

function figuresOf(
  members: MemberCounts,
  pools: Awaited<ReturnType<typeof listPools>>,
  paise: Awaited<ReturnType<typeof approvedByMethod>>,
): AdminDashboard {
  const none = { total: 0, held: 0, allocated: 0 };
  const poolOf = (name: (typeof pools)[number]["pool"]) =>
    pools.find(({ pool }) => pool === name) ?? none;
  const privatePool = poolOf("REFERRAL");
  const left = remaining(privatePool);
  const shares = methodShares(paise);
  return {
    ...members,
    totalSupply: pools.reduce((sum, { total }) => sum + total, 0),
    privateSupply: privatePool.total,
    remainingPrivateSupply: left,
    publicCellSupply: poolOf("PUBLIC").total,
    angelInvestorSupply: poolOf("ANGEL").total,
    founderTeamSupply: poolOf("FOUNDER").total,
    airdropSupply: poolOf("AIRDROP").total,
    privateSupplyData: {
      total: privatePool.total,
      remaining: left,
      stockBalance: privatePool.allocated,
    },
    collection: {
      bankPaise: paise.BANK,
      upiPaise: paise.UPI,
      manualPaise: paise.MANUAL,
      cryptoPaise: paise.CRYPTO,
    },
    shares: {
      bank: shares.BANK,
      upi: shares.UPI,
      manual: shares.MANUAL,
      crypto: shares.CRYPTO,
    },
  };
}

export const dashboardRouter = router({ admin });
