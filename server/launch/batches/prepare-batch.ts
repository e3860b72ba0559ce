import { newId } from "@db/ids";
import {
  adminProcedure,
  type AdminContext,
  namesOf,
  recordAudit,
  inTransaction,
} from "@server/access";
import { type PendingChange, findPendingOf } from "@server/companies";
import {
  BatchRef,
  type BatchDetails,
  PrepareBatch,
  type Preparation,
} from "@server/launch/contracts/batches";
import {
  changeBatch,
  findBatch,
  findLastNetwork,
  findPrepared,
  insertBatch,
  lockDeliveries,
  nextNumber,
} from "@server/launch/queries/batches";
import { countObstacles } from "@server/launch/queries/obstacles";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { batchView, deliverableAt } from "./batch-view";
import { collectBatch, standingCheckpoint } from "./collect-batch";

/** Members of a batch, and those who are left out, that a page shows. */
const MOST_LISTED = 50;

/**
 * Prepares the company's next batch, or gives the prepared one another day. Refuses with LAUNCH_UNSET
 * without a launch, and with CHANGE_ALREADY_WAITING while a freeze waits for its second admin. Returns
 * the batch's number.
 */
export const prepareBatch = adminProcedure.input(PrepareBatch).mutation(
  inTransaction(async (ctx, { day }, tx): Promise<{ number: number }> => {
    const { company, actor } = ctx;
    if (company.launchAt === null) throw refuse("LAUNCH_UNSET");
    await lockDeliveries(tx, company.id);
    const prepared = await findPrepared(tx, company.id);
    if (prepared) {
      if (await findPendingOf(tx, company.id, prepared.id)) throw refuse("CHANGE_ALREADY_WAITING");
      await changeBatch(tx, prepared, { day });
      await notePrepared(ctx, prepared.id, { batch: prepared.number, day });
      return { number: prepared.number };
    }
    const number = await nextNumber(tx, company.id);
    const id = newId();
    const batch = { companyId: company.id, id, number, day, preparedBy: actor.id };
    if (!(await insertBatch(tx, batch))) throw refuse("BATCH_STATE");
    await notePrepared(ctx, id, { batch: number, day });
    return { number };
  }),
);

const notePrepared = (ctx: AdminContext, id: string, after: { batch: number; day: string }) =>
  recordAudit(ctx, { action: "batch.prepared", subjectType: "batch", subjectId: id, after });

/** Returns a batch; a prepared one with what would be in it, and what stands in its way. */
export const findOwnBatch = adminProcedure
  .input(BatchRef)
  .query(async ({ ctx, input }): Promise<BatchDetails> => {
    const { db, company } = ctx;
    const found = orRefuse(await findBatch(db, company.id, input.number), "BATCH_NOT_FOUND");
    const { batch } = found;
    const waiting = (await findPendingOf(db, company.id, batch.id)) ?? null;
    return {
      ...batchView(found),
      // A batch goes where the one before it went, unless its admin says otherwise.
      last: batch.network === null ? await findLastNetwork(db, company.id) : null,
      preparation: batch.state === "PREPARED" ? await preparationOf(ctx, batch.day, waiting) : null,
      contractWaits: waiting?.kind === "BATCH_CONTRACT",
      deliverableAt: deliverableAt(batch).toISOString(),
    };
  });

async function preparationOf(
  { db, company }: AdminContext,
  day: string,
  waiting: PendingChange | null,
): Promise<Preparation> {
  const checkpoint = await standingCheckpoint(db, company.id);
  const collected = await collectBatch(db, company, { day, size: checkpoint?.size ?? 0 });
  const { rows, tokens, leftOut, later } = collected;
  const listed = leftOut.slice(0, MOST_LISTED);
  const included = rows.toSorted((one, other) => other.tokens - one.tokens).slice(0, MOST_LISTED);
  const names = await namesOf(
    db,
    company.id,
    [...included, ...listed].map(({ memberId }) => memberId),
  );
  const nameOf = (memberId: string) => names.get(memberId) ?? "";
  return {
    included: included.map(({ memberId, address, tokens: count }) => ({
      memberId,
      name: nameOf(memberId),
      address,
      tokens: count,
    })),
    members: rows.length,
    tokens,
    checkpoint: checkpoint?.number ?? null,
    later,
    ...(await countObstacles(db, company.id)),
    leftOut: listed.map((one) => ({ ...one, name: nameOf(one.memberId) })),
    leftOutMembers: leftOut.length,
    leftOutTokens: leftOut.reduce((sum, one) => sum + one.tokens, 0),
    waiting: waiting && {
      id: waiting.id,
      members: Number(waiting.change.after?.["members"]),
      tokens: Number(waiting.change.after?.["tokens"]),
    },
  };
}
