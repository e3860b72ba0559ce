/** `referrals.summary` (member): counts and tokens alone, never who. */
export type ReferralSummary = {
  /** The Member ID, which a newcomer gives as Referral Code. */
  code: string;
  /** What the company pays a referrer, in basis points of the tokens bought. */
  rewardBps: number;
  /** Members who registered with the code. */
  invited: number;
  /** Of those, how many the company has verified. */
  verified: number;
  /** Of those, how many have a purchase that stands. */
  buying: number;
  /** Tokens: allocated as rewards, reversals taken off. */
  rewardEarned: number;
  /** Tokens kept aside with payments that wait for a decision. */
  rewardWaiting: number;
};
