import { databaseNow } from "@db/clock";
import { type Executor, transact } from "@db/client";
import type { Deps } from "@server/access";
import { findCheckpoint, type SigningKey } from "@server/ledger";
import {
  type Batch,
  findBatch,
  findSeal,
  insertSeal,
  listUnsealedBatches,
} from "@server/launch/queries/batches";
import { NO_SEAL, sealHash, sealText } from "@server/launch/rules/batch-seal";
import type { BatchTrees } from "@server/launch/rules/batch-trees";
import { hexOf, rootOfTree } from "@server/launch/rules/claim-tree";
import { insertAudit, sweepEach } from "@server/platform";
import { checkpointHash } from "@server/ledger/rules/checkpoint";
import { readTexts } from "./read-rows";

/**
 * The sweep: builds the trees of frozen batches in a process, and signs their seals. A fault of one batch
 * leaves the others theirs; a company's later batches wait for its earlier ones. Returns how many it sealed.
 */
export async function sealBatches(
  db: Executor,
  { fileProcesses, key }: Pick<Deps, "fileProcesses"> & { key: () => SigningKey },
): Promise<number> {
  const unsealed = await listUnsealedBatches(db);
  if (unsealed.length === 0) return 0;
  const signing = key();
  return sweepEach(unsealed, "Some batches were not sealed.", (batch) =>
    sealBatch(db, batch, { fileProcesses, key: signing }),
  );
}

/** Seals a frozen batch. Does nothing while the one before it has no seal. */
async function sealBatch(
  db: Executor,
  batch: Batch,
  { fileProcesses, key }: Pick<Deps, "fileProcesses"> & { key: SigningKey },
): Promise<number> {
  const { companyId, number, day, checkpoint, rows, tokens } = batch;
  if (checkpoint === null || rows === null || tokens === null) return 0;
  const before = number === 1 ? null : await findBatch(db, companyId, number - 1);
  const previous = before ? await findSeal(db, before.batch) : undefined;
  const over = await findCheckpoint(db, companyId, "ALLOCATIONS", checkpoint);
  if ((before && !previous) || !over) return 0;
  const trees = (await fileProcesses.draw(
    { batch: await readTexts(db, batch) },
    { person: batch.preparedBy, company: companyId },
  )) as BatchTrees;
  const root = hexOf(rootOfTree(trees.claims));
  const sealedAt = await databaseNow(db);
  const text = sealText({
    companyId,
    number,
    day,
    checkpoint,
    checkpointHash: checkpointHash(over),
    rows,
    tokens,
    root,
    partsRoot: hexOf(rootOfTree(trees.parts)),
    previous: previous ? sealHash(previous.text) : NO_SEAL,
    sealedAt,
    keyId: key.id,
  });
  return transact(db, async (tx) => {
    const isStored = await insertSeal(tx, {
      companyId,
      batchId: batch.id,
      text,
      signature: key.sign(text),
      publicKey: key.publicKey,
      root,
      tree: trees.claims.nodes,
      places: trees.claims.places,
      partsTree: trees.parts.nodes,
      partsPlaces: trees.parts.places,
      sealedAt,
    });
    // Another instance was first.
    if (!isStored) return 0;
    await insertAudit(tx, {
      companyId,
      actorRole: "SYSTEM",
      action: "batch.sealed",
      subjectType: "batch",
      subjectId: batch.id,
      after: { batch: number, root, seal: sealHash(text) },
    });
    return 1;
  });
}
