import type { Executor } from "@db/client";
import { listParts, listRows } from "@server/launch/queries/batch-rows";
import type { Batch } from "@server/launch/queries/batches";
import { type BatchPart, rowText } from "@server/launch/rules/batch-seal";

const AT_ONCE = 5000;

/** A row of a frozen batch with its parts. */
export interface StoredRow {
  index: number;
  memberId: string;
  address: string;
  tokens: number;
  parts: BatchPart[];
}

/** Reads the rows of a batch by index, some thousands at once. */
export async function* readRows(
  db: Executor,
  batch: Pick<Batch, "companyId" | "id">,
): AsyncGenerator<StoredRow[]> {
  for (let after = -1; ; after += AT_ONCE) {
    const rows = await listRows(db, batch, { after, limit: AT_ONCE });
    if (rows.length === 0) return;
    const until = after + AT_ONCE;
    const parts = new Map<number, BatchPart[]>();
    for (const { index, ...part } of await listParts(db, batch, { after, until })) {
      parts.set(index, [...(parts.get(index) ?? []), part]);
    }
    yield rows.map((row) => ({ ...row, parts: parts.get(row.index) ?? [] }));
  }
}

/** Reads the texts of a batch's rows by index, of which its trees are built. */
export async function readTexts(
  db: Executor,
  batch: Pick<Batch, "companyId" | "id" | "number">,
): Promise<string[]> {
  const texts: string[] = [];
  for await (const rows of readRows(db, batch)) {
    for (const row of rows) texts.push(rowText(batch, row));
  }
  return texts;
}
