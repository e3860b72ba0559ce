/** The referral programme of a company. */
import { z } from "zod";
import { type CampaignReferrers, REFERRER_SORTS } from "@db/vocabulary";
import {
  booleanField,
  idField,
  pageFields,
  searchField,
  oneOf,
} from "@server/platform/contracts/fields";
import { yearField } from "@server/orders/contracts/purchase-statement";
import type { HistoryPeriod } from "@server/platform/rules/dates/dates";

/** What the programme costs and brings, in spans of days that begin at `starts` (YYYY-MM-DD). */
export interface ProgrammeHistory {
  period: HistoryPeriod;
  starts: string[];
  /** Reward tokens by the ledger; negative where more was taken back than given. */
  rewarded: number[];
  /** Tokens of approved purchases of invited members, and their money with fees. */
  bought: number[];
  paise: number[];
}

/** Input of `programme.referrers` (admin). */
export const ListReferrers = z.object({
  ...pageFields,
  search: searchField,
  sort: oneOf(REFERRER_SORTS).default("paid"),
  isDescending: booleanField("FIELD_INVALID").default(true),
});
export type ListReferrers = z.output<typeof ListReferrers>;

/** A member who invited somebody, with what these bought in purchases that are approved. */
export interface Referrer {
  id: string;
  /** False for an account that has ended. */
  isThere: boolean;
  name: string;
  memberId: string;
  /** Members who joined, and those of them with an approved purchase. */
  invited: number;
  buyers: number;
  /** Tokens and paise; the money is with fees. */
  bought: number;
  paidPaise: number;
  /** Reward tokens, net of those that were taken back. */
  rewards: number;
}

/** Input of `programme.campaigns` (admin). */
export const ListCampaigns = z.object({ ...pageFields });

export const CAMPAIGN_STATES = ["RUNNING", "COMING", "ENDED"] as const;

/** A campaign with what it cost; instants are ISO, rates in basis points. */
export interface CampaignRecord {
  id: string;
  name: string;
  state: (typeof CAMPAIGN_STATES)[number];
  startsAt: string;
  endsAt: string;
  rewardBps: number;
  bonusBps: number | null;
  capTotal: number | null;
  whoRefers: CampaignReferrers;
  /** Orders that have its terms and are approved, and the tokens that they bought. */
  orders: number;
  bought: number;
  /** Tokens of its rewards and bonuses by the ledger, and those that orders still hold. */
  rewards: number;
  bonuses: number;
  waiting: number;
}

/** `programme.ownStatement` (member). */
export const OwnStatement = z.object({ year: yearField });
/** `programme.statement` (admin). */
export const ReadStatement = z.object({ memberId: idField, year: yearField });

/** The reward tokens of a day that were allocated, or that were taken back. */
export interface StatementLine {
  /** YYYY-MM-DD in India. */
  day: string;
  isTakenBack: boolean;
  /** The ledger's entries. */
  count: number;
  /** Negative where they were taken back. */
  tokens: number;
  /** Tokens × the order's price, in paise. */
  valuePaise: number;
}

/** The rewards of a financial year of India, which begins on 1 April. */
export interface RewardStatement {
  year: number;
  member: { name: string; memberId: string };
  company: { name: string; email: string; mobile: string; tokenName: string; tokenSymbol: string };
  lines: StatementLine[];
  /** Sums of the lines. */
  tokens: number;
  valuePaise: number;
}
