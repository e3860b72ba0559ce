import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { amountOf, type BatchRow, rowText } from "./batch-seal";
import { claimLeaf, type HashOf, leafOfBytes, type StoredTree, treeOf } from "./claim-tree";

/** A frozen batch as plain data; ops/running/file-worker.ts builds its trees. */
export interface BatchOfRows {
  companyId: string;
  number: number;
  /** By index, from 0. */
  rows: readonly BatchRow[];
}

/** The tree of the claims, and that over the rows' texts, which name the parts. */
export interface BatchTrees {
  claims: StoredTree;
  parts: StoredTree;
}

/**
 * Builds the trees of a batch with at least one row. That of the rows' texts is by SHA-256, for which the
 * server passes a faster one than the default: no contract reads it.
 */
export const batchTrees = (batch: BatchOfRows, hash: HashOf = sha256): BatchTrees => ({
  claims: treeOf(
    batch.rows.map(({ index, address, tokens }) => claimLeaf([index, address, amountOf(tokens)])),
  ),
  parts: treeOf(
    batch.rows.map((row) => leafOfBytes(utf8ToBytes(rowText(batch, row)), hash)),
    hash,
  ),
});
