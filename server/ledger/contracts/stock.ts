import { z } from "zod";
import type { AllocationKind } from "@db/vocabulary";
import type { HeldOn } from "@server/ledger/rules/history";
import { code, pageFields } from "@server/platform/contracts/fields";

/** `stock.global` and `stock.mine` (member). */
export const ListStock = z.object(pageFields);
export type ListStock = z.output<typeof ListStock>;

/** One member of Global Stock, with their latest allocation. */
export type GlobalStockRow = {
  /** Starts at 1; equal holdings share a rank. */
  rank: number;
  /** Shortened; null where unset. */
  walletAddress: string | null;
  quantity: number;
  transactionHash: string;
  /** ISO. */
  createdAt: string;
  /** The company's launch, ISO; null without a date. */
  unlocksAt: string | null;
  /** Whether it is the calling member's. */
  isOwn: boolean;
};
export type GlobalStock = {
  records: GlobalStockRow[];
  total: number;
  lastPage: number;
  /** Tokens allocated to all members, for the card. */
  totalQuantity: number;
};

/** One of the member's own allocations, newest first; reversals are negative. */
export type MyStockRow = {
  kind: AllocationKind;
  /** Member ID of the buyer: one's own, or on a reward the referred member's. */
  memberId: string;
  /** Null on a reward. */
  quantity: number | null;
  /** Null on a purchase. */
  reward: number | null;
  transactionHash: string;
  /** ISO. */
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

/** `stock.overview` (member): the own holding, and the sale. Money in paise. */
export type StockOverview = {
  /** Tokens allocated to this member, and those of them that are rewards. */
  tokens: number;
  rewards: number;
  /** Number of own allocations. */
  allocations: number;
  /** What the member's approved purchases cost, fees included, and the fees of it. */
  paidPaise: number;
  feePaise: number;
  /** Null while the company has no price. */
  priceMicroRupees: number | null;
  /** The tokens at that price; null without one. */
  worthPaise: number | null;
  /** The days on which the holding changed, with the tokens at the end of each; the oldest first. */
  history: readonly HeldOn[];
  /** Members with tokens. */
  holders: number;
  /** The private pool: its size, what is allocated and what orders hold, in tokens. */
  sale: { total: number; allocated: number; held: number };
  /** The company's launch, ISO; null without a date. */
  launchAt: string | null;
  /** What a referrer receives of a purchase, in basis points. */
  rewardBps: number;
};

/** `stock.allocation` (member): an own allocation by its hash. Another member's is not found. */
export const AllocationRef = z.object({
  /** 64 hex digits; other text matches no allocation. */
  hash: z
    .string({ error: code("FIELD_INVALID") })
    .trim()
    .toLowerCase(),
});
export type AllocationRef = z.output<typeof AllocationRef>;

/** The data needed to recompute an allocation's hash. */
export type AllocationProof = {
  /** Starts at 1 in each company. */
  sequence: number;
  kind: AllocationKind;
  quantity: number;
  /** ISO. */
  createdAt: string;
  hash: string;
  previousHash: string;
  /** The hashed text: the hash is SHA-256 over the previous hash, a line feed and this text. */
  hashedBytes: string;
  /** The server's own recomputation. */
  verdict: {
    /** SHA-256 over the parts above, in hex. */
    computed: string;
    isHashRight: boolean;
    /** Whether the text matches the ledger. */
    isTextRight: boolean;
    /**
     * Whether the previous hash is that of the preceding row, or for the first row the chain's
     * start.
     */
    isLinked: boolean;
  };
};
