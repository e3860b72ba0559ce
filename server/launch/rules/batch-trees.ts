import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { amountOf, parseRowText } from "./batch-seal";
import { claimLeaf, type HashOf, leafOfBytes, type StoredTree, treeOf } from "./claim-tree";

/** The tree of the claims, and that over the rows' texts, which name the parts. */
export interface BatchTrees {
  claims: StoredTree;
  parts: StoredTree;
}

/**
 * Builds the trees of a batch from the texts of its rows (`rowText`) by index, of which there is at least
 * one; ops/running/file-worker.ts calls it. That of the texts is by SHA-256, for which the server passes a
 * faster one than the default: no contract reads it.
 */
export const batchTrees = (texts: readonly string[], hash: HashOf = sha256): BatchTrees => ({
  claims: treeOf(texts.map(claimLeafOf)),
  parts: treeOf(
    texts.map((text) => leafOfBytes(utf8ToBytes(text), hash)),
    hash,
  ),
});

function claimLeafOf(text: string) {
  const row = parseRowText(text);
  if (!row) throw new Error("The text of a row has another form.");
  return claimLeaf([row.index, row.address, amountOf(row.tokens)]);
}
