import { adminProcedure, recordAudit, inTransaction } from "@server/access";
import {
  type AddedTransfers,
  AddTransfers,
  type TransferFault,
} from "@server/launch/contracts/batches";
import { countTransfers, listRowsTo, upsertTransfers } from "@server/launch/queries/batch-rows";
import { readSentLines, type SentLine } from "@server/launch/rules/transactions";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { deliverBatch } from "./deliver-batch";
import { mailRows } from "./mail-deliveries";
import { assertDeliverable, lockUndelivered } from "./publish-batch";

/** Refused lines that an answer lists. */
const MOST_FAULTS = 100;

/**
 * Adds the transactions that sent rows of a batch, line by line: one that does not fit is refused, and the
 * others are stored. A row's later transaction takes the place of its earlier one. With the last row the
 * batch is delivered. Refuses with BATCH_STATE for a batch that the company does not send, and with
 * BATCH_NOT_YET before its day.
 */
export const addTransfers = adminProcedure.input(AddTransfers).mutation(
  inTransaction(async (ctx, input, tx): Promise<AddedTransfers> => {
    const { actor } = ctx;
    const batch = await lockUndelivered(ctx, input);
    if (batch.way !== "SEND") throw refuse("BATCH_STATE");
    const deliveredAt = await assertDeliverable(tx, batch);
    const lines = readSentLines(input.text);
    const addresses = lines.flatMap((line) => ("address" in line ? line.address : []));
    const rows = await listRowsTo(tx, batch, addresses);
    const taken = new Map<number, string>();
    /** Takes the row that a line sent, or tells why it fits none. Equal lines take one row each. */
    const faultOf = ({ address, tokens, hash }: SentLine): TransferFault | null => {
      const known = rows.filter((row) => row.address === address);
      const same = known.filter((row) => row.tokens === tokens);
      const row = same.find(({ index }) => !taken.has(index));
      if (!row) return same.length > 0 ? "TWICE" : known.length > 0 ? "AMOUNT" : "ADDRESS";
      taken.set(row.index, hash);
      return null;
    };
    const faults = lines.flatMap((one) => {
      const fault = "fault" in one ? one.fault : faultOf(one);
      return fault ? [{ line: one.line, fault }] : [];
    });
    if (taken.size > 0) {
      const { companyId, id: batchId } = batch;
      const fresh = await upsertTransfers(
        tx,
        [...taken].map(([index, hash]) => ({ companyId, batchId, index, hash, addedBy: actor.id })),
      );
      await recordAudit(ctx, {
        action: "batch.transfers-added",
        subjectType: "batch",
        subjectId: batch.id,
        after: { batch: batch.number, rows: taken.size },
      });
      await mailRows(tx, ctx.deps, batch, { indexes: fresh });
    }
    if ((await countTransfers(tx, batch)) === batch.rows) {
      await deliverBatch(ctx, batch, { deliveredAt });
    }
    return { added: taken.size, refused: faults.length, faults: faults.slice(0, MOST_FAULTS) };
  }),
);
