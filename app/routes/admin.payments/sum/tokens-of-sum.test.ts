import { expect, test } from "vitest";
import { translatorOf } from "@server/platform/words/translators.server";
import { tokensOfSum } from "./tokens-of-sum";

test.each([
  ["en", "367 RSGN (17 of them a bonus)", "735 (35 of them a bonus)"],
  ["hi", "367 RSGN (इनमें 17 बोनस)", "735 (इनमें 35 बोनस)"],
] as const)(
  "tokens that a sum pays are compared with all ordered ones, both with the bonus (%s)",
  (language, tokens, orderedTokens) => {
    const { t } = translatorOf(language);
    const part = { quantity: 350, bonusTokens: 17 };
    const order = { totalQuantity: 700, bonusTokens: 35 };
    const facts = tokensOfSum(t, part, order, "RSGN");
    expect(facts).toEqual({ tokens, orderedTokens });
    const said = t("sums:less", { missing: "₹1", total: "₹2", ...facts });
    expect(said).toContain(tokens);
    expect(said).toContain(orderedTokens);
  },
);
