import { databaseNow } from "@db/clock";
import { adminProcedure, recordAudit, type AdminContext } from "@server/access";
import type { StoredForSecondAdmin } from "@server/access/rules/second-admin";
import { onceOrAsked, type PendingChange, storeChange } from "@server/companies";
import { findCheckpoint, type StoredCheckpoint } from "@server/ledger";
import { BatchRef } from "@server/launch/contracts/batches";
import { insertParts, insertRows } from "@server/launch/queries/batch-rows";
import { type Batch, changeBatch, lockBatch, lockDeliveries } from "@server/launch/queries/batches";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { type CollectedRow, collectBatch, standingCheckpoint } from "./collect-batch";

/** Rows and parts that one statement inserts. */
const AT_ONCE = 5000;

/** Stores the freeze of the prepared batch, with what it holds at the last checkpoint, for a second admin. */
async function askForFreeze(
  ctx: AdminContext,
  { number }: BatchRef,
): Promise<null | StoredForSecondAdmin> {
  const { db, company } = ctx;
  const batch = orRefuse(await lockBatch(db, company.id, { number }), "BATCH_NOT_FOUND");
  if (batch.state !== "PREPARED") throw refuse("BATCH_STATE");
  const checkpoint = orRefuse(await standingCheckpoint(db, company.id), "BATCH_EMPTY");
  const held = await heldIn(ctx, batch, checkpoint);
  if (held.rows.length === 0) throw refuse("BATCH_EMPTY");
  return storeChange(ctx, {
    kind: "BATCH_FREEZE",
    subjectId: batch.id,
    change: { before: null, after: held.facts },
  });
}

/** Collects the rows of a batch at a checkpoint, with what both admins confirm. */
async function heldIn(
  { db, company }: AdminContext,
  { number, day }: Batch,
  checkpoint: StoredCheckpoint,
) {
  const { rows, tokens } = await collectBatch(db, company, { day, size: checkpoint.size });
  const facts = {
    batch: number,
    day,
    checkpoint: checkpoint.number,
    members: rows.length,
    tokens,
  };
  return { rows, facts };
}

export const freezeBatch = adminProcedure.input(BatchRef).mutation(onceOrAsked(askForFreeze));

/**
 * Freezes a batch as it was shown: its rows and parts are stored and never change. Nothing is taken back
 * from the ledger meanwhile (`lockDeliveries`). Refuses with CHANGE_OVERTAKEN, before it writes, if it
 * would not hold what both admins saw.
 */
export async function applyFreeze(
  ctx: AdminContext,
  { subjectId, change: { after } }: PendingChange,
): Promise<void> {
  const { db, company } = ctx;
  await lockDeliveries(db, company.id);
  const batch = await lockBatch(db, company.id, { id: subjectId });
  const number = Number(after?.["checkpoint"]);
  const checkpoint = await findCheckpoint(db, company.id, "ALLOCATIONS", number);
  if (batch?.state !== "PREPARED" || batch.day !== after?.["day"] || !checkpoint) {
    throw refuse("CHANGE_OVERTAKEN");
  }
  const { rows, facts } = await heldIn(ctx, batch, checkpoint);
  if (facts.tokens !== after["tokens"] || facts.members !== after["members"]) {
    throw refuse("CHANGE_OVERTAKEN");
  }
  await storeRows(ctx, batch, rows);
  await changeBatch(db, batch, {
    state: "FROZEN",
    checkpoint: facts.checkpoint,
    rows: facts.members,
    tokens: facts.tokens,
    frozenAt: await databaseNow(db),
  });
  await recordAudit(ctx, {
    action: "batch.frozen",
    subjectType: "batch",
    subjectId: batch.id,
    after: facts,
  });
}

async function storeRows(
  { db }: AdminContext,
  batch: Batch,
  rows: readonly CollectedRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE).map((row, at) => ({ ...row, index: from + at }));
    await insertRows(db, batch, some);
    const parts = some.flatMap(({ parts: own, index }) => own.map((part) => ({ ...part, index })));
    for (let at = 0; at < parts.length; at += AT_ONCE) {
      await insertParts(db, batch, parts.slice(at, at + AT_ONCE));
    }
  }
}
