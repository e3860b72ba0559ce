import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { BATCH_STATES, BATCH_WAYS, CLAIM_CALLS } from "../vocabulary";
import { companies } from "./companies";
import {
  bytes,
  companyId,
  companyKey,
  companyRow,
  count,
  createdAt,
  instant,
  ofCompany,
  oneOf,
} from "./columns";
import { users } from "./members";
import { allocations } from "./orders";

/**
 * Deliveries of tokens to wallets: what is free on a day and was in no batch before. What a batch
 * holds from its freeze on stands in the append-only tables below; this row has its state and what the
 * company said of its delivery.
 */
export const batches = pgTable(
  "batches",
  {
    ...companyRow(() => companies.id),
    /** Counts from 1, without gaps. */
    number: integer("number").notNull(),
    /** The day in India whose free tokens it holds. */
    day: date("day", { mode: "string" }).notNull(),
    state: text("state", { enum: BATCH_STATES }).notNull().default("PREPARED"),
    preparedBy: uuid("prepared_by").notNull(),
    createdAt: createdAt(),
    /** The number of the ledger's checkpoint that the freeze names; null before it. */
    checkpoint: count("checkpoint"),
    /** Members, and tokens in whole. */
    rows: integer("rows"),
    tokens: count("tokens"),
    frozenAt: instant("frozen_at"),
    way: text("way", { enum: BATCH_WAYS }),
    /** The contract of a claim, as an owner entered and a second admin confirmed it. */
    network: text("network"),
    chainId: integer("chain_id"),
    contract: text("contract"),
    claimCall: text("claim_call", { enum: CLAIM_CALLS }),
    /** The address of a site that shows transactions: https, without the last part. */
    explorer: text("explorer"),
    /** The last day in India on which the contract pays. */
    claimUntil: date("claim_until", { mode: "string" }),
    publishedAt: instant("published_at"),
    /** The transaction that funded the contract: the company's word. */
    fundedHash: text("funded_hash"),
    deliveredAt: instant("delivered_at"),
    /** Rows of a delivered claim whose members are mailed already, by index. */
    mailed: integer("mailed").notNull().default(0),
  },
  (t) => [
    companyKey(t),
    ofCompany("batches_prepared_by", t.companyId, t.preparedBy, users),
    uniqueIndex("batches_number").on(t.companyId, t.number),
    uniqueIndex("batches_one_prepared")
      .on(t.companyId)
      .where(sql`${t.state} = 'PREPARED'`),
    check("batches_state", oneOf(t.state, BATCH_STATES)),
    check("batches_way", oneOf(t.way, BATCH_WAYS)),
    check("batches_claim_call", oneOf(t.claimCall, CLAIM_CALLS)),
    check(
      "batches_frozen",
      sql`num_nonnulls(${t.checkpoint}, ${t.rows}, ${t.tokens}, ${t.frozenAt}) = CASE ${t.state} WHEN 'PREPARED' THEN 0 ELSE 4 END`,
    ),
    check(
      "batches_published",
      sql`(${t.publishedAt} IS NULL AND ${t.state} <> 'PUBLISHED') OR (${t.way} = 'CLAIM' AND num_nonnulls(${t.network}, ${t.chainId}, ${t.contract}, ${t.claimCall}, ${t.explorer}, ${t.claimUntil}) = 6)`,
    ),
    check(
      "batches_delivered",
      sql`(${t.state} = 'DELIVERED') = (${t.deliveredAt} IS NOT NULL) AND (${t.state} <> 'DELIVERED' OR ${t.way} = 'SEND' OR ${t.fundedHash} IS NOT NULL)`,
    ),
  ],
);

