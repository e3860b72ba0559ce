import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ALLOCATION_KINDS } from "@db/vocabulary";
import { allocationFaults } from "@server/domain/stock/allocation-checks";
import {
  allocationText,
  firstAllocationText,
  isTextOf,
  termsOfText,
} from "@server/domain/stock/allocation-text";
import {
  chainAllocation,
  chainHash,
  genesisHash,
  verifyChain,
} from "@server/domain/stock/hash-chain.server";
import type { ChainedAllocation } from "@server/domain/stock/hash-chain.server";

const company = "01900000-0000-7000-8000-00000000000a";
const fields = {
  companyId: company,
  id: "01900000-0000-7000-8000-000000000001",
  memberId: "01900000-0000-7000-8000-000000000002",
  orderId: "01900000-0000-7000-8000-000000000003",
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
};
const covered = { terms, reverses: null };

/** Computed with another tool from the description. */
const chainGenesis = "1f652964f5467ffd4d11d20ab9f995e04aad26ece259bfa4d2ef27bb80cf0ab0";
const hashOfVersion1 = "2414f578dde40bb249cf2ba73a8d961ca6f46d31c62b9bdd9d75db55c644e168";
const hashOfVersion2 = "01665d7f8080fdb8a42804348854b115b91363c18bfaabe11f5545f87310812a";

const rowFields = fc.record({
  companyId: fc.constant(company),
  id: fc.uuid(),
  memberId: fc.uuid(),
  orderId: fc.uuid(),
  kind: fc.constantFrom(...ALLOCATION_KINDS),
  quantity: fc.integer(),
  createdAt: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") }),
  terms: fc.record({
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
  }),
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
  "created=2026-11-21T12:00:00.123Z",
];

describe("the hashed text", () => {
  test("has a fixed format, and the first one is kept", () => {
    const row = { ...fields, sequence: 7 };
    expect(firstAllocationText(row)).toBe(["prelaunch-allocation/1", ...FIELD_LINES].join("\n"));
    expect(allocationText({ ...row, ...covered })).toBe(
      [
        "prelaunch-allocation/2",
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
        "reverses=-",
      ].join("\n"),
    );
  });

  test("says its terms again", () => {
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

  test("rejects an id with a line break", () => {
    const row = { ...fields, ...covered, sequence: 1, memberId: "x\nquantity=9" };
    expect(() => allocationText(row)).toThrow(RangeError);
  });
});

describe("an allocation beside its order", () => {
  const { rewardTokens: _, ...order } = terms;
  const taken = { allocated: [], reversals: 0 };
  const purchase = { ...fields, covered, order, taken };
  const reward = {
    ...purchase,
    kind: "REFERRAL" as const,
    memberId: terms.referrerId,
    quantity: 4,
  };
  const reversed = { sequence: 3, hash: "a".repeat(64) };
  const reversal = {
    ...purchase,
    kind: "REVERSAL" as const,
    quantity: -80,
    covered: { terms, reverses: reversed },
    taken: { allocated: [{ ...reversed, quantity: 80 }], reversals: 1 },
  };

  test("agrees with it, with or without hashed terms", () => {
    for (const row of [purchase, reward, reversal]) {
      expect(allocationFaults(row)).toEqual([]);
      expect(allocationFaults({ ...row, covered: null })).toEqual([]);
    }
  });

  test("names each rewritten term", () => {
    const rewritten = { ...order, amountPaise: 80_600, totalPaise: 82_613 };
    expect(allocationFaults({ ...purchase, order: rewritten })).toEqual([
      { fault: "terms", fields: ["amount-paise", "total-paise"] },
    ]);
    expect(allocationFaults({ ...purchase, order: null })).toEqual([
      { fault: "terms", fields: ["order"] },
    ]);
  });

  test("a reward beyond its rate is found, although terms and row agree", () => {
    const covered500 = { terms: { ...terms, rewardTokens: 500 }, reverses: null };
    expect(allocationFaults({ ...reward, quantity: 500, covered: covered500 })).toEqual([
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

  test("a reversal of a stranger, of other tokens, of another row or a second time is found", () => {
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
  test("has known hashes, so that a change of the format is noticed", () => {
    expect(genesisHash(company)).toBe(chainGenesis);
    expect(chainHash(chainGenesis, firstAllocationText({ ...fields, sequence: 1 }))).toBe(
      hashOfVersion1,
    );
    expect(chainAllocation({ ...fields, ...covered }, null).hash).toBe(hashOfVersion2);
    expect(chainHash("a", "b")).not.toBe(chainHash("", "a\nb"));
  });

  test("starts with a different hash for each company", () => {
    expect(genesisHash(company)).not.toBe(genesisHash(fields.memberId));
  });

  test("verifies, complete or in parts", () => {
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

  test("reports a changed row, or the next row if the hash is recomputed", () => {
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
          chainAllocation({ ...old, ...covered, quantity: old.quantity + 1 }, rows[at - 1] ?? null),
        );
        expect(verifyChain(company, remade)).toEqual(
          at + 1 === rows.length
            ? { ok: true, head: { sequence: rows.length, hash: remade[at]?.hash, isSecond: true } }
            : { ok: false, sequence: at + 2, fault: "previous-hash" },
        );
        return true;
      }),
    );
  });

  test("reports a missing row", () => {
    fc.assert(
      fc.property(chain, fc.nat(), (rows, pick) => {
        const at = pick % rows.length;
        const verdict = verifyChain(company, rows.toSpliced(at, 1));
        if (at === rows.length - 1) return verdict.ok && (verdict.head?.sequence ?? 0) === at;
        return !verdict.ok && verdict.sequence === at + 1 && verdict.fault === "sequence";
      }),
    );
  });

  test("holds rows of version 1, followed by version 2 but not the other way round", () => {
    const older = (sequence: number, previousHash: string): ChainedAllocation => {
      const row = { ...fields, sequence };
      const hashedBytes = firstAllocationText(row);
      return { ...row, previousHash, hashedBytes, hash: chainHash(previousHash, hashedBytes) };
    };
    const first = older(1, genesisHash(company));
    const second = chainAllocation({ ...fields, ...covered }, first);
    const third = older(3, second.hash);
    expect(verifyChain(company, [first, second])).toMatchObject({ ok: true });
    expect(verifyChain(company, [first, second, third])).toEqual({
      ok: false,
      sequence: 3,
      fault: "version",
    });
  });

  test("reports a forged hash", () => {
    const row = chainAllocation({ ...fields, ...covered }, null);
    const forged = { ...row, hash: "0".repeat(64) };
    expect(verifyChain(company, [forged])).toEqual({ ok: false, sequence: 1, fault: "hash" });
  });

  test("rejects rows of another company", () => {
    expect(
      verifyChain(fields.memberId, [chainAllocation({ ...fields, ...covered }, null)]),
    ).toMatchObject({
      ok: false,
    });
  });
});
