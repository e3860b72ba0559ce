import type { Executor } from "@db/client";
import {
  findPurchase,
  type StoredCheckpoint,
  findCheckpoint,
  firstCheckpointOver,
  lastCheckpoint,
  listLeafTexts,
  listSealingKeys,
  pageOfCheckpoints,
  leafOf,
  rangesOf,
  storedTree,
} from "@server/ledger";
import { findOwnRow, findSeal, proofOf } from "@server/launch";
import { BatchRef } from "@server/launch/contracts/batches";
import { amountOf, rowText } from "@server/launch/rules/batch-seal";
import type { BatchTrace } from "@server/launch/rules/verify-trace";
import { findOwnOrder } from "@server/orders";
import { lastVerification } from "@server/verification/queries/verifications";
import { OrderNumberRef } from "@server/orders/contracts/orders";
import {
  type CheckpointHistory,
  type CheckpointRow,
  CheckpointRef,
  ConsistencyRef,
  InclusionRef,
  ListCheckpoints,
  type VerificationResult,
} from "@server/verification/contracts/proof";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { checkpointText } from "@server/ledger/rules/checkpoint";
import { consistencyPath, inclusionPath } from "@server/ledger/rules/merkle";
import type {
  ConsistencyProof,
  InclusionProof,
  PublishedCheckpoint,
} from "@server/ledger/rules/verify-proof";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import {
  lastingMemberProcedure,
  memberProcedure,
  publicProcedure,
  router,
  superAdminProcedure,
} from "@server/access";

/**
 * Allows any visitor of a company's host. The proofs hold hashes only, so anyone may read them, also
 * while the company is suspended.
 */
const visitorProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.company) throw refuse("NOT_FOUND");
  return next({ ctx: { ...ctx, company: ctx.company } });
});

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex");

const rowOf = ({ number, size, root, signedAt, keyId }: StoredCheckpoint): CheckpointRow => ({
  number,
  size,
  root: root ?? "",
  signedAt: signedAt.toISOString(),
  keyId,
});

async function published(db: Executor, one: StoredCheckpoint): Promise<PublishedCheckpoint> {
  const key = (await listSealingKeys(db)).find(({ id }) => id === one.keyId);
  return {
    text: checkpointText(one),
    signature: one.signature,
    publicKey: key?.publicKey ?? "",
  };
}

/** Returns a checkpoint of the allocations by its number, or the last one. Refuses with NOT_FOUND. */
async function checkpointOf(
  db: Executor,
  companyId: string,
  number: number | undefined,
): Promise<StoredCheckpoint> {
  const found =
    number === undefined
      ? await lastCheckpoint(db, companyId, "ALLOCATIONS")
      : await findCheckpoint(db, companyId, "ALLOCATIONS", number);
  if (!found) throw refuse("NOT_FOUND");
  return found;
}

/** Returns the checkpoints of the company's allocations, and every key that signed one. */
const history = visitorProcedure
  .input(ListCheckpoints)
  .query(async ({ ctx, input }): Promise<CheckpointHistory> => {
    const { company, db } = ctx;
    const [last, { records, total }, keys] = await Promise.all([
      lastCheckpoint(db, company.id, "ALLOCATIONS"),
      pageOfCheckpoints(db, company.id, sliceOf(input)),
      listSealingKeys(db),
    ]);
    return {
      current: last && { ...rowOf(last), ...(await published(db, last)) },
      records: records.map(rowOf),
      total,
      lastPage: lastPageOf(total, input.limit),
      keys: keys.map(({ id, publicKey, firstUsedAt }) => ({
        id,
        publicKey,
        firstUsedAt: firstUsedAt.toISOString(),
      })),
    };
  });

const checkpoint = visitorProcedure
  .input(CheckpointRef)
  .query(async ({ ctx: { company, db }, input }): Promise<PublishedCheckpoint> =>
    published(db, await checkpointOf(db, company.id, input.number)),
  );

/** Returns an inclusion proof without the text, which is the member's: its hash reveals nothing. */
const inclusion = visitorProcedure
  .input(InclusionRef)
  .query(async ({ ctx: { company, db }, input }): Promise<InclusionProof> => {
    const over = await checkpointOf(db, company.id, input.checkpoint);
    if (input.leaf >= over.size) throw refuse("NOT_FOUND");
    return inclusionIn(db, over, input.leaf, null);
  });

