import type { MemberContext } from "@server/access";
import { findIdentity, listIdentityDocuments } from "@server/members/queries/identity";
import { maskKycNumber, maskPan } from "@server/platform/rules/people/masking";
import { typedIn } from "./details";
import { openFile } from "./seal-file";

/**
 * The member's own evidence of who they are, for their file; null without any. Numbers are masked,
 * pictures are `data:` addresses, null for a missing file.
 */
export async function ownIdentityData({
  db,
  company,
  actor,
  deps: { secrets, storage },
}: MemberContext) {
  const of = await findIdentity(db, company.id, actor.id);
  const documents = await listIdentityDocuments(db, company.id, actor.id);
  if (!of && documents.length === 0) return null;
  const typed = typedIn(secrets, of);
  const pictures = [];
  for (const document of documents) {
    const { kind, side, state, reason, createdAt: at } = document;
    const file = await storage.get(document.storageKey);
    const bytes = file && Buffer.from(openFile(secrets, document, file));
    const picture = bytes && `data:${document.contentType};base64,${bytes.toString("base64")}`;
    pictures.push({ kind, side, state, reason, at, picture });
  }
  return {
    state: of?.state ?? "DRAFT",
    name: typed.name,
    pan: typed.pan && maskPan(typed.pan),
    secondDocument: typed.secondKind,
    secondNumber: typed.secondNumber && maskKycNumber(typed.secondNumber),
    address: typed.address,
    sentAt: of?.sentAt ?? null,
    /** The network address from which it was sent. */
    sentFrom: of?.sentIp ?? null,
    place: typed.place,
    verifiedAt: of?.verifiedAt ?? null,
    verifiedUntil: of?.verifiedUntil ?? null,
    reason: of?.reason ?? null,
    documents: pictures,
  };
}
