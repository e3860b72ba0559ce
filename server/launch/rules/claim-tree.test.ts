import { StandardMerkleTree } from "@openzeppelin/merkle-tree";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Claim,
  claimLeaf,
  hashOf,
  hexOf,
  LEAF_ENCODING,
  proofPlaces,
  rootOfProof,
  rootOfTree,
  treeOf,
} from "./claim-tree";

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => {
  return `0x${Buffer.from(bytes).toString("hex")}`;
});
const amount = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
const claims = fc
  .array(fc.tuple(address, amount), { minLength: 1, maxLength: 40 })
  .map((pairs) => pairs.map(([to, of], index): Claim => [index, to, of]));

const placeOf = (places: Uint8Array, index: number) =>
  new DataView(places.buffer).getUint32(index * 4);

test("tree, places and proofs are those of OpenZeppelin's standard-v1", { tags: ["full"] }, () => {
  fc.assert(
    fc.property(claims, (all) => {
      const standard = StandardMerkleTree.of(
        all.map(([index, to, of]) => [String(index), to, String(of)]),
        [...LEAF_ENCODING],
      );
      const { tree, values } = standard.dump();
      const own = treeOf(all.map(claimLeaf));
      const node = (at: number) => own.nodes.subarray(at * 32, (at + 1) * 32);
      expect(hexOf(rootOfTree(own))).toBe(standard.root);
      expect(tree.map((_, at) => hexOf(node(at)))).toEqual(tree);
      for (const [index, claim] of all.entries()) {
        const place = placeOf(own.places, index);
        expect(place).toBe(values[index]?.treeIndex);
        const proof = proofPlaces(place).map(node);
        expect(proof.map(hexOf)).toEqual(standard.getProof(index));
        expect(hexOf(rootOfProof(claimLeaf(claim), proof))).toBe(standard.root);
      }
    }),
    { numRuns: 60 },
  );
});

test("a leaf of another index, address or amount leads to another root", () => {
  const [first, second]: Claim[] = [
    [0, `0x${"11".repeat(20)}`, 5n],
    [1, `0x${"22".repeat(20)}`, 7n],
  ];
  if (!first || !second) throw new Error("No claims.");
  const root = hexOf(rootOfTree(treeOf([first, second].map(claimLeaf))));
  const proof = [claimLeaf(second)];
  expect(hexOf(rootOfProof(claimLeaf(first), proof))).toBe(root);
  for (const other of [
    [2, first[1], 5n],
    [0, second[1], 5n],
    [0, first[1], 6n],
  ] as Claim[]) {
    expect(hexOf(rootOfProof(claimLeaf(other), proof))).not.toBe(root);
  }
});

test("values that no leaf has are refused, and texts that are no hash are not read", () => {
  const to = `0x${"11".repeat(20)}`;
  for (const odd of [
    [-1, to, 1n],
    [0.5, to, 1n],
    [0, "0x11", 1n],
    [0, to, -1n],
    [0, to, 2n ** 256n],
  ] as Claim[]) {
    expect(() => claimLeaf(odd)).toThrow(RangeError);
  }
  expect([hashOf("0x11"), hashOf(null), hashOf("11".repeat(32))]).toEqual([null, null, null]);
});
