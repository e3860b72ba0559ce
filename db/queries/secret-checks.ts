import { asc, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Executor } from "../client";
import {
  companies,
  idempotencyKeys,
  messages,
  oneTimeCodes,
  recoveryCodes,
  secretChecks,
  twoFactors,
  users,
} from "../schema";

/** The encrypted check value of a key; undefined before the first start with it. */
export async function findSecretCheck(db: Executor, number = 1): Promise<string | undefined> {
  const [row] = await db.select().from(secretChecks).where(eq(secretChecks.id, number));
  return row?.encrypted;
}

/** The numbers of the keys that this database was started with. */
export async function listSecretChecks(db: Executor): Promise<number[]> {
  const rows = await db
    .select({ id: secretChecks.id })
    .from(secretChecks)
    .orderBy(asc(secretChecks.id));
  return rows.map(({ id }) => id);
}

/** Stores a check value unless one exists: of several instances the first one wins. */
export async function ensureSecretCheck(
  db: Executor,
  encrypted: string,
  number = 1,
): Promise<void> {
  await db.insert(secretChecks).values({ id: number, encrypted }).onConflictDoNothing();
}

export async function deleteSecretCheck(db: Executor, number: number): Promise<void> {
  await db.delete(secretChecks).where(eq(secretChecks.id, number));
}

/** An encrypted text and its purpose. */
export interface EncryptedSample {
  purpose: "pan" | "kyc" | "message" | "second-step" | "idempotency";
  text: string;
}

interface Encrypted {
  purpose: EncryptedSample["purpose"];
  table: PgTable;
  column: PgColumn;
  /** The column as text, and text as the column. */
  read: SQL<string>;
  write: (text: SQL) => SQL;
  /** By which the newest text is found. */
  time: PgColumn;
  /** The primary key, which a pass goes along. */
  key: readonly PgColumn[];
}

const plain = (column: PgColumn) => ({
  column,
  read: sql<string>`${column}`,
  write: (text: SQL) => text,
});

/** Every column that holds texts encrypted by APP_SECRET. */
const ENCRYPTED: readonly Encrypted[] = [
  {
    purpose: "pan",
    table: companies,
    ...plain(companies.panEncrypted),
    time: companies.updatedAt,
    key: [companies.id],
  },
  {
    purpose: "kyc",
    table: users,
    ...plain(users.kycEncrypted),
    time: users.updatedAt,
    key: [users.companyId, users.id],
  },
  {
    purpose: "message",
    table: messages,
    ...plain(messages.paramsEncrypted),
    time: messages.createdAt,
    key: [messages.companyId, messages.id],
  },
  {
    purpose: "second-step",
    table: twoFactors,
    ...plain(twoFactors.secretEncrypted),
    time: twoFactors.createdAt,
    key: [twoFactors.personId],
  },
  {
    purpose: "idempotency",
    table: idempotencyKeys,
    column: idempotencyKeys.response,
    // Other answers are objects.
    read: sql<string>`(CASE WHEN jsonb_typeof(${idempotencyKeys.response}) = 'string'
      THEN ${idempotencyKeys.response} #>> '{}' END)`,
    write: (text) => sql`to_jsonb(${text}::text)`,
    time: idempotencyKeys.createdAt,
    key: [idempotencyKeys.companyId, idempotencyKeys.actorId, idempotencyKeys.key],
  },
];

const isBy = ({ read }: Encrypted, number: number) => sql`${read} LIKE ${`v${number}.%`}`;

/** The newest text of each purpose that a key encrypted. */
export async function listEncryptedSamples(
  db: Executor,
  number: number,
): Promise<EncryptedSample[]> {
  const samples: EncryptedSample[] = [];
  for (const one of ENCRYPTED) {
    if (one.purpose === "idempotency") continue;
    const [newest] = await db
      .select({ text: one.read })
      .from(one.table)
      .where(sql`${isNotNull(one.column)} AND ${isBy(one, number)}`)
      .orderBy(desc(one.time))
      .limit(1);
    if (newest?.text) samples.push({ purpose: one.purpose, text: newest.text });
  }
  return samples;
}

/** How many texts each key encrypted, by purpose. */
export async function countEncrypted(
  db: Executor,
): Promise<{ purpose: string; number: number; texts: number }[]> {
  const counts: { purpose: string; number: number; texts: number }[] = [];
  for (const one of ENCRYPTED) {
    const { rows } = await db.execute(sql`
      SELECT substring(${one.read} from '^v([0-9]{1,3})[.]')::int AS number, count(*)::int AS texts
        FROM ${one.table} WHERE ${one.read} LIKE 'v%' GROUP BY 1 ORDER BY 1`);
    for (const row of rows) {
      counts.push({
        purpose: one.purpose,
        number: Number(row["number"]),
        texts: Number(row["texts"]),
      });
    }
  }
  return counts;
}

