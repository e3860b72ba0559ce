import fc from "fast-check";
import { expect, test, describe } from "vitest";
import { DEFAULT_REWARD_BPS, extrasToHold, rewardFor } from "./reward";
import { normaliseReferralCode, referralCode } from "@server/platform/rules/people/referral-code";
import {
  sampleDays,
  GrowingTree,
  type Hash,
  type RangeHash,
  consistencyPath,
  emptyRoot,
  inclusionPath,
  isConsistent,
  leafHash,
  nodeHash,
  rootOfInclusion,
} from "./merkle";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

test("a reward of five percent of 80 tokens is 4, of 19 none", () => {
  expect(rewardFor(80, DEFAULT_REWARD_BPS)).toBe(4);
  expect(rewardFor(19, DEFAULT_REWARD_BPS)).toBe(0);
  expect(rewardFor(9_000_000_000_000_000, 10_000)).toBe(9_000_000_000_000_000);
});

test("a reward never exceeds its percentage, and misses it by less than a token", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 10_000 }), (quantity, bps) => {
      const short = BigInt(quantity) * BigInt(bps) - BigInt(rewardFor(quantity, bps)) * 10_000n;
      return short >= 0n && short < 10_000n;
    }),
  );
});

test("the held reward never exceeds the pool", () => {
  const extras = { bonus: 2, reward: 4 };
  expect(extrasToHold(extras, 100)).toEqual(extras);
  expect(extrasToHold(extras, 5)).toEqual({ bonus: 2, reward: 3 });
  expect(extrasToHold(extras, 1)).toEqual({ bonus: 1, reward: 0 });
  expect(extrasToHold(extras, -2)).toEqual({ bonus: 0, reward: 0 });
});

test("invalid numbers of tokens or percent throw", () => {
  expect(() => rewardFor(1.5, 500)).toThrow(RangeError);
  expect(() => rewardFor(10, 10_001)).toThrow(RangeError);
});

test("a referral code has eight unambiguous characters and is normalised", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 16 }), (bytes) => {
      const code = referralCode(bytes);
      return /^[2-9A-HJ-NP-Z]{8}$/.test(code) && normaliseReferralCode(code) === code;
    }),
  );
  expect(() => referralCode(new Uint8Array(7))).toThrow(RangeError);
});

test("every character of a referral code comes from exactly eight of the 256 bytes", () => {
  const counts = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    const sign = referralCode(new Uint8Array(8).fill(byte)).charAt(0);
    counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  expect(counts.size).toBe(32);
  expect(new Set(counts.values())).toEqual(new Set([8]));
});

test("spaces, hyphens and case of a referral code are ignored", () => {
  expect(normaliseReferralCode(" ab2c-d3ef ")).toBe("AB2CD3EF");
  // A sentence ends behind the link.
  for (const end of [".", ",", "!", "?", ")", "।", "…", "\u201d", ".)"])
    expect([end, normaliseReferralCode(`AB2CD3EF${end}`)]).toEqual([end, "AB2CD3EF"]);
  expect(normaliseReferralCode("(AB2CD3EF)")).toBe("AB2CD3EF");
});

const histories = fc
  .array(fc.nat(1_000_000), { maxLength: 300 })
  .map((held) => held.map((tokens, at) => ({ day: `day ${String(at).padStart(3, "0")}`, tokens })));

test("a history keeps its first and last day, its order and at most so many days", () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 2, max: 80 }), (history, most) => {
      const kept = sampleDays(history, most);
      expect(kept.length).toBe(Math.min(history.length, most));
      expect(kept[0]).toBe(history[0]);
      expect(kept.at(-1)).toBe(history.at(-1));
      const places = kept.map((one) => history.indexOf(one));
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
    }),
  );
});

/** The leaves and roots that implementations of RFC 6962 and 9162 test with. */
const LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map(hexToBytes);
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

/** MTH as the RFC writes it. */
function plainRoot(leaves: readonly Hash[]): Hash {
  const [first] = leaves;
  if (!first) return emptyRoot();
  if (leaves.length === 1) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(plainRoot(leaves.slice(0, split)), plainRoot(leaves.slice(split)));
}

const leavesOf = (size: number): Hash[] =>
  Array.from({ length: size }, (_, at) => leafHash(utf8ToBytes(`leaf ${at}`)));
