import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ALLOCATION_KINDS } from "@db/vocabulary";
import { allocationFaults } from "./allocation-checks";
import { allocationText, isTextOf, termsOfText } from "./allocation-text";
import {
  chainAllocation,
  chainHash,
  genesisHash,
  saltedTerms,
  verifyChain,
} from "./hash-chain.server";
import type { ChainedAllocation } from "./hash-chain.server";

const company = "01900000-0000-7000-8000-00000000000a";
const fields = {
  companyId: company,
  id: "01900000-0000-7000-8000-000000000001",
  memberId: "01900000-0000-7000-8000-000000000002",
  orderId: "01900000-0000-7000-8000-000000000003",
  decision: 1,
  kind: "PURCHASE" as const,
  quantity: 80,
  createdAt: new Date("2026-11-21T12:00:00.123Z"),
};

const terms = {
  orderNumber: "PUR-123456",
  buyerId: fields.memberId,
  amountPaise: 80_500,
  priceMicroRupees: 10_000_000,
  feeBps: 250,
  feePaise: 2_013,
  totalPaise: 82_513,
  quantity: 80,
  referrerId: "01900000-0000-7000-8000-000000000004",
  rewardBps: 500,
  rewardTokens: 4,
  bonusBps: null,
  bonusTokens: 0,
};
const covered = { terms, reverses: null };
const salt = "5a".repeat(32);

/** Computed with another tool from the description. */
const chainGenesis = "1f652964f5467ffd4d11d20ab9f995e04aad26ece259bfa4d2ef27bb80cf0ab0";
const hashOfPurchase = "43338228626b7ea2174801dc48db89804d7770ed8207d7dedc4099f5d97d9e57";
const hashOfReward = "0e513eef42d5e402e6e6eef1d699a2afe82e37f933fe5fad9106452284ea7383";

const rowFields = fc.record({
  companyId: fc.constant(company),
  id: fc.uuid(),
  memberId: fc.uuid(),
  orderId: fc.uuid(),
  decision: fc.integer({ min: 1 }),
  kind: fc.constantFrom(...ALLOCATION_KINDS),
  quantity: fc.integer(),
  createdAt: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") }),
  terms: fc.oneof(
    fc.stringMatching(/^[0-9a-f]{64}$/),
    fc.record({
      orderNumber: fc.constant("PUR-000001"),
      buyerId: fc.uuid(),
      amountPaise: fc.nat(),
      priceMicroRupees: fc.nat(),
      feeBps: fc.nat(10_000),
      feePaise: fc.nat(),
      totalPaise: fc.nat(),
      quantity: fc.nat(),
      referrerId: fc.option(fc.uuid()),
      rewardBps: fc.option(fc.nat(10_000)),
      rewardTokens: fc.nat(),
      bonusBps: fc.option(fc.nat()),
      bonusTokens: fc.nat(),
    }),
  ),
  reverses: fc.option(
    fc.record({
      sequence: fc.integer({ min: 1 }),
      hash: fc.constantFrom("0".repeat(64), "a1".repeat(32)),
    }),
  ),
});

const chain = fc.array(rowFields, { minLength: 1, maxLength: 12 }).map((list) => {
  const rows: ChainedAllocation[] = [];
  for (const row of list) rows.push(chainAllocation(row, rows.at(-1) ?? null));
  return rows;
});

const FIELD_LINES = [
  "company=01900000-0000-7000-8000-00000000000a",
  "sequence=7",
  "id=01900000-0000-7000-8000-000000000001",
  "member=01900000-0000-7000-8000-000000000002",
  "kind=PURCHASE",
  "quantity=80",
  "order=01900000-0000-7000-8000-000000000003",
  "decision=1",
  "created=2026-11-21T12:00:00.123Z",
];