/** Recovery codes that are still unused, by the number of the key of their hash. */
export async function countRecoveryCodesByKey(
  db: Executor,
): Promise<{ number: number; codes: number }[]> {
  const { rows } = await db.execute(sql`
    SELECT coalesce(substring(${recoveryCodes.codeHash} from '^([0-9]{1,3})-')::int, 1) AS number,
           count(*)::int AS codes
      FROM ${recoveryCodes} WHERE ${recoveryCodes.usedAt} IS NULL GROUP BY 1 ORDER BY 1`);
  return rows.map((row) => ({ number: Number(row["number"]), codes: Number(row["codes"]) }));
}

/** Mailed codes and invitations that are still valid, by the number of the key of their hash. */
export async function countValidCodesByKey(
  db: Executor,
): Promise<{ number: number; codes: number }[]> {
  const { codeHash, usedAt, expiresAt } = oneTimeCodes;
  const { rows } = await db.execute(sql`
    SELECT coalesce(substring(${codeHash} from '^([0-9]{1,3})-')::int, 1) AS number,
           count(*)::int AS codes
      FROM ${oneTimeCodes} WHERE ${usedAt} IS NULL AND ${expiresAt} > now() GROUP BY 1 ORDER BY 1`);
  return rows.map((row) => ({ number: Number(row["number"]), codes: Number(row["codes"]) }));
}

/**
 * Calls over REST whose input a key hashed, by its number, with a kept answer: repeated, they are
 * known by that key alone.
 */
export async function countCallsByKey(db: Executor): Promise<{ number: number; calls: number }[]> {
  const { requestHash, response } = idempotencyKeys;
  // The answers of procedures that move money are no texts, and their hashes are by no key.
  const { rows } = await db.execute(sql`
    SELECT coalesce(substring(${requestHash} from '^([0-9]{1,3})-')::int, 1) AS number,
           count(*)::int AS calls
      FROM ${idempotencyKeys} WHERE jsonb_typeof(${response}) = 'string' GROUP BY 1 ORDER BY 1`);
  return rows.map((row) => ({ number: Number(row["number"]), calls: Number(row["calls"]) }));
}

/** Whether a key encrypted a text that is stored. */
export async function hasTextsOf(db: Executor, number: number): Promise<boolean> {
  for (const one of ENCRYPTED) {
    const found = await db
      .select({ text: one.read })
      .from(one.table)
      .where(isBy(one, number))
      .limit(1);
    if (found.length > 0) return true;
  }
  return false;
}

/**
 * Encrypts texts of other keys again, along each table's primary key, so many at a time. A text that
 * changes meanwhile stays as it was written: the change is newer. Returns how many were encrypted
 * again, and how many could not be read and stay as they are.
 */
export async function encryptAgain(
  db: Executor,
  {
    present,
    limit,
    again,
  }: {
    present: number;
    limit: number;
    /** The text by the present key; null if it cannot be read. */
    again: (sample: EncryptedSample) => string | null | Promise<string | null>;
  },
): Promise<{ done: number; unreadable: number }> {
  const counts = { done: 0, unreadable: 0 };
  for (const one of ENCRYPTED) {
    const key = sql.join([...one.key], sql`, `);
    const names = one.key.map(({ name }) => `"${name}"`).join(", ");
    let after: SQL | undefined;
    for (;;) {
      const { rows } = await db.execute(sql`
        SELECT ${key}, ${one.read} AS text FROM ${one.table}
         WHERE ${one.read} LIKE 'v%' AND NOT ${isBy(one, present)} ${after ?? sql``}
         ORDER BY ${key} LIMIT ${limit}`);
      for (const row of rows) {
        const text = await again({ purpose: one.purpose, text: String(row["text"]) });
        if (text === null) {
          counts.unreadable += 1;
          continue;
        }
        const is = sql.join(
          one.key.map((column) => sql`${column} = ${row[column.name]}`),
          sql` AND `,
        );
        const changed = await db.execute(sql`
          UPDATE ${one.table} SET ${sql.identifier(one.column.name)} = ${one.write(sql`${text}`)}
           WHERE ${is} AND ${one.read} = ${String(row["text"])}`);
        counts.done += changed.rowCount ?? 0;
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
  return counts;
}
