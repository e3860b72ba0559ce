import { addMembers, type DashboardFigures } from "@server/platform";
import type { PaymentMethod } from "@db/vocabulary";
import type { AdminDashboard } from "@server/office/contracts/dashboard";
import { remaining } from "@server/sites/rules/pools";
import { adminProcedure, router } from "@server/access";
import { methodShares } from "@server/orders";
import { chooseMails, frame, work } from "./admin-work";
import { confirmFirstDay, firstDay } from "./first-day";
import { history, readDashboardFigures } from "./history";

/**
 * The numbers of the admin's dashboard (product.md §3, architecture.md §5); up to 20 s old
 * (architecture.md §11).
 */
const admin = adminProcedure.query(async ({ ctx }): Promise<AdminDashboard> =>
  figuresOf(await readDashboardFigures(ctx)),
);

function figuresOf({ pools, sales, members }: DashboardFigures): AdminDashboard {
  const paise: Record<PaymentMethod, number> = { BANK: 0, UPI: 0, MANUAL: 0, CRYPTO: 0 };
  for (const sold of sales) paise[sold.method] += sold.paise;
  const none = { total: 0, held: 0, allocated: 0 };
  const poolOf = (name: (typeof pools)[number]["pool"]) =>
    pools.find(({ pool }) => pool === name) ?? none;
  const privatePool = poolOf("REFERRAL");
  const left = remaining(privatePool);
  const shares = methodShares(paise);
  return {
    ...addMembers(members),
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

export const dashboardRouter = router({
  admin,
  frame,
  work,
  history,
  chooseMails,
  firstDay,
  confirmFirstDay,
});