describe("the hashed text", () => {
  test("the hashed text of an allocation has a fixed format", () => {
    const row = { ...fields, sequence: 7 };
    expect(allocationText({ ...row, ...covered })).toBe(
      [
        "prelaunch-allocation/1",
        ...FIELD_LINES,
        "order-number=PUR-123456",
        "buyer=01900000-0000-7000-8000-000000000002",
        "amount-paise=80500",
        "price-micro-rupees=10000000",
        "fee-bps=250",
        "fee-paise=2013",
        "total-paise=82513",
        "order-quantity=80",
        "referrer=01900000-0000-7000-8000-000000000004",
        "reward-bps=500",
        "reward-tokens=4",
        "bonus-bps=-",
        "bonus-tokens=0",
        "reverses=-",
      ].join("\n"),
    );
  });

  test("the hashed text of an allocation is parsed to its terms again", () => {
    fc.assert(
      fc.property(rowFields, ({ terms: any, reverses, ...row }) => {
        const text = allocationText({ ...row, sequence: 1, terms: any, reverses });
        expect(termsOfText(text)).toEqual({ terms: any, reverses });
        expect(isTextOf({ ...row, sequence: 1 }, text)).toBe(true);
        expect(isTextOf({ ...row, sequence: 2 }, text)).toBe(false);
        expect(termsOfText(`${text}\n`)).toBeNull();
      }),
    );
  });

  test("an allocation whose id has a line break is refused", () => {
    const row = { ...fields, ...covered, sequence: 1, memberId: "x\nquantity=9" };
    expect(() => allocationText(row)).toThrow(RangeError);
  });
});

describe("an allocation beside its order", () => {
  const { rewardTokens: _, ...order } = terms;
  const taken = { allocated: [], reversals: 0 };
  const purchase = {
    ...fields,
    covered,
    order,
    taken,
    salt,
    purchase: terms,
    isLatest: true,
  };
  const reward = {
    ...purchase,
    kind: "REFERRAL" as const,
    memberId: terms.referrerId,
    quantity: 4,
    covered: { terms: saltedTerms(salt, terms), reverses: null },
  };
  const reversed = { sequence: 3, hash: "a".repeat(64) };
  const reversal = {
    ...purchase,
    kind: "REVERSAL" as const,
    quantity: -80,
    covered: { terms, reverses: reversed },
    taken: { allocated: [{ ...reversed, quantity: 80 }], reversals: 1 },
  };
  const rewardTakenBack = {
    ...reversal,
    memberId: terms.referrerId,
    quantity: -4,
    covered: { ...reward.covered, reverses: reversed },
    taken: { allocated: [{ ...reversed, quantity: 4 }], reversals: 1 },
  };

  test("an allocation agrees with its order", () => {
    for (const row of [purchase, reward, reversal, rewardTakenBack]) {
      expect(allocationFaults(row)).toEqual([]);
    }
  });

  test("a check of an allocation names each rewritten term", () => {
    const rewritten = { ...order, amountPaise: 80_600, totalPaise: 82_613 };
    expect(allocationFaults({ ...purchase, order: rewritten })).toEqual([
      { fault: "terms", fields: ["amount-paise", "total-paise"] },
    ]);
    expect(allocationFaults({ ...purchase, order: null })).toEqual([
      { fault: "terms", fields: ["order"] },
    ]);
  });

  test("an allocation of an undone decision need not state what a later one approved", () => {
    const later = {
      ...order,
      amountPaise: 40_300,
      feePaise: 1_008,
      totalPaise: 41_308,
      quantity: 40,
    };
    for (const row of [purchase, reversal]) {
      expect(allocationFaults({ ...row, order: later, isLatest: false })).toEqual([]);
      const ofAnother = { ...later, buyerId: fields.id };
      expect(allocationFaults({ ...row, order: ofAnother, isLatest: false })).toEqual([
        { fault: "terms", fields: ["buyer"] },
      ]);
    }
  });

  test("a reward that covers other terms, or by another salt, is found", () => {
    const found = [{ fault: "terms", fields: ["terms"] }];
    for (const row of [reward, rewardTakenBack]) {
      expect(allocationFaults({ ...row, salt: "5b".repeat(32) })).toEqual(found);
      expect(allocationFaults({ ...row, salt: null })).toEqual(found);
      expect(allocationFaults({ ...row, purchase: null })).toEqual(found);
      expect(allocationFaults({ ...row, purchase: { ...terms, amountPaise: 80_600 } })).toEqual(
        found,
      );
    }
  });

  test("a reward that shows its order's terms, or a purchase that hides them, is found", () => {
    const found = [{ fault: "terms", fields: ["terms"] }];
    expect(allocationFaults({ ...reward, covered })).toEqual(found);
    expect(allocationFaults({ ...rewardTakenBack, covered: reversal.covered })).toEqual(found);
    expect(allocationFaults({ ...purchase, covered: reward.covered })).toEqual(found);
  });

  test("a reward beyond its rate is found, although terms and row agree", () => {
    const terms500 = { ...terms, rewardTokens: 500 };
    const covered500 = { terms: saltedTerms(salt, terms500), reverses: null };
    const reward500 = { ...reward, purchase: terms500, covered: covered500 };
    expect(allocationFaults({ ...reward500, quantity: 500 })).toEqual([
      { fault: "reward", paid: 500, rule: 4 },
    ]);
    expect(allocationFaults({ ...reward, quantity: 500 })).toEqual([
      { fault: "share", quantity: 500, due: 4 },
    ]);
  });

  test("a purchase or reward of a stranger is found", () => {
    for (const row of [purchase, reward]) {
      expect(allocationFaults({ ...row, memberId: fields.id })).toMatchObject([{ due: 0 }]);
    }
  });

  test("a reversal of other tokens, of another row or a second time is found", () => {
    const { allocated } = reversal.taken;
    for (const wrong of [
      { taken },
      { quantity: -79 },
      { taken: { allocated: [...allocated, ...allocated], reversals: 1 } },
      { taken: { allocated, reversals: 2 } },
      { covered: { terms, reverses: { ...reversed, sequence: 2 } } },
      { covered: { terms, reverses: null } },
    ]) {
      expect(allocationFaults({ ...reversal, ...wrong })).toEqual([{ fault: "reversal" }]);
    }
    expect(allocationFaults({ ...purchase, covered: reversal.covered })).toEqual([
      { fault: "reversal" },
    ]);
  });
});

