import { type BuiltInSymbol, TOKEN_SYMBOLS, type UnlockPlans } from "@db/vocabulary";
import { idAt } from "@db/ids";

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
  /** True for one that holds rewards and has campaigns, suspects and bank statements. */
  isFull: boolean;
  /** Absent: the launch is to come. One that was launched has delivered a first batch. */
  launchedDaysAgo?: number;
  /** Absent: all tokens unlock at the launch. */
  unlockPlans?: UnlockPlans;
}

const small = {
  members: 24,
  orders: 40,
  fresh: 4,
  open: 0,
  feeBps: 200,
  totalSupply: 20_000_000,
  isFull: false,
};

/** The first company is shown at `localhost` and seeded first. */
export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    symbol: "RSGN",
    prices: ["5", "6", "7"],
    feeBps: 200,
    totalSupply: 40_000_000,
    members: 60,
    orders: 250,
    fresh: 20,
    open: 4,
    isFull: true,
  },
  { ...small, symbol: "MASP", prices: ["12.5"] },
  { ...small, symbol: "NTCN", prices: ["4"], feeBps: 250 },
  { ...small, symbol: "PPCN", prices: ["20", "25"] },
  { ...small, symbol: "SHIK", prices: ["9.5"] },
  { ...small, symbol: "ACW", prices: ["18"], totalSupply: 30_000_000 },
  { ...small, symbol: "COWL", prices: ["30", "32.5"], feeBps: 100 },
  {
    ...small,
    symbol: "GLC",
    prices: ["15"],
    unlockPlans: {
      bought: { atLaunchBps: 2_500, pauseMonths: 0, months: 12 },
      earned: { atLaunchBps: 0, pauseMonths: 2, months: 6 },
    },
  },
  {
    ...small,
    symbol: "NXT",
    prices: ["21"],
    totalSupply: 50_000_000,
    launchedDaysAgo: 10,
    unlockPlans: {
      bought: { atLaunchBps: 4_000, pauseMonths: 0, months: 6 },
      earned: { atLaunchBps: 10_000, pauseMonths: 0, months: 0 },
    },
  },
  { ...small, symbol: "GLXY", prices: ["35", "38"] },
];

export const placeOf = ({ symbol }: DemoCompany): number => TOKEN_SYMBOLS.indexOf(symbol);

/** Returns a company's id, which is the same in every database and identifies a seeded company. */
export function demoCompanyId(demo: DemoCompany): string {
  const bytes = Uint8Array.from({ length: 16 }, (_, index) => (index + 1) * (placeOf(demo) + 1));
  return idAt(new Date(Date.UTC(2026, 0, 1)), bytes);
}
