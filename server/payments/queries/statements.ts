import { rowOf, firstRow } from "@db/row-of";
import { and, desc, eq, lt, ne, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import {
  heldStatements,
  type StoredMapping,
  statementLines,
  statementMappings,
  statements,
  users,
} from "@db/schema";
import { nameOrKey } from "@server/platform";

type StatementLine = typeof statementLines.$inferSelect;
type Statement = typeof statements.$inferSelect;
export type NewLine = Pick<
  StatementLine,
  | "lineKey"
  | "occurrence"
  | "bookedOn"
  | "valueOn"
  | "amountPaise"
  | "side"
  | "narration"
  | "reference"
  | "balancePaise"
> &
  Partial<Pick<StatementLine, "isUnsure">>;

/** Rows of one INSERT: below PostgreSQL's limit of parameters, and short enough to be interrupted. */
const AT_ONCE = 2_000;

export type AddedLine = NewLine & { id: string };

/** The fields of a line by which its payment is found. */
export type JoinedLine = Pick<AddedLine, "id" | "amountPaise" | "side" | "narration" | "reference">;

/** Inserts a statement, for now without lines (`insertLines`). */
export async function insertStatement(
  tx: Executor,
  statement: Omit<Statement, "createdAt" | "addedCount">,
): Promise<void> {
  await tx.insert(statements).values({ ...statement, addedCount: 0 });
}

type StatementRef = Pick<Statement, "companyId" | "accountId" | "id">;

export async function setAddedCount(
  tx: Executor,
  { companyId, id }: StatementRef,
  addedCount: number,
): Promise<void> {
  await tx
    .update(statements)
    .set({ addedCount })
    .where(rowOf(statements, companyId, id));
}

/**
 * Inserts lines of a statement, and returns the ids of those whose key and occurrence the account did
 * not have: of two concurrent imports, the unique index makes the second wait for the first. Lines are
 * inserted in the order of their keys, so that two imports do not deadlock.
 */
export async function insertLines(
  tx: Executor,
  { companyId, accountId, id }: StatementRef,
  lines: readonly AddedLine[],
): Promise<Set<string>> {
  const sorted = lines.toSorted((a, b) =>
    a.lineKey === b.lineKey ? a.occurrence - b.occurrence : a.lineKey < b.lineKey ? -1 : 1,
  );
  const added = new Set<string>();
  for (let from = 0; from < sorted.length; from += AT_ONCE) {
    const part = sorted.slice(from, from + AT_ONCE).map((line) => ({
      id: line.id,
      line_key: line.lineKey,
      occurrence: line.occurrence,
      booked_on: line.bookedOn,
      value_on: line.valueOn,
      amount_paise: line.amountPaise,
      side: line.side,
      narration: line.narration,
      reference: line.reference,
      balance_paise: line.balancePaise,
      is_unsure: line.isUnsure ?? false,
    }));
    const { rows } = await tx.execute<{ id: string }>(sql`
      INSERT INTO statement_lines (company_id, account_id, statement_id, id, line_key, occurrence,
        booked_on, value_on, amount_paise, side, narration, reference, balance_paise, is_unsure)
      SELECT ${companyId}, ${accountId}, ${id}, l.*
        FROM jsonb_to_recordset(${JSON.stringify(part)}::jsonb) AS l (id uuid, line_key text,
          occurrence int, booked_on date, value_on date, amount_paise bigint, side text,
          narration text, reference text, balance_paise bigint, is_unsure boolean)
      ON CONFLICT (company_id, account_id, line_key, occurrence) DO NOTHING
      RETURNING id`);
    for (const row of rows) added.add(row.id);
  }
  return added;
}

/** Returns a statement; undefined if the company has no such one. */
export const findStatement = (db: Executor, companyId: string, id: string) =>
  firstRow(
    db
      .select()
      .from(statements)
      .where(rowOf(statements, companyId, id)),
  );

export type HeldStatement = typeof heldStatements.$inferSelect;

/** Stores a file for its admin until it is imported; it replaces the one before it. */
export async function holdStatement(
  db: Executor,
  held: Omit<HeldStatement, "id" | "createdAt">,
): Promise<string> {
  const id = newId();
  const { companyId: _company, heldBy: _by, ...file } = held;
  await db
    .insert(heldStatements)
    .values({ ...held, id })
    .onConflictDoUpdate({
      target: [heldStatements.companyId, heldStatements.heldBy],
      set: { ...file, id, createdAt: sql`now()` },
    });
  return id;
}

const isHeldBy = ({ companyId, heldBy }: Pick<HeldStatement, "companyId" | "heldBy">) =>
  and(eq(heldStatements.companyId, companyId), eq(heldStatements.heldBy, heldBy));

/** Returns an admin's own file; undefined if there is none, or another one by now. */
export const findHeldStatement = (
  db: Executor,
  { id, ...of }: Pick<HeldStatement, "companyId" | "heldBy" | "id">,
) =>
  firstRow(
    db
      .select()
      .from(heldStatements)
      .where(and(isHeldBy(of), eq(heldStatements.id, id))),
  );

/** Returns the name of the file that an admin has left, without its content. */
export async function findWaitingFile(
  db: Executor,
  of: Pick<HeldStatement, "companyId" | "heldBy">,
): Promise<Pick<HeldStatement, "id" | "fileName"> | undefined> {
  const { id, fileName } = heldStatements;
  const [row] = await db.select({ id, fileName }).from(heldStatements).where(isHeldBy(of));
  return row;
}

/** Stores an admin's mapping, corrections or answer of a file. */
export async function changeHeldStatement(
  db: Executor,
  { companyId, id }: Pick<HeldStatement, "companyId" | "id">,
  /** A new mapping may find other rows, so the corrections of the old ones are deleted. */
  change:
    | Pick<HeldStatement, "mapping" | "mends" | "days">
    | Pick<HeldStatement, "mends">
    | Pick<HeldStatement, "days">,
): Promise<void> {
  await db
    .update(heldStatements)
    .set(change)
    .where(rowOf(heldStatements, companyId, id));
}

/** Takes a file, to import it or to delete it. Of two concurrent calls one succeeds. */
export async function takeHeldStatement(
  tx: Executor,
  { id, ...of }: Pick<HeldStatement, "companyId" | "heldBy" | "id">,
): Promise<boolean> {
  const rows = await tx
    .delete(heldStatements)
    .where(and(isHeldBy(of), eq(heldStatements.id, id)))
    .returning({ id: heldStatements.id });
  return rows.length === 1;
}

/** Deletes files that nobody imported; returns their number. */
export async function deleteHeldStatements(
  db: Executor,
  { minutes }: { minutes: number },
): Promise<number> {
  const { rowCount } = await db
    .delete(heldStatements)
    .where(lt(heldStatements.createdAt, sql`now() - make_interval(mins => ${minutes}::int)`));
  return rowCount ?? 0;
}

/** Lists the lines of an account with one of these keys. */
export const findKnownLines = (
  db: Executor,
  { companyId, accountId }: Pick<StatementRef, "companyId" | "accountId">,
  keys: readonly string[],
) =>
  db
    .select({
      key: statementLines.lineKey,
      occurrence: statementLines.occurrence,
      balancePaise: statementLines.balancePaise,
    })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.companyId, companyId),
        eq(statementLines.accountId, accountId),
        sql`${statementLines.lineKey} = ANY (${sql.param([...new Set(keys)])}::text[])`,
      ),
    );

