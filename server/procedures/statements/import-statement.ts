import { listBeneficiaries } from "@db/queries/beneficiaries";
import {
  countKnownLines,
  findMapping,
  insertStatement,
  type NewLine,
  saveMapping,
} from "@db/queries/statements";
import type { StoredMapping } from "@db/schema";
import {
  type ImportedStatement,
  type Mapping,
  StatementFile,
  type StatementPreview,
} from "@server/contracts/statements";
import { withinTransaction } from "@server/context/context";
import { refuse } from "@server/domain/refusals/refuse";
import { isSameAccount, lineKeys, paymentNumberOf } from "@server/domain/statements/line-keys";
import { readAside } from "@server/statements/read-aside";
import type { ReadStatement } from "@server/statements/read-statement";
import { storedKey } from "@server/statements/stored-key";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import type { AdminContext } from "../orders/decision";

/** Rows that a preview shows. */
const PREVIEW_ROWS = 20;
/** Unread rows that are kept and returned. */
const MOST_UNREAD = 200;

/** Reads a statement without storing anything. Refuses like `importStatement`. */
export const previewStatement = adminProcedure
  .input(StatementFile)
  .mutation(async ({ ctx, input }): Promise<StatementPreview> => {
    const { read, lines } = await statementOf(ctx, input);
    return {
      format: read.format,
      bank: read.bank,
      rows: read.rows.slice(0, PREVIEW_ROWS),
      rowCount: lines.length,
      knownCount: await countKnownLines(ctx.db, ctx.company.id, input.accountId, lines),
      unread: read.unread.slice(0, MOST_UNREAD),
    };
  });

/**
 * Stores those entries of a statement that its account does not have yet, all or none, and remembers
 * the mapping. The same or an overlapping file adds nothing twice. Refuses with BENEFICIARY_NOT_FOUND,
 * STATEMENT_OTHER_ACCOUNT and what `readStatement` refuses with.
 */
export const importStatement = adminProcedure
  .input(StatementFile)
  .mutation(async ({ ctx, input }): Promise<ImportedStatement> => {
    const { accountId, file } = input;
    // Read before the transaction, which is then short.
    const { read, lines, mapping } = await statementOf(ctx, input);
    const unread = read.unread.slice(0, MOST_UNREAD);
    return ctx.transact(async (tx) => {
      const stored = await insertStatement(
        tx,
        {
          ...{ companyId: ctx.company.id, accountId, fileName: file.fileName },
          ...{ format: read.format, rowCount: lines.length, importedBy: ctx.actor.id },
          unread: unread.map((one) => ({ ...one })),
        },
        lines,
      );
      if (input.mapping && mapping) await saveMapping(tx, ctx.company.id, accountId, mapping);
      await recordAudit(withinTransaction(ctx, tx), {
        action: "statement.imported",
        subjectType: "company",
        subjectId: ctx.company.id,
        after: { accountNumber: read.accountNumber, rows: stored.added },
      });
      return { id: stored.id, rowCount: lines.length, addedCount: stored.added, unread };
    });
  });

/** A file's entries with their keys, read by the given mapping, the remembered one, or the bank's. */
async function statementOf(ctx: AdminContext, { accountId, file, mapping }: StatementFile) {
  const accounts = await listBeneficiaries(ctx.db, ctx.company.id);
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) throw refuse("BENEFICIARY_NOT_FOUND");
  const given = mapping ? storedMapping(mapping) : null;
  const used = given ?? (await findMapping(ctx.db, ctx.company.id, accountId));
  const read = await readBy(file.bytes, used, given !== null);
  const stated = read.accountNumber;
  if (stated && account.accountNumber && !isSameAccount(stated, account.accountNumber)) {
    throw refuse("STATEMENT_OTHER_ACCOUNT", { accountNumber: stated });
  }
  const keys = lineKeys(read.rows);
  const lines: NewLine[] = read.rows.map(({ row: _, ...row }, at) => ({
    ...row,
    lineKey: storedKey(keys[at]?.key ?? ""),
    paymentNumber: paymentNumberOf(row),
    occurrence: keys[at]?.occurrence ?? 1,
  }));
  return { read, lines, mapping: given };
}

/** A remembered mapping does not stand in the way of a file in a layout that is known. */
async function readBy(
  bytes: Uint8Array,
  mapping: StoredMapping | null,
  isGiven: boolean,
): Promise<ReadStatement> {
  const known = { bytes, mapping: null };
  if (mapping === null) return readAside(known);
  const mapped = { bytes, mapping: { bank: null, ...mapping } };
  if (isGiven) return readAside(mapped);
  try {
    return await readAside(mapped);
  } catch {
    return readAside(known);
  }
}

const storedMapping = ({ dateOrder, ...headings }: Mapping): StoredMapping => ({
  headings: Object.fromEntries(
    Object.entries(headings).flatMap(([column, heading]) =>
      heading === undefined ? [] : [[column, [heading]]],
    ),
  ),
  dateOrder: dateOrder ?? null,
});