describe("the chain", () => {
  test("the chain has known hashes, so that a change of the format is noticed", () => {
    expect(genesisHash(company)).toBe(chainGenesis);
    expect(chainAllocation({ ...fields, ...covered }, null).hash).toBe(hashOfPurchase);
    const ofReward = { kind: "REFERRAL" as const, memberId: terms.referrerId, quantity: 4 };
    const salted = { terms: saltedTerms(salt, terms), reverses: null };
    expect(chainAllocation({ ...fields, ...ofReward, ...salted }, null).hash).toBe(hashOfReward);
    expect(chainHash("a", "b")).not.toBe(chainHash("", "a\nb"));
  });

  test("the chain starts with a different hash for each company", () => {
    expect(genesisHash(company)).not.toBe(genesisHash(fields.memberId));
  });

  test("the chain verifies, complete or in parts", () => {
    fc.assert(
      fc.property(chain, fc.nat(), (rows, cut) => {
        const at = cut % (rows.length + 1);
        const whole = verifyChain(company, rows);
        const first = verifyChain(company, rows.slice(0, at));
        if (!first.ok) return false;
        expect(verifyChain(company, rows.slice(at), first.head)).toEqual(whole);
        return whole.ok && whole.head?.sequence === rows.length;
      }),
    );
  });

  test(
    "the chain check reports a changed row, or the next row if the hash is recomputed",
    { tags: ["full"] },
    () => {
      fc.assert(
        fc.property(chain, fc.nat(), (rows, pick) => {
          const at = pick % rows.length;
          const old = rows[at];
          if (!old) return false;
          const changed = rows.with(at, { ...old, quantity: old.quantity + 1 });
          expect(verifyChain(company, changed)).toEqual({
            ok: false,
            sequence: at + 1,
            fault: "fields",
          });
          const remade = rows.with(
            at,
            chainAllocation(
              { ...old, ...covered, quantity: old.quantity + 1 },
              rows[at - 1] ?? null,
            ),
          );
          expect(verifyChain(company, remade)).toEqual(
            at + 1 === rows.length
              ? { ok: true, head: { sequence: rows.length, hash: remade[at]?.hash } }
              : { ok: false, sequence: at + 2, fault: "previous-hash" },
          );
          return true;
        }),
      );
    },
  );

  test("the chain check reports a missing row", () => {
    fc.assert(
      fc.property(chain, fc.nat(), (rows, pick) => {
        const at = pick % rows.length;
        const verdict = verifyChain(company, rows.toSpliced(at, 1));
        if (at === rows.length - 1) return verdict.ok && (verdict.head?.sequence ?? 0) === at;
        return !verdict.ok && verdict.sequence === at + 1 && verdict.fault === "sequence";
      }),
    );
  });

  test("the chain check reports a forged hash", () => {
    const row = chainAllocation({ ...fields, ...covered }, null);
    const forged = { ...row, hash: "0".repeat(64) };
    expect(verifyChain(company, [forged])).toEqual({ ok: false, sequence: 1, fault: "hash" });
  });

  test("the chain check rejects rows of another company", () => {
    expect(
      verifyChain(fields.memberId, [chainAllocation({ ...fields, ...covered }, null)]),
    ).toMatchObject({
      ok: false,
    });
  });
});
