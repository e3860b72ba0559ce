import type { MemberContext } from "@server/access";
import type { OwnData } from "@server/members/contracts/own-data";
import { findIdentity, listIdentityDocuments } from "@server/members/queries/identity";
import { maskKycNumber, maskPan } from "@server/platform/rules/people/masking";
import { typedIn } from "./details";
import { openFile } from "./seal-file";

/** What the member said and showed of who they are, with the pictures; null without any. */
export async function ownIdentityData({
  db,
  company,
  actor,
  deps: { secrets, storage },
}: MemberContext): Promise<OwnData["identity"]> {
  const of = await findIdentity(db, company.id, actor.id);
  const documents = await listIdentityDocuments(db, company.id, actor.id);
  if (!of && documents.length === 0) return null;
  const typed = typedIn(secrets, of);
  const pictures: NonNullable<OwnData["identity"]>["documents"] = [];
  for (const document of documents) {
    const file = await storage.get(document.storageKey);
    const bytes = file && Buffer.from(openFile(secrets, document, file));
    pictures.push({
      kind: document.kind,
      side: document.side,
      state: document.state,
      reason: document.reason,
      at: document.createdAt.toISOString(),
      picture: bytes && `data:${document.contentType};base64,${bytes.toString("base64")}`,
    });
  }
  return {
    state: of?.state ?? "DRAFT",
    name: typed.name,
    pan: typed.pan && maskPan(typed.pan),
    secondDocument: typed.secondKind,
    secondNumber: typed.secondNumber && maskKycNumber(typed.secondNumber),
    address: typed.address,
    sentAt: of?.sentAt?.toISOString() ?? null,
    sentFrom: of?.sentIp ?? null,
    place: typed.place,
    verifiedAt: of?.verifiedAt?.toISOString() ?? null,
    verifiedUntil: of?.verifiedUntil?.toISOString() ?? null,
    reason: of?.reason ?? null,
    documents: pictures,
  };
}
