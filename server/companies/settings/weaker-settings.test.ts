import { expect, test } from "vitest";
import type { CompanySettings } from "@db/schema";
import { weakens } from "./weaker-settings";

/** Each protection, as it is and as it is weaker. */
const WEAKER: [protection: string, strong: CompanySettings, weak: CompanySettings][] = [
  ["days of messages", { messageDays: 90 }, { messageDays: 89 }],
  ["years of proofs", { proofYears: 8 }, { proofYears: 7 }],
  ["proofs that were kept for good", {}, { proofYears: 30 }],
  ["days that a reward is held", { rewardHoldDays: 7 }, { rewardHoldDays: 6 }],
  ["days that a reward is held at all", { rewardHoldDays: 7 }, {}],
  [
    "rewards that wait for a verification",
    { rewardVerifiedAbove: 10 },
    { rewardVerifiedAbove: 11 },
  ],
  ["any wait for a verification", { rewardVerifiedAbove: 10 }, {}],
  ["countries of text messages", {}, { smsCountries: ["IN", "AE"] }],
  ["the question for the money", {}, { asksMoneyConfirmation: false }],
];

test.each(WEAKER)("fewer %s weaken a company, more do not", (_, strong, weak) => {
  expect(weakens({ before: strong, after: weak })).toBe(true);
  expect(weakens({ before: weak, after: strong })).toBe(false);
  expect(weakens({ before: strong, after: strong })).toBe(false);
});
