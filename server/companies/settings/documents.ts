import type { CompanyDocument } from "@db/schema";
import { adminProcedure, sourceOf, withinTransaction } from "@server/access";
import type { Context } from "@server/access";
import { AddDocument, DocumentRef } from "@server/companies/contracts/company-settings";
import { DOCUMENTS } from "@server/companies/rules/questions";
import { fileTooLarge } from "@server/files/rules/rules";
import { keepMedia, letGoOfMedia, openPagesAs, storeFile } from "@server/media";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { lockCompany } from "@server/sites";
import { changeOwnCompany } from "@server/companies/settings/change-own-company";

/** Offers a PDF to strangers on the front page, once this server could open it. */
export const addDocument = adminProcedure.input(AddDocument).mutation(async ({ ctx, input }) => {
  const { title, file } = input;
  const bytes = Buffer.from(file.bytes);
  if (bytes.length > DOCUMENTS.bytes) throw fileTooLarge(DOCUMENTS.bytes);
  if (!bytes.subarray(0, 5).equals(Buffer.from("%PDF-"))) throw refuse("DOCUMENT_NOT_PDF");
  const upload = { fieldName: "file", fileName: file.fileName, bytes };
  const { id } = await storeFile(ctx.deps, ctx.actor, upload, {
    signal: ctx.signal,
    source: sourceOf(ctx),
  });
  await openPagesAs(ctx.deps, ctx.actor, id, { turn: 0, signal: ctx.signal });
  return ctx.transact(async (tx) => {
    await keepMedia(tx, ctx.company.id, id);
    return changeDocuments(ctx, tx, (before) => {
      if (before.length >= DOCUMENTS.most) throw refuse("DOCUMENTS_TOO_MANY");
      const others = before.filter((one) => one.id !== id);
      return [...others, { id, title, sizeBytes: bytes.length }];
    });
  });
});

/** Takes a document from the front page; its file is deleted a day later. */
export const removeDocument = adminProcedure.input(DocumentRef).mutation(({ ctx, input }) =>
  ctx.transact(async (tx) => {
    await changeDocuments(ctx, tx, (before) => {
      if (!before.some(({ id }) => id === input.id)) throw refuse("MEDIA_NOT_FOUND");
      return before.filter(({ id }) => id !== input.id);
    });
    await letGoOfMedia(tx, ctx.company.id, input.id);
  }),
);

type AdminContext = Parameters<Parameters<typeof adminProcedure.query>[0]>[0]["ctx"];

async function changeDocuments(
  ctx: AdminContext,
  tx: Context["db"],
  change: (before: readonly CompanyDocument[]) => CompanyDocument[],
): Promise<void> {
  const { settings } = await lockCompany(tx, ctx.company.id);
  const before = settings.documents ?? [];
  const documents = change(before);
  await changeOwnCompany(
    withinTransaction(ctx, tx),
    { settings: { ...settings, documents } },
    { before: { documents: titlesOf(before) }, after: { documents: titlesOf(documents) } },
  );
}

const titlesOf = (documents: readonly CompanyDocument[]): string | null =>
  documents.map(({ title }) => title).join("\n") || null;
