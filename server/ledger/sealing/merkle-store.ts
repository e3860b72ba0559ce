import { hash } from "node:crypto";
import type { Executor } from "@db/client";
import { listLeafTexts, listMerkleNodes } from "@server/ledger/queries/sealing";
import {
  type Hash,
  type RangeHash,
  type Sha256,
  emptyRoot,
  leafHash,
  nodeHash,
  splitOf,
} from "@server/ledger/rules/merkle";

/** Uses Node's SHA-256, several times as fast as the browser's. */
export const nodeSha256: Sha256 = (bytes) => hash("sha256", bytes, "buffer");

export const leafOf = (text: string): Hash => leafHash(Buffer.from(text), nodeSha256);

/** Number of nodes of the level below in each stored level (`merkle_nodes`). */
export const FAN_OUT = 256;

/** Returns the nodes of a stored level that a tree of this size completes. */
export const completeNodes = (size: number, level: number): number =>
  Math.floor(size / FAN_OUT ** level);

/** Reads leaves, and roots of complete subtrees by level. */
export interface TreeSource {
  leaves(from: number, to: number): Promise<Hash[]>;
  nodes(level: number, from: number, to: number): Promise<Hash[]>;
}

export function storedTree(db: Executor, companyId: string): TreeSource {
  return {
    leaves: async (from, to) => {
      const texts = await listLeafTexts(db, companyId, from, to);
      if (texts.length !== to - from) throw new Error("Allocations are missing.");
      return texts.map(leafOf);
    },
    nodes: async (level, from, to) => {
      const rows = await listMerkleNodes(db, companyId, level, from, to);
      if (rows.length !== to - from) throw new Error("Nodes of the Merkle tree are missing.");
      return rows.map(({ hash: hex }) => Buffer.from(hex, "hex"));
    },
  };
}

/**
 * Computes roots of ranges of a tree with `size` leaves: reads at most a few hundred leaves and nodes
 * of each level, once.
 */
export function rangesOf(source: TreeSource, size: number): RangeHash {
  const groups = new Map<string, Promise<Hash[]>>();
  /** Returns one leaf (level 0), or the root of one complete subtree. */
  const stored = async (level: number, index: number): Promise<Hash> => {
    const first = Math.floor(index / FAN_OUT) * FAN_OUT;
    const end = Math.min(first + FAN_OUT, level === 0 ? size : completeNodes(size, level));
    const key = `${level}/${first}`;
    let group = groups.get(key);
    if (!group) {
      group = level === 0 ? source.leaves(first, end) : source.nodes(level, first, end);
      groups.set(key, group);
    }
    const found = (await group)[index - first];
    if (!found) throw new RangeError("The tree has no such node.");
    return found;
  };
  const range: RangeHash = async (from, to) => {
    const count = to - from;
    if (count === 0) return emptyRoot();
    const level = Math.round(Math.log2(count) / 8);
    if (count === FAN_OUT ** level && from % count === 0) return stored(level, from / count);
    const middle = from + splitOf(count);
    return nodeHash(await range(from, middle), await range(middle, to), nodeSha256);
  };
  return range;
}
