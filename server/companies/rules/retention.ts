/** Days that messages and their addresses are kept where the company sets nothing. */
export const DEFAULT_MESSAGE_DAYS = 180;

/** Limits of a company's settings: days for messages, years for proofs of payment. */
export const MESSAGE_DAYS = { min: 30, max: 3650 } as const;
export const PROOF_YEARS = { min: 1, max: 30 } as const;

/** Days that a visitor's first referral code is kept where the company sets nothing, and their limits. */
export const DEFAULT_REFERRAL_DAYS = 30;
export const REFERRAL_DAYS = { min: 7, max: 90 } as const;

export const referralDaysOf = ({ referralDays }: { referralDays?: number }): number =>
  referralDays ?? DEFAULT_REFERRAL_DAYS;

/** Limits of the days for which a reward is held after the approval. */
export const REWARD_HOLD_DAYS = { min: 0, max: 90 } as const;

/** A company's rules for a hold: days after the approval, and tokens above which the referrer is verified first. */
export interface RewardHoldRules {
  rewardHoldDays: number;
  /** Null: a referrer need not be verified. */
  rewardVerifiedAbove: number | null;
}

export const rewardHoldOf = ({
  rewardHoldDays,
  rewardVerifiedAbove,
}: Partial<RewardHoldRules>): RewardHoldRules => ({
  rewardHoldDays: rewardHoldDays ?? REWARD_HOLD_DAYS.min,
  rewardVerifiedAbove: rewardVerifiedAbove ?? null,
});

/** Returns how long a company keeps messages and proofs; proofs for good if null. */
export const retentionOf = ({
  messageDays,
  proofYears,
}: {
  messageDays?: number;
  proofYears?: number;
}): { messageDays: number; proofYears: number | null } => ({
  messageDays: messageDays ?? DEFAULT_MESSAGE_DAYS,
  proofYears: proofYears ?? null,
});
