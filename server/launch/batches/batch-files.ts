import type { Executor } from "@db/client";
import { adminProcedure, recordAudit } from "@server/access";
import { BatchFile, type WrittenFile } from "@server/launch/contracts/batches";
import { type Batch, findBatch, findTrees } from "@server/launch/queries/batches";
import { listRows } from "@server/launch/queries/batch-rows";
import { amountOf } from "@server/launch/rules/batch-seal";
import { LEAF_ENCODING } from "@server/launch/rules/claim-tree";
import { SENT_AT_ONCE } from "@server/launch/rules/transactions";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { giveWay, SOME_ROWS } from "./give-way";
import { readRows } from "./read-rows";

/**
 * Writes a file of a frozen batch: the claims as CSV or as a tree of OpenZeppelin's `standard-v1`, or a
 * part of what the company sends. Refuses with BATCH_NOT_SEALED before its seal, and BATCH_NOT_FOUND for a
 * part that it does not have.
 */
export const writeBatchFile = adminProcedure
  .input(BatchFile)
  .query(async ({ ctx, input }): Promise<WrittenFile> => {
    const { db, company } = ctx;
    const found = orRefuse(await findBatch(db, company.id, input.number), "BATCH_NOT_FOUND");
    const { batch, root } = found;
    if (root === null) throw refuse("BATCH_NOT_SEALED");
    const text = await WRITERS[input.file](db, batch, input.part ?? 1);
    await recordAudit(ctx, {
      action: "batch.downloaded",
      subjectType: "batch",
      subjectId: batch.id,
      after: { batch: batch.number },
    });
    return { text };
  });

const WRITERS: Record<
  BatchFile["file"],
  (db: Executor, batch: Batch, part: number) => Promise<string>
> = { claims: claimsCsv, tree: treeJson, send: sendCsv };

async function claimsCsv(db: Executor, batch: Batch): Promise<string> {
  const lines = ["index,address,amount"];
  for await (const rows of readRows(db, batch)) {
    for (const { index, address, tokens } of rows) {
      lines.push(`${index},${address},${amountOf(tokens)}`);
    }
  }
  return `${lines.join("\r\n")}\r\n`;
}

/** The tree's nodes and values, as `StandardMerkleTree.load` reads them. */
async function treeJson(db: Executor, batch: Batch): Promise<string> {
  const stored = orRefuse(await findTrees(db, batch), "BATCH_NOT_SEALED");
  const nodes = Buffer.from(stored.tree);
  const places = Buffer.from(stored.places);
  const tree: string[] = [];
  for (let at = 0; at < nodes.length; at += 32) {
    tree.push(`"0x${nodes.toString("hex", at, at + 32)}"`);
    if (tree.length % (10 * SOME_ROWS) === 0) await giveWay();
  }
  const values: string[] = [];
  for await (const rows of readRows(db, batch)) {
    for (const { index, address, tokens } of rows) {
      const value = [String(index), address, String(amountOf(tokens))];
      const treeIndex = places.readUInt32BE(index * 4);
      values.push(JSON.stringify({ value, treeIndex }));
    }
  }
  const encoding = JSON.stringify(LEAF_ENCODING);
  return `{"format":"standard-v1","leafEncoding":${encoding},"tree":[${tree.join(",")}],"values":[${values.join(",")}]}\n`;
}

/** Addresses and whole tokens, without a heading, as programs that send to many read them. */
async function sendCsv(db: Executor, batch: Batch, part: number): Promise<string> {
  const rows = await listRows(db, batch, {
    after: (part - 1) * SENT_AT_ONCE - 1,
    limit: SENT_AT_ONCE,
  });
  if (rows.length === 0) throw refuse("BATCH_NOT_FOUND");
  return rows.map(({ address, tokens }) => `${address},${tokens}\r\n`).join("");
}