/** Lists imported files, newest first; what machines add is among the entries alone. */
export const listStatements = (db: Executor, companyId: string, limit: number) =>
  db
    .select({
      statement: statements,
      importedBy: nameOrKey(users.name, statements.companyId, statements.importedBy),
    })
    .from(statements)
    .leftJoin(users, rowOf(users, companyId, statements.importedBy))
    .where(and(eq(statements.companyId, companyId), ne(statements.format, "API")))
    .orderBy(desc(statements.createdAt), desc(statements.id))
    .limit(limit);

/** Returns the remembered layout of an account's files; null if there is none. */
export async function findMapping(
  db: Executor,
  companyId: string,
  accountId: string,
): Promise<StoredMapping | null> {
  const [row] = await db
    .select({ mapping: statementMappings.mapping })
    .from(statementMappings)
    .where(
      and(eq(statementMappings.companyId, companyId), eq(statementMappings.accountId, accountId)),
    );
  return row?.mapping ?? null;
}

export async function saveMapping(
  tx: Executor,
  companyId: string,
  accountId: string,
  mapping: StoredMapping,
): Promise<void> {
  await tx
    .insert(statementMappings)
    .values({ companyId, accountId, mapping })
    .onConflictDoUpdate({
      target: [statementMappings.companyId, statementMappings.accountId],
      set: { mapping },
    });
}
