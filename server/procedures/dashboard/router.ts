import type { Executor } from "@db/client";
import { type BoardFigures, boardFigures } from "@db/queries/figures";
import type { AdminDashboard } from "@server/contracts/dashboard";
import type { MemberCounts } from "@server/contracts/members";
import { remaining } from "@server/domain/supply/pools";
import { adminProcedure, router } from "@server/procedures/trpc";
import { methodShares } from "../orders/list-orders";
import { chooseMails, frame, history, work } from "./admin-work";

/**
 * The numbers of the admin's dashboard (product.md §3, architecture.md §5); up to 20 s old
 * (architecture.md §11).
 */
const admin = adminProcedure.query(({ ctx }): Promise<AdminDashboard> => {
  const { id } = ctx.company;
  const read = () => readDashboard(ctx.db, id);
  return ctx.deps.figures?.of(`dashboard ${id}`, read) ?? read();
});

/** Reads a consistent snapshot: a concurrent approval is in all figures or in none. */
async function readDashboard(db: Executor, companyId: string): Promise<AdminDashboard> {
  const { members, pools, approved } = await boardFigures(db, companyId);
  return figuresOf(members, pools, approved);
}

function figuresOf(
  members: MemberCounts,
  pools: BoardFigures["pools"],
  paise: BoardFigures["approved"],
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

export const dashboardRouter = router({ admin, frame, work, history, chooseMails });
