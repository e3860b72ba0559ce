import type { MemberCounts } from "./members";

/** `dashboard.admin` (spec §3, design §5): tokens as whole numbers, money in paise. */
export type AdminDashboard = MemberCounts & {
  totalSupply: number;
  /** The referral programme's pool, on which purchases and rewards draw. */
  privateSupply: number;
  remainingPrivateSupply: number;
  publicCellSupply: number;
  angelInvestorSupply: number;
  founderTeamSupply: number;
  airdropSupply: number;
  privateSupplyData: {
    total: number;
    remaining: number;
    /** All tokens allocated so far. */
    stockBalance: number;
  };
  /** Sums of approved totals by method. */
  collection: { bankPaise: number; upiPaise: number; manualPaise: number; cryptoPaise: number };
  /** The same in percent of their sum, two decimals. */
  shares: { bank: number; upi: number; manual: number; crypto: number };
};
