import { z } from "zod";
import type { AllocationKind } from "@db/vocabulary";
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
