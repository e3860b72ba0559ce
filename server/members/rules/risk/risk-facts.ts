import type { RiskSign } from "@db/vocabulary";

/**
 * The facts by which a reward is judged, and the thresholds. They were written down, with the lives of
 * `tools/bench/harness/referral-lives.ts`, before the rules.
 */

/**
 * Another member of the company who has a sign in common with the buyer. PAYER is the account, UPI id
 * or mobile on the bank's entry of a payment, which is also compared with members' own mobiles;
 * NETWORK is that of a session.
 */
export interface SharedSign {
  sign: RiskSign;
  memberId: string;
  /** True for the buyer's referrer, and for those whom the buyer invited. */
  isDirect: boolean;
}

/** The facts about the buyer of a referred order. */
export interface RiskFacts {
  /** True if the address belongs to a service of addresses that are thrown away. */
  isDisposable: boolean;
  shared: readonly SharedSign[];
  /**
   * Members whom the same referrer invited and who registered within `BURST_MINUTES` of the buyer,
   * before or after. The time of a click is not kept, so that registrations are compared with each
   * other.
   */
  joinedNear: readonly string[];
}

/** Minutes between registrations by one member's code that count as a burst. */
export const BURST_MINUTES = 10;

/** Registrations in a burst, with the buyer's, that hold a reward by themselves. */
export const BURST_MEMBERS = 4;

/** Registrations in a burst from one network, with the buyer's, that hold a reward. */
export const BURST_MEMBERS_OF_NETWORK = 3;

/**
 * Members for whom one payer paid, with the buyer, that hold a reward where none of them invited
 * another: one person may pay for another of the household.
 */
export const PAYER_MEMBERS = 3;

/** The least share of dishonest lives that the rules hold, and the greatest of honest ones. */
export const LEAST_HELD = 0.9;
export const MOST_HONEST_HELD = 0.02;
