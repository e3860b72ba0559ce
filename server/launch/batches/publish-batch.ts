import { databaseNow } from "@db/clock";
import type { Executor } from "@db/client";
import { adminProcedure, type AdminContext, recordAudit, inTransaction } from "@server/access";
import type { StoredForSecondAdmin } from "@server/access/rules/second-admin";
import { onceOrAsked, type PendingChange, storeChange } from "@server/companies";
import { FundBatch, PublishBatch, SendBatch } from "@server/launch/contracts/batches";
import { countTransfers } from "@server/launch/queries/batch-rows";
import {
  type Batch,
  changeBatch,
  findSeal,
  isContractUsed,
  lockBatch,
} from "@server/launch/queries/batches";
import { dateInIndia, formatDateTime } from "@server/platform/rules/dates/dates";
import { normaliseWalletAddress } from "@server/platform/rules/people/wallet-address";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { deliverableAt } from "./batch-view";
import { deliverBatch } from "./deliver-batch";

/** Refuses with BATCH_NOT_YET before a batch may be delivered; returns the time. */
export async function assertDeliverable(tx: Executor, batch: Batch): Promise<Date> {
  const [now, from] = [await databaseNow(tx), deliverableAt(batch)];
  if (now < from) throw refuse("BATCH_NOT_YET", { at: formatDateTime(from) });
  return now;
}

const CONTRACT = ["network", "chainId", "contract", "claimCall", "explorer", "claimUntil"] as const;

/**
 * Locks a batch that is frozen and not delivered yet. Refuses with BATCH_NOT_FOUND, BATCH_STATE, and
 * with BATCH_NOT_SEALED while its root is not there.
 */
export async function lockUndelivered(
  { db, company }: AdminContext,
  which: { number: number } | { id: string },
): Promise<Batch> {
  const batch = orRefuse(await lockBatch(db, company.id, which), "BATCH_NOT_FOUND");
  if (batch.state !== "FROZEN" && batch.state !== "PUBLISHED") throw refuse("BATCH_STATE");
  if (!(await findSeal(db, batch))) throw refuse("BATCH_NOT_SEALED");
  return batch;
}

/**
 * Refuses with BATCH_STATE for a batch that was sent in part, and with CONTRACT_USED for a contract at
 * which another batch is claimed: one of equal members and amounts has the same root.
 */
async function assertClaimable(
  tx: Executor,
  batch: Batch,
  at: { chainId: number; contract: string },
): Promise<void> {
  if (batch.way === "SEND" && (await countTransfers(tx, batch)) > 0) throw refuse("BATCH_STATE");
  if (await isContractUsed(tx, batch, at)) throw refuse("CONTRACT_USED");
}

/** Stores the contract of a batch's claims for a second admin. */
async function askForContract(
  ctx: AdminContext,
  input: PublishBatch,
): Promise<null | StoredForSecondAdmin> {
  const batch = await lockUndelivered(ctx, input);
  if (input.claimUntil <= dateInIndia(await databaseNow(ctx.db))) throw refuse("CLAIM_UNTIL_PAST");
  const asked = { ...input, contract: normaliseWalletAddress(input.contract) };
  if (batch.state === "PUBLISHED" && CONTRACT.every((name) => batch[name] === asked[name])) {
    return null;
  }
  await assertClaimable(ctx.db, batch, asked);
  return storeChange(ctx, {
    kind: "BATCH_CONTRACT",
    subjectId: batch.id,
    change: {
      before: valuesOf(batch),
      after: { batch: batch.number, ...valuesOf(asked) },
    },
  });
}

const valuesOf = (one: Pick<Batch, (typeof CONTRACT)[number]>) =>
  Object.fromEntries(CONTRACT.map((name) => [name, one[name]]));

export const publishBatch = adminProcedure
  .input(PublishBatch)
  .mutation(onceOrAsked(askForContract));

/**
 * Publishes the confirmed contract; its funds are confirmed a day later. Refuses if the batch has changed.
 * The company's row is locked (`applyStoredChange`), so that two batches do not share a contract.
 */
export async function applyContract(
  ctx: AdminContext,
  { subjectId, change: { before, after } }: PendingChange,
): Promise<void> {
  const batch = await lockUndelivered(ctx, { id: subjectId });
  const isAsBefore = CONTRACT.every((name) => batch[name] === (before?.[name] ?? null));
  if (!isAsBefore || !after) throw refuse("CHANGE_OVERTAKEN");
  const { number, ...said } = PublishBatch.parse({ ...after, number: batch.number });
  await assertClaimable(ctx.db, batch, said);
  await changeBatch(ctx.db, batch, {
    ...said,
    state: "PUBLISHED",
    way: "CLAIM",
    publishedAt: await databaseNow(ctx.db),
  });
  await recordAudit(ctx, {
    action: "batch.published",
    subjectType: "batch",
    subjectId: batch.id,
    before,
    after: { batch: number, ...said },
  });
}

/** Opens the claims of a published batch, a day after its contract was confirmed. Refuses with BATCH_NOT_YET. */
export const fundBatch = adminProcedure.input(FundBatch).mutation(
  inTransaction(async (ctx, input, tx) => {
    const batch = await lockUndelivered(ctx, input);
    if (batch.state !== "PUBLISHED") throw refuse("BATCH_STATE");
    const deliveredAt = await assertDeliverable(tx, batch);
    await deliverBatch(ctx, batch, { fundedHash: input.hash, deliveredAt });
    await recordAudit(ctx, {
      action: "batch.funded",
      subjectType: "batch",
      subjectId: batch.id,
      after: { batch: batch.number, transaction: input.hash },
    });
    return null;
  }),
);

/** Notes that the company sends a batch itself; a contract that was not funded is left. */
export const sendBatch = adminProcedure.input(SendBatch).mutation(
  inTransaction(async (ctx, input, tx) => {
    const batch = await lockUndelivered(ctx, input);
    const { network, explorer } = input;
    await changeBatch(tx, batch, {
      state: "FROZEN",
      way: "SEND",
      network,
      explorer,
      publishedAt: null,
    });
    await recordAudit(ctx, {
      action: "batch.sent-by-company",
      subjectType: "batch",
      subjectId: batch.id,
      before: { network: batch.network, explorer: batch.explorer },
      after: { batch: batch.number, network, explorer },
    });
    return null;
  }),
);