const consistency = visitorProcedure
  .input(ConsistencyRef)
  .query(async ({ ctx: { company, db }, input }): Promise<ConsistencyProof> => {
    const [first, second] = [
      await checkpointOf(db, company.id, input.from),
      await checkpointOf(db, company.id, input.to),
    ];
    if (first.number > second.number) throw refuse("NOT_FOUND");
    const ranges = rangesOf(storedTree(db, company.id), second.size);
    return {
      format: "prelaunch-consistency-1",
      first: await published(db, first),
      second: await published(db, second),
      path: (await consistencyPath(ranges, first.size, second.size)).map(hex),
    };
  });

/**
 * Returns the inclusion proof of the member's own order, in the first checkpoint that covers it.
 * Refuses with NOT_FOUND until the order is allocated and sealed.
 */
const ofOrder = memberProcedure
  .input(OrderNumberRef)
  .query(async ({ ctx, input }): Promise<InclusionProof> => {
    const { company, db } = ctx;
    const found = orRefuse(
      await findOwnOrder(db, company.id, ctx.actor.id, input.purchaseId),
      "ORDER_NOT_FOUND",
    );
    const purchase = await findPurchase(db, found.order);
    const over = purchase && (await firstCheckpointOver(db, company.id, purchase.sequence));
    if (!over) throw refuse("NOT_FOUND");
    return inclusionIn(db, over, purchase.sequence - 1, purchase.hashedBytes);
  });

/**
 * Returns the trace of the member's own row of a batch: from its allocations to the root. Refuses with
 * BATCH_NOT_FOUND for a batch that the member is not in, and BATCH_NOT_SEALED before its seal.
 */
const ofBatch = lastingMemberProcedure
  .input(BatchRef)
  .query(async ({ ctx: { company, db, actor }, input }): Promise<BatchTrace> => {
    const own = orRefuse(
      await findOwnRow(db, company.id, { memberId: actor.id, number: input.number }),
      "BATCH_NOT_FOUND",
    );
    const { batch, row } = own;
    const seal = await findSeal(db, batch);
    const claimProof = await proofOf(db, batch, row.index, "claims");
    const rowProof = await proofOf(db, batch, row.index, "parts");
    if (!seal || !claimProof || !rowProof || batch.checkpoint === null) {
      throw refuse("BATCH_NOT_SEALED");
    }
    const over = await checkpointOf(db, company.id, batch.checkpoint);
    const allocations: InclusionProof[] = [];
    for (const { sequence } of row.parts) {
      const [entry = ""] = await listLeafTexts(db, company.id, sequence - 1, sequence);
      allocations.push(await inclusionIn(db, over, sequence - 1, entry));
    }
    const { text, signature, publicKey } = seal;
    return {
      format: "prelaunch-batch-1",
      allocations,
      seal: { text, signature, publicKey },
      row: { text: rowText(batch, row), proof: rowProof },
      claim: {
        index: row.index,
        address: row.address,
        amount: String(amountOf(row.tokens)),
        proof: claimProof,
      },
    };
  });

async function inclusionIn(
  db: Executor,
  over: StoredCheckpoint,
  leafIndex: number,
  text: string | null,
): Promise<InclusionProof> {
  const tree = storedTree(db, over.companyId);
  const [leaf] = text === null ? await tree.leaves(leafIndex, leafIndex + 1) : [leafOf(text)];
  if (!leaf) throw refuse("NOT_FOUND");
  return {
    format: "prelaunch-inclusion-1",
    text,
    leafIndex,
    leafHash: hex(leaf),
    path: (await inclusionPath(rangesOf(tree, over.size), leafIndex, over.size)).map(hex),
    checkpoint: await published(db, over),
  };
}

/** Returns the result of the last night; null before the first one. */
const newestVerification = superAdminProcedure.query(
  async ({ ctx }): Promise<VerificationResult | null> => {
    const last = await lastVerification(ctx.db);
    if (!last) return null;
    const { finishedAt, companies, allocations, auditEntries, unsealed, faults } = last;
    return {
      finishedAt: finishedAt.toISOString(),
      companies,
      allocations,
      auditEntries,
      unsealed,
      faults,
    };
  },
);

export const proofRouter = router({
  history,
  checkpoint,
  inclusion,
  consistency,
  ofOrder,
  ofBatch,
  lastVerification: newestVerification,
});
