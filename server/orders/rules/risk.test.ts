import { describe, expect, test } from "vitest";
import { DISHONEST, HONEST, PATTERNS, referralLives } from "@ops/bench/harness/referral-lives";

describe("the lives by which the rules of risk are judged", () => {
  test("a seed makes 500 honest lives and 20 of each dishonest pattern, the same each time", () => {
    const lives = referralLives(1);
    const judged = lives.filter(({ referrerId }) => referrerId !== null);
    expect(judged.filter(({ pattern }) => pattern === null)).toHaveLength(HONEST);
    for (const pattern of PATTERNS) {
      expect(judged.filter((life) => life.pattern === pattern)).toHaveLength(
        DISHONEST / PATTERNS.length,
      );
    }
    expect(referralLives(1)).toEqual(lives);
    expect(referralLives(2)).not.toEqual(lives);
  });
});
