import type { Executor } from "@db/client";
import { findCheckpoint, isSigned } from "@server/ledger";
import { checkpointHash } from "@server/ledger/rules/checkpoint";
import { findTrees, listBatches, sumDelivered } from "@server/launch";
import { NO_SEAL, parseSealText, sealHash } from "@server/launch/rules/batch-seal";
import { hexOf, rootOfTree } from "@server/launch/rules/claim-tree";
import { listOddBatches, type OddBatch } from "@server/verification/queries/batch-faults";

/** What contradicts the delivery of tokens. */
export type BatchFault =
  | ({ kind: "batch" } & OddBatch)
  /** A seal that is not of its batch or key, that does not follow the one before, or lost its tree. */
  | { kind: "batch"; batch: number; fault: "seal" | "signature" | "root" }
  /** What was delivered and what waits are not the ledger. */
  | { kind: "delivered"; ledger: number; delivered: number; waiting: number };

const MOST = 20;

/**
 * Verifies a company's batches against the ledger, and their seals; `operator launch verify` also rebuilds
 * their trees. `keys` maps the ids of trusted keys to them.
 */
export async function verifyBatches(
  tx: Executor,
  companyId: string,
  { keys }: { keys: ReadonlyMap<string, string> },
): Promise<BatchFault[]> {
  const batches = (await listBatches(tx, companyId)).reverse();
  if (batches.length === 0) return [];
  const odd = await listOddBatches(tx, companyId, MOST);
  const faults: BatchFault[] = odd.map((one) => ({ kind: "batch", ...one }));
  const sums = await sumDelivered(tx, companyId);
  if (sums.delivered + sums.waiting !== sums.ledger) faults.push({ kind: "delivered", ...sums });
  let previous = NO_SEAL;
  for (const { batch } of batches) {
    const stored = await findTrees(tx, batch);
    if (!stored) continue;
    const of = { kind: "batch" as const, batch: batch.number };
    const seal = parseSealText(stored.text);
    const over = seal && (await findCheckpoint(tx, companyId, "ALLOCATIONS", seal.checkpoint));
    const isItsSeal =
      seal?.companyId === companyId &&
      seal.number === batch.number &&
      seal.day === batch.day &&
      seal.checkpoint === batch.checkpoint &&
      seal.rows === batch.rows &&
      seal.tokens === batch.tokens &&
      seal.previous === previous &&
      over !== null &&
      seal.checkpointHash === checkpointHash(over);
    if (!isItsSeal) faults.push({ ...of, fault: "seal" });
    const key = seal && keys.get(seal.keyId);
    if (!key || key !== stored.publicKey || !isSigned(key, stored.text, stored.signature)) {
      faults.push({ ...of, fault: "signature" });
    }
    const roots = [hexOf(rootOfTree({ nodes: stored.tree })), stored.root];
    if (roots.some((root) => root !== seal?.root)) faults.push({ ...of, fault: "root" });
    previous = sealHash(stored.text);
  }
  return faults;
}
