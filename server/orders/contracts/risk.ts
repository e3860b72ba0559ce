/** Rewards that wait for a review. */
import { z } from "zod";
import type { OrderStatus, RiskRule, RiskSign } from "@db/vocabulary";
import { booleanField, code, idField, line, pageFields } from "@server/platform/contracts/fields";

/** `orders.cases` (admin). */
export const ListCases = z.object({
  ...pageFields,
  /** False: those that are decided, too. */
  isWaiting: booleanField("FIELD_INVALID").default(true),
});
export type ListCases = z.output<typeof ListCases>;

/** A member who is part of a case, as the company's admins may see them. */
export interface CasePerson {
  id: string;
  /** False for an account that has ended. */
  isThere: boolean;
  memberId: string;
  name: string;
  email: string;
  mobile: string;
  walletAddress: string | null;
  /** ISO. */
  joinedAt: string;
  /** The Member ID of who invited them. */
  invitedBy: string | null;
  /** Signs that they share with the buyer; none of the buyer. */
  inCommon: readonly RiskSign[];
  /**
   * Their latest payments: the number as the member typed it, and the UPI ids, mobiles and accounts from
   * which the bank's entries say that they came.
   */
  payments: readonly {
    orderId: string;
    orderNumber: string;
    reference: string | null;
    paidFrom: readonly string[];
  }[];
}

/** A reward that the rules of risk hold, with whom it concerns. */
export interface RewardCase {
  orderId: string;
  orderNumber: string;
  status: OrderStatus;
  /** Tokens that wait; 0 once it is decided. */
  waitingTokens: number;
  /** Each rule that holds it, with the others by whom it does. */
  reasons: readonly { rule: RiskRule; people: readonly CasePerson[] }[];
  /** The referrer's words; null before they answered. */
  answer: string | null;
  answeredAt: string | null;
  since: string;
  buyer: CasePerson;
  referrer: CasePerson;
  /** The members of all reasons but these two. */
  others: readonly CasePerson[];
}

export interface RewardCaseList {
  total: number;
  lastPage: number;
  records: RewardCase[];
}

/** A reward of the member that is being checked; it says neither of whom nor why. */
export interface CheckedReward {
  /** Names the case. */
  orderId: string;
  tokens: number;
  since: string;
  hasAnswered: boolean;
}

/** `orders.answerCase` (member). */
export const AnswerCase = z.object({
  orderId: idField,
  answer: line("ANSWER_REQUIRED", 500).refine((text) => text.length >= 3, code("ANSWER_REQUIRED")),
});
