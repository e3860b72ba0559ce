import type { Executor } from "@db/client";
import { transact, withoutTimeouts } from "@db/client";
import { listChain } from "@server/ledger/queries/allocations";
import { databaseNow } from "@db/clock";
import {
  type AuditSeal,
  type StoredCheckpoint,
  forgetSealed,
  insertCheckpoint,
  insertMerkleNodes,
  insertSeals,
  lastCheckpoint,
  listUnsealed,
  lockSealing,
} from "@server/ledger/queries/sealing";
import {
  type Checkpoint,
  NO_CHECKPOINT,
  checkpointHash,
  checkpointText,
} from "@server/ledger/rules/checkpoint";
import { type Hash, nodeHash } from "@server/ledger/rules/merkle";
import { genesisHash, verifyChain } from "@server/ledger/rules/hash-chain.server";
import { auditGenesis, auditHash } from "./audit-chain";
import {
  FAN_OUT,
  type TreeSource,
  completeNodes,
  leafOf,
  nodeSha256,
  rangesOf,
  storedTree,
} from "./merkle-store";
import { type SigningKey, isSigned } from "./signing-key";

/** Thrown when the sealer must not sign for a company: its ledger or log was changed. */
export class SealingError extends Error {
  override name = "SealingError";
}

/** Maximum of entries and of allocations sealed in one transaction. */
const AT_ONCE = 10_000;

const hex = (hash: Hash): string => Buffer.from(hash).toString("hex");

/**
 * Seals a company's committed changes: chains its unsealed audit entries, adds its new allocations to
 * the Merkle tree, and signs both heads. One transaction; an instance that finds another at work on the
 * company does nothing. Returns whether more is left. Throws SealingError if sealed or unsealed data
 * was changed.
 */
export async function sealCompany(
  db: Executor,
  companyId: string,
  key: SigningKey,
): Promise<boolean> {
  return transact(db, async (tx) => {
    await withoutTimeouts(tx);
    if (!(await lockSealing(tx, companyId))) return false;
    const signedAt = await databaseNow(tx);
    const allocated = await sealAllocations(tx, companyId, { key, signedAt });
    const audited = await sealAudit(tx, companyId, {
      key,
      signedAt,
      // The audit log's checkpoint vouches for that of the allocations.
      beside: allocated.number,
      isNeeded: allocated.added > 0,
    });
    return allocated.added === AT_ONCE || audited === AT_ONCE;
  });
}

interface Signing {
  key: SigningKey;
  signedAt: Date;
}

async function sealAllocations(tx: Executor, companyId: string, { key, signedAt }: Signing) {
  const last = await lastOf(tx, companyId, "ALLOCATIONS", key);
  const sealed = last?.size ?? 0;
  const rows = await listChain(tx, companyId, { after: sealed, limit: AT_ONCE });
  if (rows.length === 0) return { added: 0, number: last?.number ?? 0 };
  const verdict = verifyChain(
    companyId,
    rows,
    last ? { sequence: last.size, hash: last.head } : null,
  );
  if (!verdict.ok) {
    throw new SealingError(`Allocation ${verdict.sequence} breaks the chain: ${verdict.fault}.`);
  }
  const tree = storedTree(tx, companyId);
  if (last && hex(await rangesOf(tree, sealed)(0, sealed)) !== last.root) {
    throw new SealingError(`The allocations differ from checkpoint ${last.number}.`);
  }
  const size = sealed + rows.length;
  const added = rows.map(({ hashedBytes }) => leafOf(hashedBytes));
  const grown = await growTree(tree, { sealed, size, added });
  await insertMerkleNodes(tx, companyId, grown.nodes);
  const checkpoint: Checkpoint = {
    companyId,
    log: "ALLOCATIONS",
    number: (last?.number ?? 0) + 1,
    size,
    root: hex(await rangesOf(grown.source, size)(0, size)),
    head: verdict.head?.hash ?? genesisHash(companyId),
    beside: null,
    previous: last ? checkpointHash(last) : NO_CHECKPOINT,
    signedAt,
    keyId: key.id,
  };
  await insertSigned(tx, checkpoint, key);
  return { added: rows.length, number: checkpoint.number };
}

