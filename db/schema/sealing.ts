import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { jsonb } from "drizzle-orm/pg-core";
import { SEALED_LOGS } from "../vocabulary";
import { companyId, count, id, instant, oneOf } from "./columns";

/**
 * Audit entries that are not sealed yet. The trigger of `audit_entries`
 * (`db/sql/unsealed-entries.sql`) fills it in the entry's transaction; the sealer empties it. Not part of
 * a backup: restoring the entries fills it again.
 */
export const unsealedEntries = pgTable(
  "audit_unsealed",
  {
    companyId: companyId(),
    entryId: uuid("entry_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.entryId] })],
);

/**
 * The hash chain of a company's audit log. Append-only (`db/sql/append-only.sql`). The platform's
 * entries have its id.
 */
export const auditSeals = pgTable(
  "audit_seals",
  {
    companyId: companyId(),
    /** Counts from 1, without gaps. */
    sequence: count("sequence").notNull(),
    entryId: uuid("entry_id").notNull(),
    /** The hash of the previous hash and the entry's text, in hex. */
    hash: text("hash").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.sequence] }),
    uniqueIndex("audit_seals_entry").on(t.companyId, t.entryId),
  ],
);

/**
 * Signed heads of the logs (`server/ledger/rules/checkpoint.ts`). Append-only
 * (`db/sql/append-only.sql`).
 */
export const checkpoints = pgTable(
  "checkpoints",
  {
    companyId: companyId(),
    log: text("log", { enum: SEALED_LOGS }).notNull(),
    /** Counts from 1, without gaps. */
    number: count("number").notNull(),
    size: count("size").notNull(),
    root: text("root"),
    head: text("head").notNull(),
    beside: count("beside"),
    previous: text("previous").notNull(),
    signedAt: instant("signed_at").notNull(),
    keyId: text("key_id").notNull(),
    /** Ed25519, base64. */
    signature: text("signature").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.log, t.number] }),
    index("checkpoints_size").on(t.companyId, t.log, t.size),
    check("checkpoints_log", oneOf(t.log, SEALED_LOGS)),
  ],
);

/**
 * Roots of complete subtrees of the Merkle tree over a company's allocations, so that a proof reads
 * a few hundred rows. Level 1 has 256 leaves each, level 2 has 65,536, and so on. Append-only
 * (`db/sql/append-only.sql`).
 */
export const merkleNodes = pgTable(
  "merkle_nodes",
  {
    companyId: companyId(),
    level: integer("level").notNull(),
    index: count("index").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.level, t.index] })],
);

/**
 * Global: the public keys that signed checkpoints. Append-only (`db/sql/append-only.sql`), so that old
 * keys stay published.
 */
export const sealingKeys = pgTable("sealing_keys", {
  /** SHA-256 of the key, in hex. */
  id: text("id").primaryKey(),
  /** 32 bytes, base64. */
  publicKey: text("public_key").notNull(),
  /** The time of the first checkpoint that it signed. */
  firstUsedAt: instant("first_used_at").notNull(),
});

/** Global: the results of the nightly verification. */
export const verifications = pgTable(
  "verifications",
  {
    id: id().primaryKey(),
    startedAt: instant("started_at").notNull(),
    finishedAt: instant("finished_at")
      .notNull()
      .default(sql`now()`),
    /** One line for each company and fault; empty for a consistent database. */
    faults: jsonb("faults").$type<string[]>().notNull(),
    /** Number of companies, allocations and audit entries read, and of those not sealed yet. */
    companies: integer("companies").notNull(),
    allocations: count("allocations").notNull(),
    auditEntries: count("audit_entries").notNull(),
    unsealed: count("unsealed").notNull(),
  },
  (t) => [check("verifications_counts", sql`${t.unsealed} >= 0`)],
);
