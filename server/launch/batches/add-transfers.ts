import { adminProcedure, recordAudit, transactWithin } from "@server/access";
import {
  type AddedTransfers,
  AddTransfers,
  type TransferFault,
} from "@server/launch/contracts/batches";
import {
  countTransfers,
  listRowsTo,
  listSent,
  upsertTransfers,
} from "@server/launch/queries/batch-rows";
import { changeBatch } from "@server/launch/queries/batches";
import { readSentLines, type SentLine } from "@server/launch/rules/transactions";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { mailRows } from "./mail-deliveries";
import { assertDeliverable, lockUndelivered } from "./publish-batch";
import { tellDelivered } from "./tell-delivered";

const AT_ONCE = 5000;
/** Refused lines that an answer lists. */
const MOST_FAULTS = 100;

type Row = Awaited<ReturnType<typeof listRowsTo>>[number];

/**
 * Adds the transactions that sent rows of a batch, line by line: one that does not fit is refused, and the
 * others are stored. A row's later transaction takes the place of its earlier one. With the last row the
 * batch is delivered. Refuses with BATCH_STATE for a batch that the company does not send, and with
 * BATCH_NOT_YET before its day.
 */
export const addTransfers = adminProcedure.input(AddTransfers).mutation(({ ctx, input }) =>
  transactWithin(ctx, async (inside, tx): Promise<AddedTransfers> => {
    const { actor } = inside;
    const batch = await lockUndelivered(inside, input);
    if (batch.way !== "SEND") throw refuse("BATCH_STATE");
    const deliveredAt = await assertDeliverable(tx, batch);
    const faults: AddedTransfers["faults"] = [];
    const taken = new Set<number>();
    const fresh: number[] = [];
    const read = readSentLines(input.text);
    for (let from = 0; from < read.length; from += AT_ONCE) {
      const some = read.slice(from, from + AT_ONCE);
      const lines = some.filter((one): one is SentLine => typeof one !== "number");
      const rows = new Map<string, Row[]>();
      for (const row of await listRowsTo(tx, batch, [
        ...new Set(lines.map((one) => one.address)),
      ])) {
        rows.set(row.address, [...(rows.get(row.address) ?? []), row]);
      }
      const found = some.flatMap((one) => {
        const fitting = typeof one === "number" ? "FORM" : fittingRow(one, rows, taken);
        if (typeof fitting !== "string") {
          taken.add(fitting.index);
          return [fitting];
        }
        faults.push({ line: typeof one === "number" ? one : one.line, fault: fitting });
        return [];
      });
      const { companyId, id: batchId } = batch;
      const indexes = found.map(({ index }) => index);
      const sent = new Set(await listSent(tx, batch, indexes));
      fresh.push(...indexes.filter((index) => !sent.has(index)));
      await upsertTransfers(
        tx,
        found.map(({ index, hash }) => ({ companyId, batchId, index, hash, addedBy: actor.id })),
      );
    }
    const added = taken.size;
    if (added > 0) {
      await recordAudit(inside, {
        action: "batch.transfers-added",
        subjectType: "batch",
        subjectId: batch.id,
        after: { batch: batch.number, rows: added },
      });
    }
    for (let from = 0; from < fresh.length; from += AT_ONCE) {
      await mailRows(tx, ctx.deps, batch, { indexes: fresh.slice(from, from + AT_ONCE) });
    }
    if ((await countTransfers(tx, batch)) === batch.rows) {
      const change = { state: "DELIVERED" as const, deliveredAt };
      await changeBatch(tx, batch, batch.state, change);
      await tellDelivered(inside, { ...batch, ...change });
    }
    return { added, refused: faults.length, faults: faults.slice(0, MOST_FAULTS) };
  }),
);

/** Returns the row that a line sent, with its hash, or why it fits none. Equal lines take one row each. */
function fittingRow(
  { address, tokens, hash }: SentLine,
  rows: ReadonlyMap<string, Row[]>,
  taken: ReadonlySet<number>,
): { index: number; hash: string } | TransferFault {
  if (hash === null) return "HASH";
  const known = rows.get(address);
  if (!known) return "ADDRESS";
  const same = known.filter((one) => one.tokens === tokens);
  const row = same.find(({ index }) => !taken.has(index));
  return row ? { index: row.index, hash } : same.length > 0 ? "TWICE" : "AMOUNT";
}
