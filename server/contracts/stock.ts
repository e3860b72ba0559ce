import { z } from "zod";
import type { AllocationKind } from "@db/vocabulary";
import { code } from "./code";
import { pageFields } from "./fields";

/** `stock.global` and `stock.mine` (member). */
export const ListStock = z.object(pageFields);
export type ListStock = z.output<typeof ListStock>;

/** One member of Global Stock, with their latest allocation. */
export type GlobalStockRow = {
  /** From 1; equal holdings share a rank. */
  rank: number;
  /** Shortened; null where the member gave none. */
  walletAddress: string | null;
  quantity: number;
  transactionHash: string;
  /** ISO. */
  createdAt: string;
  /** The company's launch, ISO; null: no date yet. */
  unlocksAt: string | null;
};
export type GlobalStock = {
  records: GlobalStockRow[];
  total: number;
  lastPage: number;
  /** Tokens allocated to all members: the card's number. */
  totalQuantity: number;
};

/** One of the member's own allocations, newest first; what a reversal took is negative. */
export type MyStockRow = {
  kind: AllocationKind;
  /** Whose purchase it was: one's own Member ID, or on a reward the buyer's. */
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

/** `stock.allocation` (member): one of one's own, by its hash. Another's is not found. */
export const AllocationRef = z.object({
  /** 64 hex digits; anything else is the hash of nothing. */
  hash: z
    .string({ error: code("FIELD_INVALID") })
    .trim()
    .toLowerCase(),
});
export type AllocationRef = z.output<typeof AllocationRef>;

/** All that is needed to work out an allocation's hash oneself. */
export type AllocationProof = {
  /** From 1 in its company. */
  sequence: number;
  kind: AllocationKind;
  quantity: number;
  /** ISO. */
  createdAt: string;
  hash: string;
  previousHash: string;
  /** The exact text: the hash is SHA-256 over previous hash, a line feed and this. */
  hashedBytes: string;
  /** What the server finds when it works all this out anew. */
  verdict: {
    /** SHA-256 over the parts above, in hex. */
    computed: string;
    isHashRight: boolean;
    /** The text says what the books say of this allocation. */
    isTextRight: boolean;
    /** The previous hash is that of the row before it (for the first one, the company's beginning). */
    isLinked: boolean;
  };
};
