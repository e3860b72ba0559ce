import { randomBytes } from "node:crypto";
import { violatedConstraint } from "@db/client";
import { referralCode } from "@server/domain/referrals/referral-code";

const TRIES = 5;

/** Runs a transaction with a new referral code, and again with another where that one is in use. */
export async function withReferralCode<T>(
  run: (code: string) => Promise<T>,
  draw: () => string = () => referralCode(randomBytes(16)),
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run(draw());
    } catch (error) {
      if (tried === TRIES || violatedConstraint(error) !== "users_referral_code") throw error;
    }
  }
}
