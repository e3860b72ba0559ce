import { describe, expect, test } from "vitest";
import {
  DISHONEST,
  HONEST,
  measureRules,
  PATTERNS,
  referralLives,
} from "@tools/bench/harness/referral-lives";
import type { RiskRule, RiskSign } from "@db/vocabulary";
import { isDisposable, mailboxOf, payersIn, reasonsToHold } from "./risk";
import { LEAST_HELD, MOST_HONEST_HELD, type RiskFacts } from "./risk-facts";

describe("the lives by which the rules of risk are judged", () => {
  test(
    "a seed makes 500 honest lives and 20 of each dishonest pattern, the same each time",
    { tags: ["full"] },
    () => {
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
    },
  );

  test(
    "the rules hold at least 90 % of dishonest lives and at most 2 % of honest ones",
    { tags: ["full"] },
    () => {
      const { dishonest, honest } = measureRules([70_001, 70_002, 70_003, 70_004, 70_005]);
      expect(dishonest).toBeGreaterThanOrEqual(LEAST_HELD);
      expect(honest).toBeLessThanOrEqual(MOST_HONEST_HELD);
    },
  );
});

describe("the rules of risk", () => {
  const none = { isDisposable: false, shared: [], joinedNear: [] };
  const shared = (sign: RiskSign, memberId = "other", isDirect = false) => ({
    sign,
    memberId,
    isDirect,
  });
  const rulesFor = (facts: Partial<RiskFacts>) =>
    reasonsToHold({ ...none, ...facts }).map(({ rule }) => rule);

  test("nothing is held without a sign", () => {
    expect(reasonsToHold(none)).toEqual([]);
  });

  test("a shared network holds nothing, even of many members", () => {
    const many = Array.from({ length: 50 }, (_, at) => shared("NETWORK", `m${at}`, at === 0));
    expect(rulesFor({ shared: many })).toEqual([]);
    expect(rulesFor({ shared: many.slice(0, 1), joinedNear: ["m0"] })).toEqual([]);
    expect(rulesFor({ shared: many.slice(0, 2), joinedNear: ["m0", "m1"] })).toEqual([
      "SHARED_NETWORK",
    ]);
  });

  test.each<[RiskRule, Partial<RiskFacts>]>([
    ["SHARED_PROOF", { shared: [shared("PROOF")] }],
    ["SHARED_PROOF", { shared: [shared("NUMBER")] }],
    ["SHARED_PAYER", { shared: [shared("PAYER", "referrer", true)] }],
    ["SHARED_PAYER", { shared: [shared("PAYER", "a"), shared("PAYER", "b")] }],
    ["SHARED_IDENTITY", { shared: [shared("MOBILE")] }],
    ["SHARED_IDENTITY", { shared: [shared("KYC")] }],
    ["SHARED_EVIDENCE", { shared: [shared("EVIDENCE", "referrer", true)] }],
    ["EMAIL_ALIAS", { shared: [shared("EMAIL")] }],
    ["DISPOSABLE_EMAIL", { isDisposable: true }],
    ["SHARED_WALLET", { shared: [shared("WALLET")] }],
    ["BURST", { joinedNear: ["a", "b", "c"] }],
  ])("%s holds a reward by %j", (rule, facts) => {
    expect(rulesFor(facts)).toEqual([rule]);
  });

  test("evidence that a stranger sent too holds nothing", () => {
    expect(rulesFor({ shared: [shared("EVIDENCE")] })).toEqual([]);
  });

  test("one person who pays for one other holds nothing where neither invited the other", () => {
    expect(rulesFor({ shared: [shared("PAYER", "a"), shared("PAYER", "a")] })).toEqual([]);
  });

  test("an address with dots or a tag is the same mailbox, dots only where its service ignores them", () => {
    expect(mailboxOf("Asha.Iyer+tokens@GoogleMail.com")).toBe("ashaiyer@gmail.com");
    expect(mailboxOf("asha.iyer+x@outlook.com")).toBe("asha.iyer@outlook.com");
    expect(mailboxOf("asha.iyer@outlook.com")).not.toBe(mailboxOf("ashaiyer@outlook.com"));
  });

  test("an address of a throwaway service is recognised, at a name below it too", () => {
    expect(isDisposable("a@Mailinator.com")).toBe(true);
    expect(isDisposable("a@mx.mailinator.com")).toBe(true);
    expect(isDisposable("a@gmail.com")).toBe(false);
  });

  test("the text of a bank names the payer by UPI id, mobile and account", () => {
    const valuesIn = (text: string) => payersIn(text).map(({ value }) => value);
    expect(valuesIn("UPI/CR/630554043104/RAVI/9876543210@ybl/Payment")).toEqual([
      "upi:9876543210@ybl",
      "mobile:+919876543210",
    ]);
    expect(valuesIn("UPI-RAVI-ravi.k@OKAXIS-SBIN0001234-630554043104")).toEqual([
      "upi:ravi.k@okaxis",
    ]);
    expect(valuesIn("BY TRANSFER FROM 004897691162095")).toEqual(["account:4897691162095"]);
    expect(valuesIn("NEFT*SBIN0001234*SBINN26307123456*RAVI")).toEqual([]);
  });
});
