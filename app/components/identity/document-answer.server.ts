import type { AppLoadContext } from "@remix-run/node";
import { IdentityDocumentRef, type OpenedDocument } from "@server/members/contracts/identity";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { orPlainRefusal } from "~/routes/media.$id/plain-refusal.server";

/** A document's picture, which no cache keeps; a refusal is plain text with its status. */
export const documentAnswer = (
  context: AppLoadContext,
  id: string | undefined,
  open: (document: IdentityDocumentRef) => Promise<OpenedDocument>,
): Promise<Response> =>
  orPlainRefusal(context, async () => {
    const asked = IdentityDocumentRef.safeParse({ id });
    if (!asked.success) throw refuse("MEDIA_NOT_FOUND");
    const { bytes, contentType } = await open(asked.data);
    return new Response(bytes, {
      headers: {
        "content-type": contentType,
        "content-length": String(bytes.length),
        "content-disposition": 'attachment; filename="document.webp"',
        "content-security-policy":
          "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
    });
  });
