import { databaseNow } from "@db/clock";
import { adminProcedure, oncePerKey, recordAudit, type AdminContext } from "@server/access";
import type { StoredForSecondAdmin } from "@server/access/rules/second-admin";
import { answerRepeatedWithNull, type PendingChange, storeChange } from "@server/companies";
import { findCheckpoint } from "@server/ledger";
import { BatchRef } from "@server/launch/contracts/batches";
import { insertParts, insertRows } from "@server/launch/queries/batch-rows";
import { type Batch, changeBatch, lockBatch, lockDeliveries } from "@server/launch/queries/batches";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { type Collected, collectBatch, standingCheckpoint } from "./collect-batch";

/** Rows and parts that one statement inserts. */
const AT_ONCE = 5000;

/** Stores the freeze of the prepared batch, with what it holds at the last checkpoint, for a second admin. */
async function askForFreeze(
  ctx: AdminContext,
  { number }: BatchRef,
): Promise<null | StoredForSecondAdmin> {
  const { db, company } = ctx;
  const batch = await lockBatch(db, company.id, { number });
  if (!batch) throw refuse("BATCH_NOT_FOUND");
  if (batch.state !== "PREPARED") throw refuse("BATCH_STATE");
  const checkpoint = await standingCheckpoint(db, company.id);
  if (!checkpoint) throw refuse("BATCH_EMPTY");
  const { rows, tokens } = await collectBatch(db, company, {
    day: batch.day,
    size: checkpoint.size,
  });
  if (rows.length === 0) throw refuse("BATCH_EMPTY");
  return storeChange(ctx, {
    kind: "BATCH_FREEZE",
    subjectId: batch.id,
    subjectVersion: null,
    change: {
      before: null,
      after: {
        batch: number,
        day: batch.day,
        checkpoint: checkpoint.number,
        members: rows.length,
        tokens,
      },
    },
  });
}

export const freezeBatch = adminProcedure
  .input(BatchRef)
  .mutation(oncePerKey(askForFreeze, { replay: answerRepeatedWithNull }));

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
  const { day } = batch;
  const collected = await collectBatch(db, company, { day, size: checkpoint.size });
  const isAsShown =
    collected.tokens === after["tokens"] && collected.rows.length === after["members"];
  if (!isAsShown) throw refuse("CHANGE_OVERTAKEN");
  await storeRows(ctx, batch, collected);
  const frozen = {
    state: "FROZEN" as const,
    checkpoint: checkpoint.number,
    rows: collected.rows.length,
    tokens: collected.tokens,
  };
  const frozenAt = await databaseNow(db);
  const isFrozen = await changeBatch(db, batch, "PREPARED", { ...frozen, frozenAt });
  if (!isFrozen) throw refuse("CHANGE_OVERTAKEN");
  await recordAudit(ctx, {
    action: "batch.frozen",
    subjectType: "batch",
    subjectId: batch.id,
    after: {
      batch: batch.number,
      day,
      checkpoint: checkpoint.number,
      members: collected.rows.length,
      tokens: collected.tokens,
    },
  });
}

async function storeRows(
  { db }: AdminContext,
  batch: Batch,
  { rows }: Pick<Collected, "rows">,
): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    await insertRows(
      db,
      batch,
      some.map(({ memberId, address, tokens }, at) => ({
        index: from + at,
        memberId,
        address,
        tokens,
      })),
    );
    const parts = some.flatMap((row, at) =>
      row.parts.map((part) => ({ ...part, index: from + at })),
    );
    for (let at = 0; at < parts.length; at += AT_ONCE) {
      await insertParts(db, batch, parts.slice(at, at + AT_ONCE));
    }
  }
}
