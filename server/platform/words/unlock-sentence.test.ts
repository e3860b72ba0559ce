import { expect, test } from "vitest";
import type { UnlockPlan } from "@db/vocabulary";
import { unlockSentence } from "./unlock-sentence.server";

const planned = (atLaunchBps: number, months: number, pauseMonths = 0): UnlockPlan => ({
  atLaunchBps,
  months,
  pauseMonths,
});
const ALL = planned(10_000, 0);
const say = (bought: UnlockPlan, earned = bought) => unlockSentence("en", { bought, earned });

test("one sentence tells when tokens unlock", () => {
  expect(unlockSentence("en", null)).toBe("All tokens unlock at the launch.");
  expect(say(planned(2_500, 12))).toBe(
    "Tokens unlock 25% at the launch, the rest in 12 equal parts, one each month, the first a month after it.",
  );
  expect(say(planned(0, 6, 3))).toBe(
    "Tokens unlock in 6 equal parts, one each month, the first 4 months after the launch.",
  );
  expect(say(planned(5_000, 1))).toBe(
    "Tokens unlock 50% at the launch, the rest a month after it.",
  );
  expect(say(planned(0, 1, 5))).toBe("Tokens unlock 6 months after the launch.");
  expect(say(planned(0, 1, 5), ALL)).toBe(
    "Bought tokens unlock 6 months after the launch; rewards and bonus all at the launch.",
  );
});

test("the sentence is told in Hindi too", () => {
  expect(unlockSentence("hi", { bought: planned(2_500, 12), earned: ALL })).toBe(
    "खरीदे टोकन ऐसे खुलते हैं: 25% लॉन्च पर, बाकी 12 बराबर हिस्सों में, हर महीने एक, पहला उसके एक महीने बाद; इनाम और बोनस: सभी लॉन्च पर।",
  );
});
