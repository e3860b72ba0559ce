import { newId } from "@db/ids";
import {
  adminProcedure,
  type Context,
  memberProcedure,
  type MemberContext,
  recordAudit,
  sourceOf,
  transactWithin,
} from "@server/access";
import { identityRulesOf } from "@server/companies/rules/identity";
import { receivePicture } from "@server/media";
import {
  AddIdentityDocument,
  IdentityDocumentRef,
  type OpenedDocument,
} from "@server/members/contracts/identity";
import { forgetFiles } from "@server/members/administration/erase-member";
import {
  deleteDraft,
  findIdentityDocument,
  insertIdentityDocument,
  type IdentityDocument,
  listIdentityDocuments,
} from "@server/members/queries/identity";
import { pictureOf, presentDocument, stepsOf } from "@server/members/rules/identity/steps";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { lockChangeable } from "./own-identity";
import { openFile, sealFile } from "./seal-file";

/**
 * Keeps a picture that the member chose, encrypted; it replaces one that was not sent yet, and is sent
 * with the rest (`identity.send`). Refuses as `receivePicture` and `lockChangeable`, with
 * IDENTITY_NOT_ASKED for a picture that the company does not ask for, and with
 * IDENTITY_DOCUMENT_ACCEPTED for one that was accepted.
 */
export async function addPicture(
  ctx: MemberContext,
  input: AddIdentityDocument,
): Promise<{ id: string }> {
  const { kind, side } = input;
  const companyId = ctx.company.id;
  const file = {
    fieldName: "file",
    fileName: input.file.fileName,
    bytes: Buffer.from(input.file.bytes),
  };
  const options = { source: sourceOf(ctx), signal: ctx.signal };
  const picture = await receivePicture(ctx.deps, ctx.actor, file, options);
  const id = newId();
  const storageKey = `${companyId}/identity/${id}`;
  const sealed = sealFile(ctx.deps.secrets, id, picture.bytes);
  await ctx.deps.storage.put(storageKey, sealed.file);
  try {
    const replaced = await transactWithin(ctx, async (inside, tx) => {
      const of = await lockChangeable(inside);
      const documents = await listIdentityDocuments(tx, companyId, ctx.actor.id);
      const isAsked = stepsOf(identityRulesOf(ctx.company.settings)).some((step) => {
        const asked = pictureOf(step, of?.secondKind ?? null);
        return asked?.kind === kind && asked.side === side;
      });
      if (!isAsked) throw refuse("IDENTITY_NOT_ASKED");
      const present = presentDocument(documents, { kind, side }, of);
      if (present?.state === "ACCEPTED") throw refuse("IDENTITY_DOCUMENT_ACCEPTED");
      const files = await deleteDraft(tx, companyId, { memberId: ctx.actor.id, kind, side });
      await insertIdentityDocument(tx, {
        companyId,
        id,
        memberId: ctx.actor.id,
        kind,
        side,
        storageKey,
        keyEncrypted: sealed.keyEncrypted,
        contentType: picture.contentType,
        sizeBytes: picture.bytes.length,
        sha256: picture.sha256,
      });
      return files;
    });
    await forgetFiles(ctx.deps, replaced);
    return { id };
  } catch (error) {
    await picture.giveBack();
    await forgetFiles(ctx.deps, [storageKey]);
    throw error;
  }
}

export const addDocument = memberProcedure
  .input(AddIdentityDocument)
  .mutation(({ ctx, input }) => addPicture(ctx, input));

/** The member's own document; nobody else's is found. */
export const ownDocument = memberProcedure
  .input(IdentityDocumentRef)
  .query(async ({ ctx, input }): Promise<OpenedDocument> => {
    const document = await findIdentityDocument(ctx.db, ctx.company.id, input.id);
    if (document?.memberId !== ctx.actor.id) throw refuse("MEDIA_NOT_FOUND");
    return decrypted(ctx, document);
  });

/**
 * A member's document that was sent, for a cashier or an owner of the company; each opening is in the
 * activity.
 */
export const openDocument = adminProcedure
  .input(IdentityDocumentRef)
  .mutation(async ({ ctx, input }): Promise<OpenedDocument> => {
    const document = await findIdentityDocument(ctx.db, ctx.company.id, input.id);
    if (!document || document.state === "DRAFT") throw refuse("MEDIA_NOT_FOUND");
    const opened = await decrypted(ctx, document);
    await recordAudit(ctx, {
      action: "identity.document-opened",
      subjectType: "member",
      subjectId: document.memberId,
      after: { document: document.kind },
    });
    return opened;
  });

async function decrypted(
  { deps: { storage, secrets } }: Pick<Context, "deps">,
  document: IdentityDocument,
): Promise<OpenedDocument> {
  const file = orRefuse(await storage.get(document.storageKey), "MEDIA_NOT_FOUND");
  return { bytes: openFile(secrets, document, file), contentType: document.contentType };
}
