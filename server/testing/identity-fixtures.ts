import { type Executor, runText } from "@db/client";
import { newId } from "@db/ids";
import { pendingChanges } from "@db/schema";
import type { DocumentKind } from "@db/vocabulary";
import {
  findIdentity,
  insertIdentityDocument,
  listIdentityDocuments,
} from "@server/members/queries/identity";

export { panHash } from "@server/members/identity/details";
export { saveIdentity } from "@server/members/queries/identity";

interface Of {
  companyId: string;
  memberId: string;
}

/** Stores a picture that was sent, without a file; returns its id. */
export async function storeSent(db: Executor, of: Of, kind: DocumentKind): Promise<string> {
  const id = newId();
  await insertIdentityDocument(db, {
    ...of,
    id,
    kind,
    side: "FRONT",
    state: "SENT",
    storageKey: id,
    keyEncrypted: "none",
    contentType: "image/webp",
    sizeBytes: 1,
    sha256: id,
  });
  return id;
}

/** Reads a member's case and documents, to see that a refusal changed nothing. */
export const storedIdentity = async (db: Executor, { companyId, memberId }: Of) => ({
  of: await findIdentity(db, companyId, memberId),
  documents: await listIdentityDocuments(db, companyId, memberId),
});

/** Lists the members about whom a company's files for an authority were asked for. */
export const askedFiles = (db: Executor) =>
  db.select({ id: pendingChanges.subjectId }).from(pendingChanges);

/** Reads each table's rows as text. */
export async function tableTexts(db: Executor): Promise<Map<string, string>> {
  const tables = await runText<{ name: string }>(
    db,
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    [],
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const all = `SELECT coalesce(string_agg(t::text, E'\\n'), '') AS text FROM ${name} t`;
    const [row] = await runText<{ text: string }>(db, all, []);
    texts.set(`table ${name}`, row?.text ?? "");
  }
  return texts;
}
