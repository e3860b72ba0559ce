import type { Executor } from "@db/client";
import { listParts, listRows } from "@server/launch/queries/batch-rows";
import type { Batch } from "@server/launch/queries/batches";
import { giveWay, SOME_ROWS } from "./give-way";
import { type BatchPart, rowText } from "@server/launch/rules/batch-seal";

/** Reads the rows of a frozen batch by index, some at once, and gives way to other requests. */
export async function* readRows(db: Executor, batch: Pick<Batch, "companyId" | "id">) {
  for (let after = -1; ; after += SOME_ROWS) {
    const rows = await listRows(db, batch, { after, limit: SOME_ROWS });
    if (rows.length === 0) return;
    yield rows;
    await giveWay();
  }
}

/** Reads the texts of a batch's rows by index, of which its trees are built. */
export async function readTexts(
  db: Executor,
  batch: Pick<Batch, "companyId" | "id" | "number">,
): Promise<string[]> {
  const texts: string[] = [];
  for await (const rows of readRows(db, batch)) {
    const after = texts.length - 1;
    const parts = new Map<number, BatchPart[]>();
    for (const { index, ...part } of await listParts(db, batch, {
      after,
      until: after + SOME_ROWS,
    })) {
      parts.set(index, [...(parts.get(index) ?? []), part]);
    }
    for (const row of rows) {
      texts.push(rowText(batch, { ...row, parts: parts.get(row.index) ?? [] }));
    }
  }
  return texts;
}