const rangesOver =
  (leaves: readonly Hash[]): RangeHash =>
  (from, to) =>
    Promise.resolve(plainRoot(leaves.slice(from, to)));

const size = fc.integer({ min: 1, max: 70 });

describe("the tree", () => {
  test("the tree has the roots of the published test vectors", () => {
    const tree = new GrowingTree();
    expect(bytesToHex(tree.root())).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
    for (const [at, leaf] of LEAVES.entries()) {
      tree.append(leafHash(leaf));
      expect(bytesToHex(tree.root())).toBe(ROOTS[at]);
    }
  });

  test(
    "the tree grows as the RFC defines it, and tells each complete subtree once",
    { tags: ["full"] },
    () => {
      fc.assert(
        fc.property(size, (count) => {
          const leaves = leavesOf(count);
          const told: string[] = [];
          const tree = new GrowingTree(undefined, (level, index, hash) => {
            told.push(`${level}/${index}`);
            const width = 2 ** level;
            expect(hash).toEqual(plainRoot(leaves.slice(index * width, (index + 1) * width)));
          });
          for (const leaf of leaves) tree.append(leaf);
          expect(tree.root()).toEqual(plainRoot(leaves));
          expect(new Set(told).size).toBe(told.length);
        }),
      );
    },
  );
});

describe("an inclusion proof", () => {
  test("an inclusion proof leads every leaf to the root, and no other leaf, place, size or path", async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.nat(), fc.nat(), async (count, pick, other) => {
        const leaves = leavesOf(count);
        const index = pick % count;
        const path = await inclusionPath(rangesOver(leaves), index, count);
        const root = plainRoot(leaves);
        const [leaf, wrong] = [leaves[index], leafHash(utf8ToBytes(`other ${other}`))];
        if (!leaf) return;
        expect(rootOfInclusion(leaf, { index, size: count, path })).toEqual(root);
        expect(rootOfInclusion(wrong, { index, size: count, path })).not.toEqual(root);
        expect(rootOfInclusion(leaf, { index: count, size: count, path })).toBeNull();
        const longer = [...path, wrong];
        expect(rootOfInclusion(leaf, { index, size: count, path: longer })).not.toEqual(root);
        if (count > 1) {
          const elsewhere = (index + 1 + (other % (count - 1))) % count;
          expect(rootOfInclusion(leaf, { index: elsewhere, size: count, path })).not.toEqual(root);
          const shorter = path.slice(1);
          expect(rootOfInclusion(leaf, { index, size: count, path: shorter })).not.toEqual(root);
          const changed = path.with(other % path.length, wrong);
          expect(rootOfInclusion(leaf, { index, size: count, path: changed })).not.toEqual(root);
        }
      }),
    );
  });
});

describe("a consistency proof", () => {
  test(
    "a consistency proof joins every earlier tree to a later one, and no other",
    { tags: ["full"] },
    async () => {
      await fc.assert(
        fc.asyncProperty(size, size, fc.nat(), async (a, b, pick) => {
          const [small, large] = [Math.min(a, b), Math.max(a, b)];
          const leaves = leavesOf(large);
          const path = await consistencyPath(rangesOver(leaves), small, large);
          const first = { size: small, root: plainRoot(leaves.slice(0, small)) };
          const second = { size: large, root: plainRoot(leaves) };
          expect(isConsistent(first, second, path)).toBe(true);
          // A history in which one of the earlier leaves was rewritten.
          const rewritten = leaves.with(pick % small, leafHash(utf8ToBytes("rewritten")));
          const forged = { size: large, root: plainRoot(rewritten) };
          const forgedPath = await consistencyPath(rangesOver(rewritten), small, large);
          expect(isConsistent(first, forged, forgedPath)).toBe(false);
          expect(isConsistent(first, forged, path)).toBe(false);
          expect(isConsistent(second, { ...first, size: small - 1 }, path)).toBe(false);
          expect(isConsistent(first, second, [...path, first.root])).toBe(false);
          if (path.length > 0) expect(isConsistent(first, second, path.slice(1))).toBe(false);
        }),
      );
    },
  );

  test("a consistency proof from the empty tree is empty", () => {
    const second = { size: 3, root: plainRoot(leavesOf(3)) };
    expect(isConsistent({ size: 0, root: emptyRoot() }, second, [])).toBe(true);
    expect(isConsistent({ size: 0, root: second.root }, second, [])).toBe(false);
  });
});
