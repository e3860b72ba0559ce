import { z } from "zod";
import { FIRST_DAY_STEPS } from "@db/vocabulary";
import type { OpenOutcome } from "@db/vocabulary";
import { HISTORY_PERIODS, type HistoryPeriod } from "@server/platform/rules/dates/dates";
import { oneOf } from "@server/platform/contracts/fields";
import { MemberCounts } from "@server/members/contracts/members";
import { rupees, tokens } from "@server/platform/contracts/described";

/** The company's figures, as REST answers them. */
export const DashboardAnswer = z.object({
  ...MemberCounts.shape,
  totalSupply: tokens("All tokens.", 1_000_000),
  privateSupply: tokens("The referral programme's pool, on which purchases draw.", 300_000),
  remainingPrivateSupply: tokens("Of it, neither held nor allocated.", 250_000),
  publicCellSupply: tokens("The public cell's.", 500_000),
  angelInvestorSupply: tokens("Angel investors'.", 100_000),
  founderTeamSupply: tokens("The founders'.", 75_000),
  airdropSupply: tokens("For the airdrop.", 25_000),
  privateSupplyData: z
    .object({
      total: tokens("The private supply.", 300_000),
      remaining: tokens("Of it, neither held nor allocated.", 250_000),
      stockBalance: tokens("Tokens allocated so far.", 50_000),
    })
    .describe("The private supply."),
  collection: z
    .object({
      bank: rupees("By bank transfer."),
      upi: rupees("By UPI."),
      manual: rupees("By hand."),
      crypto: rupees("In crypto.", 0),
    })
    .describe("Rupees of approved payments, fees included."),
});

/**
 * `dashboard.admin` (product.md §3, architecture.md §5): tokens in whole numbers, money in paise.
 */
export type AdminDashboard = Omit<z.output<typeof DashboardAnswer>, "collection"> & {
  /** Approved totals by method. */
  collection: { bankPaise: number; upiPaise: number; manualPaise: number; cryptoPaise: number };
  /** Percent of the pools' sum, with two decimals. */
  shares: { bank: number; upi: number; manual: number; crypto: number };
};

/** `dashboard.firstDay`: what a company still needs before it sells. */
export interface FirstDay {
  hasPrice: boolean;
  /** A bank account or UPI ID for payments. */
  hasAccount: boolean;
  /** More than one admin decides, or an owner confirmed to decide alone. */
  hasDeciders: boolean;
  hasReadTexts: boolean;
  /** A support contact, or `contact`, the company's own address, was confirmed to be one. */
  hasSupport: boolean;
  contact: string;
  /** The company's own number, or its support's. */
  mobile: string;
  /** Somebody registered. */
  hasMember: boolean;
  unverifiedMayBuy: boolean;
  /** The purchase of one token: none yet, approved, reversed with its money on record, or taken back whole. */
  test: "open" | "approved" | "reversed" | "undone";
  /** The approved purchase that may be the test. */
  testOrderId: string | null;
  /** The origin of the link to share; null while the company has no host. */
  site: string | null;
}

/** `dashboard.confirmFirstDay`. */
export const ConfirmFirstDay = z.object({
  step: oneOf(FIRST_DAY_STEPS),
});
export type ConfirmFirstDay = z.output<typeof ConfirmFirstDay>;

/** `dashboard.work`: what waits for the company's admins; sums in paise. */
export interface AdminWork {
  /** Orders to decide; `oldestAt` is ISO. */
  waiting: { count: number; paise: number; oldestAt: string | null };
  /** Orders with a flag, among these. */
  flagged: number;
  /** Open entries of statements by how they match, as their list has them; up to 20 s old. */
  entries: Record<OpenOutcome, { count: number; paise: number }>;
  /** Payments that no order can take, or needs. */
  unallocatedPayments: number;
}

/** `dashboard.history`. */
export const ReadHistory = z.object({ period: z.enum(HISTORY_PERIODS).default("weeks") });

/** New members, in spans of days that begin at `starts` (YYYY-MM-DD), and the way of the sale. */
export interface AdminHistory {
  period: HistoryPeriod;
  starts: string[];
  /** Members by the span in which they registered, and how far they came until now. */
  joined: { registered: number; paid: number; approved: number }[];
  /** Paise of all approved payments until each day with one, with their fee. */
  paid: { day: string; paise: number }[];
}

/** `dashboard.chooseMails`: of payments, a mail for each or the company's daily one. */
export const ChooseOrderMails = z.object({
  mails: oneOf(["EACH", "DAILY"]),
});
export type ChooseOrderMails = z.output<typeof ChooseOrderMails>;