/** The members of a frozen batch. Append-only (`db/sql/append-only.sql`). */
export const batchRows = pgTable(
  "batch_rows",
  {
    companyId: companyId(),
    batchId: uuid("batch_id").notNull(),
    /** Counts from 0, in the order of the members' ids. */
    index: integer("index").notNull(),
    memberId: uuid("member_id").notNull(),
    /** The wallet that the member had proven, with the capitals of EIP-55. */
    address: text("address").notNull(),
    /** Tokens in whole; the sum of its parts. */
    tokens: count("tokens").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.batchId, t.index] }),
    ofCompany("batch_rows_batch", t.companyId, t.batchId, batches),
    ofCompany("batch_rows_member", t.companyId, t.memberId, users),
    uniqueIndex("batch_rows_one").on(t.companyId, t.memberId, t.batchId),
    check("batch_rows_tokens", sql`${t.tokens} > 0`),
    check("batch_rows_address", sql`${t.address} ~ '^0x[0-9a-fA-F]{40}$'`),
  ],
);

/**
 * What a batch takes of an allocation. The key lets no part of an allocation into two batches.
 * Append-only (`db/sql/append-only.sql`).
 */
export const batchParts = pgTable(
  "batch_parts",
  {
    companyId: companyId(),
    /** The allocation's. */
    sequence: count("sequence").notNull(),
    /** Counts what batches took of the allocation, from 1. */
    part: integer("part").notNull(),
    batchId: uuid("batch_id").notNull(),
    index: integer("index").notNull(),
    tokens: count("tokens").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.sequence, t.part] }),
    foreignKey({
      name: "batch_parts_allocation",
      columns: [t.companyId, t.sequence],
      foreignColumns: [allocations.companyId, allocations.sequence],
    }),
    foreignKey({
      name: "batch_parts_row",
      columns: [t.companyId, t.batchId, t.index],
      foreignColumns: [batchRows.companyId, batchRows.batchId, batchRows.index],
    }),
    index("batch_parts_of_row").on(t.companyId, t.batchId, t.index),
    check("batch_parts_tokens", sql`${t.tokens} > 0 AND ${t.part} >= 1`),
  ],
);

/**
 * The signed seal of a frozen batch (`server/launch/rules/batch-seal.ts`), with its trees: the nodes of
 * 32 bytes one after the other, root first, and for each row the place of its leaf among them, in 4
 * bytes. Append-only (`db/sql/append-only.sql`).
 */
export const batchSeals = pgTable(
  "batch_seals",
  {
    companyId: companyId(),
    batchId: uuid("batch_id").notNull(),
    /** The exact text that is signed. */
    text: text("text").notNull(),
    /** Ed25519, base64. */
    signature: text("signature").notNull(),
    publicKey: text("public_key").notNull(),
    /** The root of the claims' tree, which a contract holds: `0x` and 64 hex digits. */
    root: text("root").notNull(),
    tree: bytes("tree").notNull(),
    places: bytes("places").notNull(),
    /** The tree over the rows' texts, which name the parts. */
    partsTree: bytes("parts_tree").notNull(),
    partsPlaces: bytes("parts_places").notNull(),
    sealedAt: instant("sealed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.batchId] }),
    ofCompany("batch_seals_batch", t.companyId, t.batchId, batches),
  ],
);

/** The transactions by which a company sent a batch's rows: its own word. */
export const batchTransfers = pgTable(
  "batch_transfers",
  {
    companyId: companyId(),
    batchId: uuid("batch_id").notNull(),
    index: integer("index").notNull(),
    hash: text("hash").notNull(),
    createdAt: createdAt(),
    addedBy: uuid("added_by").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.batchId, t.index] }),
    foreignKey({
      name: "batch_transfers_row",
      columns: [t.companyId, t.batchId, t.index],
      foreignColumns: [batchRows.companyId, batchRows.batchId, batchRows.index],
    }),
    ofCompany("batch_transfers_added_by", t.companyId, t.addedBy, users),
    check("batch_transfers_hash", sql`${t.hash} ~ '^0x[0-9a-f]{64}$'`),
  ],
);
