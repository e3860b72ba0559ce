import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ALLOCATION_KINDS } from "@db/vocabulary";
import { allocationText } from "@server/domain/stock/allocation-text";
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

/** Computed with another tool from the description. */
const chainGenesis = "1f652964f5467ffd4d11d20ab9f995e04aad26ece259bfa4d2ef27bb80cf0ab0";
const firstHash = "2414f578dde40bb249cf2ba73a8d961ca6f46d31c62b9bdd9d75db55c644e168";

const rowFields = fc.record({
  companyId: fc.constant(company),
  id: fc.uuid(),
  memberId: fc.uuid(),
  orderId: fc.uuid(),
  kind: fc.constantFrom(...ALLOCATION_KINDS),
  quantity: fc.integer(),
  createdAt: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") }),
});

const chain = fc.array(rowFields, { minLength: 1, maxLength: 12 }).map((list) => {
  const rows: ChainedAllocation[] = [];
  for (const row of list) rows.push(chainAllocation(row, rows.at(-1) ?? null));
  return rows;
});

describe("the hashed text", () => {
  test("has a fixed format", () => {
    expect(allocationText({ ...fields, sequence: 7 })).toBe(
      [
        "prelaunch-allocation/1",
        "company=01900000-0000-7000-8000-00000000000a",
        "sequence=7",
        "id=01900000-0000-7000-8000-000000000001",
        "member=01900000-0000-7000-8000-000000000002",
        "kind=PURCHASE",
        "quantity=80",
        "order=01900000-0000-7000-8000-000000000003",
        "created=2026-11-21T12:00:00.123Z",
      ].join("\n"),
    );
  });

  test("rejects an id with a line break", () => {
    expect(() => allocationText({ ...fields, sequence: 1, memberId: "x\nquantity=9" })).toThrow(
      RangeError,
    );
  });
});

describe("the chain", () => {
  test("has known hashes, so that a change of the format is noticed", () => {
    expect(genesisHash(company)).toBe(chainGenesis);
    expect(chainAllocation(fields, null).hash).toBe(firstHash);
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
          chainAllocation({ ...old, quantity: old.quantity + 1 }, rows[at - 1] ?? null),
        );
        expect(verifyChain(company, remade)).toEqual(
          at + 1 === rows.length
            ? { ok: true, head: { sequence: rows.length, hash: remade[at]?.hash } }
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

  test("reports a forged hash", () => {
    const row = chainAllocation(fields, null);
    const forged = { ...row, hash: "0".repeat(64) };
    expect(verifyChain(company, [forged])).toEqual({ ok: false, sequence: 1, fault: "hash" });
  });

  test("rejects rows of another company", () => {
    expect(verifyChain(fields.memberId, [chainAllocation(fields, null)])).toMatchObject({
      ok: false,
    });
  });
});