/** Returns the tree with new leaves, and the roots of the subtrees that they complete. */
async function growTree(
  tree: TreeSource,
  { sealed, size, added }: { sealed: number; size: number; added: Hash[] },
) {
  const nodes: { level: number; index: number; hash: string }[] = [];
  const fresh = new Map<string, Hash>();
  const source: TreeSource = {
    leaves: async (from, to) => [
      ...(from < sealed ? await tree.leaves(from, Math.min(to, sealed)) : []),
      ...added.slice(Math.max(0, from - sealed), Math.max(0, to - sealed)),
    ],
    nodes: async (level, from, to) => {
      const stored = Math.min(to, completeNodes(sealed, level));
      const all = from < stored ? await tree.nodes(level, from, stored) : [];
      for (let index = Math.max(from, stored); index < to; index += 1) {
        const node = fresh.get(`${level}/${index}`);
        if (!node) throw new Error("A node of the Merkle tree is not made yet.");
        all.push(node);
      }
      return all;
    },
  };
  for (let level = 1; completeNodes(size, level) > 0; level += 1) {
    for (let at = completeNodes(sealed, level); at < completeNodes(size, level); at += 1) {
      const from = at * FAN_OUT;
      let below =
        level === 1
          ? await source.leaves(from, from + FAN_OUT)
          : await source.nodes(level - 1, from, from + FAN_OUT);
      while (below.length > 1) below = pairs(below);
      const [root] = below;
      if (!root) throw new Error("A subtree has no root.");
      fresh.set(`${level}/${at}`, root);
      nodes.push({ level, index: at, hash: hex(root) });
    }
  }
  return { source, nodes };
}

const pairs = (hashes: readonly Hash[]): Hash[] =>
  hashes.flatMap((left, at) => {
    const right = hashes[at + 1];
    return at % 2 === 0 && right ? [nodeHash(left, right, nodeSha256)] : [];
  });

async function sealAudit(
  tx: Executor,
  companyId: string,
  { key, signedAt, beside, isNeeded }: Signing & { beside: number; isNeeded: boolean },
): Promise<number> {
  const entries = await listUnsealed(tx, companyId, AT_ONCE);
  if (entries.length === 0 && !isNeeded) {
    // After a restore the list contains entries that are sealed already.
    await forgetSealed(tx, companyId);
    return 0;
  }
  const last = await lastOf(tx, companyId, "AUDIT", key);
  let head = last?.head ?? auditGenesis(companyId);
  const seals: AuditSeal[] = [];
  for (const [at, { id, columns }] of entries.entries()) {
    head = auditHash(head, columns);
    seals.push({ sequence: (last?.size ?? 0) + at + 1, entryId: id, hash: head });
  }
  await insertSeals(tx, companyId, seals);
  await forgetSealed(tx, companyId);
  const checkpoint: Checkpoint = {
    companyId,
    log: "AUDIT",
    number: (last?.number ?? 0) + 1,
    size: (last?.size ?? 0) + seals.length,
    root: null,
    head,
    beside,
    previous: last ? checkpointHash(last) : NO_CHECKPOINT,
    signedAt,
    keyId: key.id,
  };
  await insertSigned(tx, checkpoint, key);
  return seals.length;
}

/** Returns the last checkpoint. Throws if it claims this server's key without its signature. */
async function lastOf(
  tx: Executor,
  companyId: string,
  log: Checkpoint["log"],
  key: SigningKey,
): Promise<StoredCheckpoint | null> {
  const last = await lastCheckpoint(tx, companyId, log);
  const isForged =
    last?.keyId === key.id && !isSigned(key.publicKey, checkpointText(last), last.signature);
  if (isForged) throw new SealingError(`Checkpoint ${last.number} of ${log} was changed.`);
  return last;
}

const insertSigned = (tx: Executor, checkpoint: Checkpoint, key: SigningKey): Promise<void> =>
  insertCheckpoint(
    tx,
    { ...checkpoint, signature: key.sign(checkpointText(checkpoint)) },
    key.publicKey,
  );
