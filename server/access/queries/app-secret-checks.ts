import { and, desc, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import {
  companies,
  idempotencyKeys,
  identityCases,
  identityDocuments,
  messages,
  oneTimeCodes,
  recoveryCodes,
  secretChecks,
  twoFactors,
  users,
  webhookEndpoints,
} from "@db/schema";

/** `own` checks the secret that the database is of, `other` the one that it is exchanged for. */
const IDS = { own: 1, other: 2 } as const;
type CheckName = keyof typeof IDS;

export type SecretCheck = typeof secretChecks.$inferSelect;

export async function listSecretChecks(
  db: Executor,
): Promise<Partial<Record<CheckName, SecretCheck>>> {
  const rows = await db.select().from(secretChecks);
  const named = (name: CheckName) => rows.find(({ id }) => id === IDS[name]);
  const [own, other] = [named("own"), named("other")];
  return { ...(own && { own }), ...(other && { other }) };
}

/** Stores a check value unless one exists: of several instances the first one wins. */
export async function ensureSecretCheck(
  db: Executor,
  name: CheckName,
  hash: string,
): Promise<void> {
  await db.insert(secretChecks).values({ id: IDS[name], hash }).onConflictDoNothing();
}

export async function deleteSecretCheck(db: Executor, name: CheckName): Promise<void> {
  await db.delete(secretChecks).where(eq(secretChecks.id, IDS[name]));
}

/** Makes the other secret that of the database, from now on. */
export async function exchangeSecretChecks(db: Executor): Promise<void> {
  await db.execute(sql`
    UPDATE secret_checks AS one SET hash = another.hash,
           created_at = CASE one.id WHEN ${IDS.own} THEN now() ELSE another.created_at END
      FROM secret_checks AS another WHERE another.id <> one.id`);
}

export interface EncryptedSample {
  purpose:
    | "pan"
    | "kyc"
    | "identity"
    | "identity-file"
    | "message"
    | "second-step"
    | "idempotency"
    | "webhook";
  text: string;
}

interface Encrypted {
  purpose: EncryptedSample["purpose"];
  column: PgColumn;
  /** Reads the column as a text. */
  read: SQL<string>;
  write: (text: SQL) => SQL;
  /** The newest text has the latest of these times. */
  time: PgColumn;
  /** The primary key, in whose order a pass reads. */
  key: readonly PgColumn[];
}

/** A column whose texts are encrypted as they are. */
const plain = (
  purpose: Encrypted["purpose"],
  column: PgColumn,
  time: PgColumn,
  ...key: PgColumn[]
): Encrypted => ({
  purpose,
  column,
  read: sql<string>`${column}`,
  write: (text) => text,
  time,
  key,
});

const { response } = idempotencyKeys;

/** Lists every column that holds texts encrypted by APP_SECRET. */
const ENCRYPTED: readonly Encrypted[] = [
  plain("pan", companies.panEncrypted, companies.updatedAt, companies.id),
  plain("kyc", users.kycEncrypted, users.updatedAt, users.companyId, users.id),
  plain(
    "identity",
    identityCases.detailsEncrypted,
    identityCases.updatedAt,
    identityCases.companyId,
    identityCases.memberId,
  ),
  plain(
    "identity-file",
    identityDocuments.keyEncrypted,
    identityDocuments.createdAt,
    identityDocuments.companyId,
    identityDocuments.id,
  ),
  plain("message", messages.paramsEncrypted, messages.createdAt, messages.companyId, messages.id),
  plain("second-step", twoFactors.secretEncrypted, twoFactors.createdAt, twoFactors.personId),
  ...[webhookEndpoints.secretEncrypted, webhookEndpoints.previousSecretEncrypted].map((column) =>
    plain(
      "webhook",
      column,
      webhookEndpoints.createdAt,
      webhookEndpoints.companyId,
      webhookEndpoints.id,
    ),
  ),
  {
    purpose: "idempotency",
    column: response,
    // Unencrypted answers are objects.
    read: sql<string>`(CASE WHEN jsonb_typeof(${response}) = 'string' THEN ${response} #>> '{}' END)`,
    write: (text) => sql`to_jsonb(${text}::text)`,
    time: idempotencyKeys.createdAt,
    key: [idempotencyKeys.companyId, idempotencyKeys.actorId, idempotencyKeys.key],
  },
];

/** Reads the newest text of each purpose. */
export async function listEncryptedSamples(db: Executor): Promise<EncryptedSample[]> {
  const samples: EncryptedSample[] = [];
  for (const one of ENCRYPTED) {
    if (one.purpose === "idempotency") continue;
    const [newest] = await db
      .select({ text: one.read })
      .from(one.column.table)
      .where(sql`${one.read} LIKE 'v%'`)
      .orderBy(desc(one.time))
      .limit(1);
    if (newest?.text) samples.push({ purpose: one.purpose, text: newest.text });
  }
  return samples;
}

export interface StoredText extends EncryptedSample {
  /** Replaces the text; false if it changed meanwhile: the newer text stays. */
  replace: (text: string) => Promise<boolean>;
}

/** Yields all encrypted texts in the order of each table's primary key, `limit` at a time. */
export async function* encryptedTexts(db: Executor, limit: number): AsyncGenerator<StoredText> {
  for (const one of ENCRYPTED) {
    const key = sql.join([...one.key], sql`, `);
    const names = one.key.map(({ name }) => `"${name}"`).join(", ");
    let after: SQL | undefined;
    for (;;) {
      const { rows } = await db.execute(sql`
        SELECT ${key}, ${one.read} AS text FROM ${one.column.table}
         WHERE ${one.read} LIKE 'v%' ${after ?? sql``} ORDER BY ${key} LIMIT ${limit}`);
      for (const row of rows) {
        const text = String(row["text"]);
        const is = sql.join(
          one.key.map((column) => sql`${column} = ${row[column.name]}`),
          sql` AND `,
        );
        const replace = async (next: string): Promise<boolean> => {
          const changed = await db.execute(sql`
            UPDATE ${one.column.table} SET ${sql.identifier(one.column.name)} = ${one.write(sql`${next}`)}
             WHERE ${is} AND ${one.read} = ${text}`);
          return changed.rowCount === 1;
        };
        yield { purpose: one.purpose, text, replace };
      }
      const last = rows.at(-1);
      if (!last || rows.length < limit) break;
      const values = sql.join(
        one.key.map(({ name }) => sql`${last[name]}`),
        sql`, `,
      );
      after = sql`AND (${sql.raw(names)}) > (${values})`;
    }
  }
}

/** Counts hashes from before a moment that still open something. */
export async function countHashesBefore(
  db: Executor,
  before: Date,
): Promise<{ recoveryCodes: number; codes: number; calls: number }> {
  return {
    recoveryCodes: await db.$count(
      recoveryCodes,
      and(isNull(recoveryCodes.usedAt), lt(recoveryCodes.createdAt, before)),
    ),
    codes: await db.$count(
      oneTimeCodes,
      and(
        isNull(oneTimeCodes.usedAt),
        gt(oneTimeCodes.expiresAt, sql`now()`),
        lt(oneTimeCodes.createdAt, before),
      ),
    ),
    // Answers of procedures that move money are not encrypted, and their hashes need no secret.
    calls: await db.$count(
      idempotencyKeys,
      and(
        sql`jsonb_typeof(${idempotencyKeys.response}) = 'string'`,
        lt(idempotencyKeys.createdAt, before),
      ),
    ),
  };
}
