import type { MemberCounts } from "./members";

/**
 * `dashboard.admin` (product.md §3, architecture.md §5): tokens in whole numbers, money in paise.
 */
export type AdminDashboard = MemberCounts & {
  totalSupply: number;
  /** The referral pool, from which purchases and rewards draw. */
  privateSupply: number;
  remainingPrivateSupply: number;
  publicCellSupply: number;
  angelInvestorSupply: number;
  founderTeamSupply: number;
  airdropSupply: number;
  privateSupplyData: {
    total: number;
    remaining: number;
    /** All allocated tokens. */
    stockBalance: number;
  };
  /** Approved totals by method. */
  collection: { bankPaise: number; upiPaise: number; manualPaise: number; cryptoPaise: number };
  /** The same in percent of their sum, with two decimals. */
  shares: { bank: number; upi: number; manual: number; crypto: number };
};
