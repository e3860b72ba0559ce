/** @module-tag full */
import { StandardMerkleTree } from "@openzeppelin/merkle-tree";
import { beforeAll, expect, test } from "vitest";
import { startChain, type TestChain } from "@server/testing/test-chain";
import { type Claim, claimLeaf, hexOf, proofPlaces, rootOfTree, treeOf } from "./claim-tree";
import { claimData } from "./claim-call";

const CLAIMS = 400;

/** A batch of claims whose amounts depend on `salt`. */
function batchOf(salt: number) {
  const claims = Array.from({ length: CLAIMS }, (_, index): Claim => {
    const address = `0x${(0xabcdef + index).toString(16).padStart(40, "1")}`;
    return [index, address, BigInt(index * 7 + salt) * 10n ** 18n];
  });
  const tree = treeOf(claims.map(claimLeaf));
  const node = (at: number) => hexOf(tree.nodes.subarray(at * 32, (at + 1) * 32));
  const proofOf = (index: number) =>
    proofPlaces(new DataView(tree.places.buffer).getUint32(index * 4)).map(node);
  return { claims, proofOf, root: hexOf(rootOfTree(tree)) };
}

const present = batchOf(3);
const old = batchOf(2);
let chain: TestChain;
beforeAll(async () => {
  chain = await startChain(present.root);
});

const dataOf = (
  [index, address, amount]: Claim,
  proof: string[],
  call: "UINT256" | "UINT128" = "UINT256",
) => claimData(call, { index, address, amount, proof });

test("OpenZeppelin's MerkleProof accepts each of 400 claims once, and pays its amount", async () => {
  for (const claim of present.claims) {
    const [index, address, amount] = claim;
    // Sablier's claim has the same leaf.
    const data = dataOf(claim, present.proofOf(index), index % 2 === 0 ? "UINT256" : "UINT128");
    expect(await chain.call(data)).toBe(true);
    expect(await chain.paid(address)).toBe(amount);
    expect(await chain.call(data)).toBe(false);
    expect(await chain.paid(address)).toBe(amount);
  }
}, 120_000);

test("a wrong amount or address, another's proof, and the proof of an old batch are refused", async () => {
  const fresh = await startChain(present.root);
  for (const index of [0, 1, 199, CLAIMS - 1]) {
    const claim = present.claims[index];
    const older = old.claims[index];
    if (!claim || !older) throw new Error("No claim.");
    const [, address, amount] = claim;
    const own = present.proofOf(index);
    const other = present.proofOf((index + 1) % CLAIMS);
    const refused = [
      dataOf([index, address, amount + 1n], own),
      dataOf([index, `0x${"99".repeat(20)}`, amount], own),
      dataOf([index + CLAIMS, address, amount], own),
      dataOf(claim, other),
      dataOf(claim, []),
      dataOf(older, old.proofOf(index)),
      dataOf(claim, old.proofOf(index)),
    ];
    for (const data of refused) expect(await fresh.call(data)).toBe(false);
    expect(await fresh.paid(address)).toBe(0n);
    expect(await fresh.call(dataOf(claim, own))).toBe(true);
  }
});

test("the root is that of OpenZeppelin's tree with the types of Sablier's leaf", () => {
  const values = present.claims.map(([index, address, amount]) => [
    String(index),
    address,
    String(amount),
  ]);
  const standard = StandardMerkleTree.of(values, ["uint256", "address", "uint128"]);
  expect(standard.root).toBe(present.root);
});
