import { z } from "zod";
import { FIRST_DAY_STEPS } from "@db/vocabulary";
import type { AdminRole, PaymentMethod, OpenOutcome } from "@db/vocabulary";
import { HISTORY_PERIODS, type HistoryPeriod } from "@server/platform/rules/dates/dates";
import { code } from "@server/platform/contracts/fields";
import type { MemberCounts } from "@server/members/contracts/members";

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
  /** Percent of the pools' sum, with two decimals. */
  shares: { bank: number; upi: number; manual: number; crypto: number };
};

/** `dashboard.frame`: what every screen of the admin area shows. */
export interface AdminFrame {
  /** The admin's own. */
  id: string;
  name: string;
  companyName: string;
  adminRole: AdminRole;
  /** PENDING orders. */
  waiting: number;
  /** True until the company sells: the steps of the first day are shown. */
  isFirstDay: boolean;
  /** True if the admin gets a mail for each payment, instead of the company's daily one. */
  mailsEachOrder: boolean;
}

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
  /** The purchase of one token: none yet, approved, or approved and taken back. */
  test: "open" | "approved" | "undone";
  /** The approved purchase that may be the test. */
  testOrderId: string | null;
  /** The origin of the link to share; null while the company has no host. */
  site: string | null;
}

/** `dashboard.confirmFirstDay`. */
export const ConfirmFirstDay = z.object({
  step: z.enum(FIRST_DAY_STEPS, { error: code("FIELD_INVALID") }),
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

/** Collected sums and new members, in spans of days that begin at `starts` (YYYY-MM-DD). */
export interface AdminHistory {
  period: HistoryPeriod;
  starts: string[];
  /** Approved payments with their fee, by method; a value for each span. */
  collected: { method: PaymentMethod; orders: number[]; paise: number[] }[];
  /** Members by the span in which they registered, and how far they came until now. */
  joined: { registered: number; paid: number; approved: number }[];
}

/** `dashboard.chooseMails`: of payments, a mail for each or the company's daily one. */
export const ChooseOrderMails = z.object({
  mails: z.enum(["EACH", "DAILY"], { error: code("FIELD_INVALID") }),
});
export type ChooseOrderMails = z.output<typeof ChooseOrderMails>;
