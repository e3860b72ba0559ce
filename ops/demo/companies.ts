import type { BuiltInSymbol } from "@db/vocabulary";

/** A demo company: its terms and the size of its data. */
export interface DemoCompany {
  symbol: BuiltInSymbol;
  /** Rupees; the initial price, then its successors. */
  prices: readonly [string, ...string[]];
  feeBps: number;
  totalSupply: number;
  members: number;
  orders: number;
  /** Number of recent orders whose payments wait for a decision. */
  fresh: number;
  /** Number of the orders that are open now; a mail tells their members about the expiry. */
  open: number;
  /** Days for which rewards are held, and tokens above which the referrer is verified before. */
  programme?: { rewardHoldDays: number; rewardVerifiedAbove: number };
  /** Number of imported bank statements of the last month; the newest one ends so many days ago. */
  statements?: { imported: number; upToDaysAgo: number };
}

const small = { members: 36, orders: 54, fresh: 4, open: 0, feeBps: 150, totalSupply: 20_000_000 };

/** The first company is shown at `localhost` and seeded first. */
export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    symbol: "RSGN",
    prices: ["5", "6", "7"],
    feeBps: 200,
    totalSupply: 40_000_000,
    members: 400,
    orders: 1500,
    fresh: 40,
    open: 4,
    programme: { rewardHoldDays: 7, rewardVerifiedAbove: 250 },
    statements: { imported: 3, upToDaysAgo: 0 },
  },
  { ...small, symbol: "MASP", prices: ["12.5"] },
  { ...small, symbol: "NTCN", prices: ["4"], members: 44, feeBps: 250 },
  { ...small, symbol: "PPCN", prices: ["20", "25"], orders: 62 },
  { ...small, symbol: "SHIK", prices: ["9.5"], members: 60, orders: 84, feeBps: 200 },
  { ...small, symbol: "ACW", prices: ["18"], orders: 48, totalSupply: 30_000_000 },
  { ...small, symbol: "COWL", prices: ["30", "32.5"], members: 48, feeBps: 100 },
  { ...small, symbol: "GLC", prices: ["15"], orders: 70, feeBps: 200 },
  { ...small, symbol: "NXT", prices: ["21"], members: 40, totalSupply: 50_000_000 },
  { ...small, symbol: "GLXY", prices: ["35", "38"], members: 52, orders: 76, feeBps: 200 },
];
