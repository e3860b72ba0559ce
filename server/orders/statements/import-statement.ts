import { listBeneficiaries } from "@server/companies";
import { databaseNow } from "@db/clock";
import { newId } from "@db/ids";
import {
  type AddedLine,
  analyzeAfter,
  findMapping,
  insertStatement,
  saveMapping,
  setAddedCount,
  type ReadingOptions,
  type ReadStatement,
  storedKey,
} from "@server/payments";
import type { StoredMapping, StoredMend } from "@db/schema";
import type { DaysAnswer } from "@db/vocabulary";
import {
  type ImportedStatement,
  type Mapping,
  StatementFile,
} from "@server/orders/contracts/statements";
import {
  transactWithin,
  refusalFrom,
  adminProcedure,
  recordAudit,
  type AdminContext,
} from "@server/access";
import { mapWithPauses } from "@server/platform";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { refuse } from "@server/platform/rules/refusals/refuse";
import type { Layout } from "@server/payments/rules/statements/layouts";
import { identityOf, isSameAccount } from "@server/payments/rules/line-keys";
import { addLines, type ReadLine } from "./add-lines";
import { attachEntries } from "./attach-entries";

/** Maximum of unread rows that are stored and returned. */
export const MOST_UNREAD = 200;

/**
 * Stores the entries of a statement that its account does not have yet, all or none, joins each credit
 * to its payment, and remembers the mapping. The same or an overlapping file adds nothing twice.
 * Refuses with BENEFICIARY_NOT_FOUND and STATEMENT_OTHER_ACCOUNT, and as `readStatement` does.
 */
export const importStatement = adminProcedure
  .input(StatementFile)
  .mutation(async ({ ctx, input }): Promise<ImportedStatement> => {
    // The file is read before the transaction, to keep that short.
    const read = await statementOf(ctx, {
      ...input,
      mapping: input.mapping ? storedMapping(input.mapping) : null,
      mends: [],
      days: input.days ?? null,
    });
    const imported = await transactWithin(ctx, (inside) =>
      storeStatement(inside, { ...input, fileName: input.file.fileName }, read),
    );
    await analyzeAfter(ctx.db, imported.addedCount);
    return imported;
  });

/** Stores a read statement in the caller's transaction. */
export async function storeStatement(
  ctx: Pick<AdminContext, "actor" | "company" | "deps"> & Parameters<typeof recordAudit>[0],
  { id, accountId, fileName }: { id?: string; accountId: string; fileName: string },
  { read, parts, mapping, mends, days }: Awaited<ReturnType<typeof statementOf>>,
): Promise<ImportedStatement> {
  const { db, company } = ctx;
  const unread = read.unread.slice(0, MOST_UNREAD);
  const rowCount = read.rows.length + read.unread.length;
  const unreadCount = read.unread.length;
  const statement = { id: id ?? newId(), companyId: company.id, accountId };
  const added = await storeLines(
    ctx,
    {
      ...statement,
      fileName,
      format: read.format,
      rowCount,
      unreadCount,
      unread: unread.map(({ row, fault, text }) => ({ row, fault, text })),
    },
    parts,
  );
  if (mapping) await saveMapping(db, company.id, accountId, mapping);
  const [accountNumber = null] = read.accountNumbers;
  await recordAudit(ctx, {
    action: "statement.imported",
    subjectType: "company",
    subjectId: company.id,
    after: {
      accountNumber,
      rows: added.length,
      ...(mends.length > 0 && { mended: mends }),
      ...(days && read.doubtfulDays.length > 0 && { days }),
    },
  });
  return { id: statement.id, rowCount, addedCount: added.length, unreadCount, unread };
}

/** Stores a statement with those of its lines that the account does not have yet, which it returns. */
export async function storeLines(
  ctx: Pick<AdminContext, "actor" | "company" | "db" | "deps">,
  statement: Omit<Parameters<typeof insertStatement>[1], "importedBy">,
  parts: readonly (readonly ReadLine[])[],
): Promise<AddedLine[]> {
  await insertStatement(ctx.db, { ...statement, importedBy: ctx.actor.id });
  const added = await addLines(ctx.db, statement, parts);
  await setAddedCount(ctx.db, statement, added.length);
  await attachEntries(ctx, added);
  return added;
}

/** Reads a file's entries with their keys, by the given mapping, the remembered one, or the bank's. */
export async function statementOf(
  ctx: AdminContext,
  {
    accountId,
    file,
    mapping,
    mends,
    days,
  }: {
    accountId: string;
    file: { bytes: Uint8Array };
    mapping: StoredMapping | null;
    mends: readonly StoredMend[];
    days: DaysAnswer | null;
  },
) {
  const accounts = await listBeneficiaries(ctx.db, ctx.company.id);
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) throw refuse("BENEFICIARY_NOT_FOUND");
  const used = mapping ?? (await findMapping(ctx.db, ctx.company.id, accountId));
  const assertOwn = (stated: string | null | undefined) => {
    if (stated && account.accountNumber && !isSameAccount(stated, account.accountNumber)) {
      throw refuse("STATEMENT_OTHER_ACCOUNT", { accountNumber: stated });
    }
  };
  const today = dateInIndia(await databaseNow(ctx.db));
  const options = { mends, days, account: account.accountNumber, today };
  const given = { mapping: used, isGiven: mapping !== null };
  const read = await readBy(ctx, file.bytes, given, options).catch((error: unknown) => {
    const refusal = refusalFrom(error);
    if (refusal?.code !== "STATEMENT_LAYOUT_UNKNOWN") throw error;
    // The columns of another account's file are not to be mapped.
    const { headings = [], samples = [], accountNumber = [] } = refusal.fields ?? {};
    assertOwn(accountNumber[0]);
    throw refuse("STATEMENT_LAYOUT_UNKNOWN", {}, { fields: { headings, samples } });
  });
  for (const stated of read.accountNumbers) assertOwn(stated);
  return { read, parts: await linesOf(read), mapping, mends, days };
}

/** Returns the lines of each sheet. */
async function linesOf({ rows, sheetStarts }: ReadStatement): Promise<ReadLine[][]> {
  const lines = await mapWithPauses(rows, ({ row: number, ...row }) => {
    const identity = identityOf({ row: number, ...row });
    return { number, line: { ...row, ...identity, key: storedKey(identity.key) } };
  });
  return sheetStarts.map((start, at) => {
    const end = sheetStarts[at + 1] ?? Infinity;
    return lines.flatMap(({ number, line }) => (number >= start && number < end ? [line] : []));
  });
}

/** Reads a file, also one in a known layout that the remembered mapping does not fit. */
async function readBy(
  { deps, actor, company }: AdminContext,
  bytes: Uint8Array,
  { mapping, isGiven }: { mapping: StoredMapping | null; isGiven: boolean },
  options: Omit<ReadingOptions, "mapping">,
): Promise<ReadStatement> {
  const read = (layout: Layout | null) =>
    deps.fileProcesses.readStatement(
      { bytes, options: { ...options, mapping: layout } },
      { person: actor.id, company: company.id },
    );
  if (mapping === null) return read(null);
  const layout = { bank: null, ...mapping };
  if (isGiven) return read(layout);
  try {
    return await read(layout);
  } catch {
    return read(null);
  }
}

export const storedMapping = ({ dateOrder, ...headings }: Mapping): StoredMapping => ({
  headings: Object.fromEntries(
    Object.entries(headings).flatMap(([column, heading]) =>
      heading === undefined ? [] : [[column, [heading]]],
    ),
  ),
  dateOrder: dateOrder ?? null,
});
