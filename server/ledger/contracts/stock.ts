import { z } from "zod";
import type { AllocationKind } from "@db/vocabulary";
import type { DayHolding } from "@server/ledger/rules/merkle";
import { code, pageFields } from "@server/platform/contracts/fields";

/** Input of `stock.global` and `stock.mine` (member). */
export const ListStock = z.object(pageFields);

/** One member of Global Stock, with their latest allocation. */
export type GlobalStockRow = {
  /** Starts at 1; equal holdings share a rank. */
  rank: number;
  /** Shortened; null where unset. */
  walletAddress: string | null;
  quantity: number;
  transactionHash: string;
  /** ISO 8601 time. */
  createdAt: string;
  /** The company's launch date, ISO 8601; null without one. */
  unlocksAt: string | null;
  /** True for the calling member's own row. */
  isOwn: boolean;
};
export type GlobalStock = {
  records: GlobalStockRow[];
  total: number;
  lastPage: number;
  /** Tokens allocated to all members, for the card. */
  totalQuantity: number;
};

/** Output of `stock.rank` (member): the place of the member's row in Global Stock; null without tokens. */
export type OwnRank = {
  /** Starts at 1; equal holdings share a rank. */
  rank: number;
  /** Number of the rows before it. */
  before: number;
} | null;

/** One of the member's own allocations. A reversal has negative tokens. */
export type MyStockRow = {
  kind: AllocationKind;
  /** Member ID of the buyer: the member's own on a purchase, the referred member's on a reward. */
  memberId: string;
  /** It is null on a reward. */
  quantity: number | null;
  /** It is null on a purchase. */
  reward: number | null;
  transactionHash: string;
  /** ISO 8601 time. */
  createdAt: string;
  unlocksAt: string | null;
};
export type MyStock = {
  records: MyStockRow[];
  total: number;
  lastPage: number;
  /** Tokens allocated to this member. */
  totalQuantity: number;
};

/** Output of `stock.overview` (member): the member's holding, and the sale. Money is in paise. */
export type StockOverview = {
  /** Tokens allocated to this member, and how many of them are rewards. */
  tokens: number;
  rewards: number;
  /** Number of the member's allocations. */
  allocations: number;
  /** Paise that the member's approved purchases cost, fees included, and the fees in it. */
  paidPaise: number;
  feePaise: number;
  /** Tokens of the purchases that wait, and the paise that are checked of them, fees included. */
  arriving: { tokens: number; paise: number };
  /** Paise that were received of purchases and wait for the rest. */
  waitingPaise: number;
  /** It is null while the company has no price. */
  priceMicroRupees: number | null;
  /** Paise that the bought tokens cost at that price, rewards apart; null without one. */
  worthPaise: number | null;
  /** The days on which the holding changed, with the tokens at the end of each; the oldest first. */
  history: readonly DayHolding[];
  /** Number of members with tokens. */
  holders: number;
  /** Tokens of the private pool: its size, the allocated ones and those that orders hold. */
  sale: { total: number; allocated: number; held: number };
  /** The company's launch date, ISO 8601; null without one. */
  launchAt: string | null;
  /** Basis points of a purchase that its referrer receives. */
  rewardBps: number;
};

/** Input of `stock.allocation` (member): the hash of an own allocation. Another member's is not found. */
export const AllocationRef = z.object({
  /** 64 hex digits; other text matches no allocation. */
  hash: z
    .string({ error: code("FIELD_INVALID") })
    .trim()
    .toLowerCase(),
});

/** The data needed to recompute an allocation's hash. */
export type AllocationProof = {
  /** Starts at 1 in each company. */
  sequence: number;
  kind: AllocationKind;
  quantity: number;
  /** ISO 8601 time. */
  createdAt: string;
  hash: string;
  previousHash: string;
  /** The hashed text: the hash is SHA-256 over the previous hash, a line feed and this text. */
  hashedBytes: string;
  /** The hash that the server recomputed. */
  verdict: {
    /** SHA-256 in hex over the previous hash, a line feed and the text. */
    computed: string;
    isHashRight: boolean;
    /** True if the text matches the ledger. */
    isTextRight: boolean;
    /**
     * True if the previous hash is that of the preceding row, or the start of the chain for the first
     * row.
     */
    isLinked: boolean;
  };
};
