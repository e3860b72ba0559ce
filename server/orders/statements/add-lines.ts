import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import { type AddedLine, findKnownLines, insertLines, type NewLine } from "@server/payments";
import { newLines } from "@server/payments/rules/line-keys";

/** A read line, before it is compared with those of the account. */
export type ReadLine = Omit<NewLine, "occurrence" | "lineKey"> & {
  readonly key: string;
  readonly isNumbered: boolean;
};

type Account = { companyId: string; accountId: string };

/** Returns the lines of a file's parts that its account does not have yet, with their occurrences. */
export async function findNewLines(
  db: Executor,
  account: Account,
  parts: readonly (readonly ReadLine[])[],
) {
  const keys = parts.flat().map(({ key }) => key);
  return newLines(parts, await findKnownLines(db, account, keys));
}

/**
 * Adds the new lines of a file to its account, each once. Lines that another import inserts meanwhile
 * are compared again once it has committed.
 */
export async function addLines(
  db: Executor,
  statement: Account & { id: string },
  parts: readonly (readonly ReadLine[])[],
): Promise<AddedLine[]> {
  const added: AddedLine[] = [];
  let open = parts;
  while (open.some((part) => part.length > 0)) {
    const found = await findNewLines(db, statement, open);
    // Ids follow the statement's order, in which the entries of a day are listed.
    const lines = found.map(({ line, occurrence }) => ({
      from: line,
      line: { ...line, lineKey: line.key, occurrence, id: newId() },
    }));
    const inserted = await insertLines(
      db,
      statement,
      lines.map(({ line }) => line),
    );
    added.push(...lines.flatMap(({ line }) => (inserted.has(line.id) ? [line] : [])));
    open = [lines.flatMap(({ from, line }) => (inserted.has(line.id) ? [] : [from]))];
  }
  return added;
}
