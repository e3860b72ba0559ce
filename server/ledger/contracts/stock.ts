import { z } from "zod";
import { type AllocationKind, STOCK_PARTS } from "@db/vocabulary";
import type { DayHolding } from "@server/ledger/rules/merkle";
import {
  described,
  instant,
  SAMPLE_HASH,
  text,
  textOrNull,
  tokens,
} from "@server/platform/contracts/described";
import { code, oneOf, optional, pageFields } from "@server/platform/contracts/fields";

/** Input of `stock.global` (member). */
export const ListStock = z.object(pageFields);

/** Input of `stock.mine` (member). */
export const ListMyStock = ListStock.extend({
  kind: described(
    optional(oneOf(STOCK_PARTS, "BAD_FILTER")),
    "Only what was bought, came as a bonus, or as rewards.",
    "bought",
    "BAD_FILTER",
  ),
});

const transactionHash = text("The allocation's hash; it covers the one before it.", SAMPLE_HASH);
const unlocksAt = described(
  z.iso.datetime().nullable(),
  "The company's launch, when tokens unlock; null: no date yet.",
  "2030-01-01T00:00:00.000Z",
);

/** One member of Global Stock, with their latest allocation, as REST answers it. */
export const GlobalStockAnswer = z.object({
  rank: tokens("From 1; equal holdings share one.", 1),
  walletAddress: textOrNull(
    "Shortened; null if none was given, or the member hides it.",
    "0x5290…9EE7",
  ),
  quantity: tokens("Tokens."),
  transactionHash,
  createdAt: instant("Of the latest allocation."),
  unlocksAt,
});
/** `isOwn`: true for the calling member's row. */
export type GlobalStockRow = z.output<typeof GlobalStockAnswer> & {
  isOwn: boolean;
  isWalletHidden: boolean;
};
export type GlobalStock = {
  records: GlobalStockRow[];
  total: number;
  lastPage: number;
  /** Tokens allocated to all members, for the card. */
  totalQuantity: number;
};

/** One of the member's own allocations, as REST answers it. */
export const MyStockAnswer = z.object({
  memberId: text(
    "The Member ID of the buyer: the member's own, or of a member they invited.",
    "M2222222",
  ),
  quantity: described(
    z.int().nullable(),
    "Tokens bought; null on a reward; negative when reversed.",
    80,
  ),
  reward: described(z.int().nullable(), "Tokens for inviting; null on a purchase.", 4),
  transactionHash,
  createdAt: instant("When they were allocated."),
  unlocksAt,
});
export type MyStockRow = z.output<typeof MyStockAnswer> & { kind: AllocationKind };
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
  /** Tokens of the purchases that wait, with their bonus, and the paise that are checked of them, fees included. */
  arriving: { tokens: number; paise: number };
  /** Paise that were received of purchases and wait for the rest. */
  waitingPaise: number;
  /** It is null while the company has no price. */
  priceMicroRupees: number | null;
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
  /** The member's own order; null for a reward, whose buyer it would name. */
  orderNumber: string | null;
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
