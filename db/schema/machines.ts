import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { WEBHOOK_EVENTS, WEBHOOK_ENDS, KEY_SCOPES } from "../vocabulary";
import { createdAt, instant, oneOf, companyKey, companyRow } from "./columns";
import { companies } from "./companies";

/** Keys with which a company's machines call `/api/v1`. An ended one stays listed. */
export const apiKeys = pgTable(
  "api_keys",
  {
    ...companyRow(() => companies.id),
    name: text("name").notNull(),
    scopes: text("scopes", { enum: KEY_SCOPES }).array().notNull(),
    /** SHA-256 of the key, in hex. The key itself is shown once and stored nowhere. */
    tokenHash: text("token_hash").notNull(),
    /** Its first characters, by which an owner recognises it. */
    prefix: text("prefix").notNull(),
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
    /** Written at most once a minute. */
    lastUsedAt: instant("last_used_at"),
    endedAt: instant("ended_at"),
  },
  (t) => [
    companyKey(t),
    uniqueIndex("api_keys_name")
      .on(t.companyId, sql`lower(${t.name})`)
      .where(sql`${t.endedAt} IS NULL`),
    /** Finds a key whose company is not known yet. */
    index("api_keys_token").on(t.tokenHash),
    check(
      "api_keys_scopes",
      sql`${t.scopes} <@ ${sql.raw(`ARRAY['${KEY_SCOPES.join("','")}']`)} AND cardinality(${t.scopes}) > 0`,
    ),
    /** No machine both says that money came and approves by it. */
    check("api_keys_duties", sql`NOT ${t.scopes} @> ARRAY['decide', 'entries']`),
  ],
);

/** Addresses of a company's machines that are told of events. An ended one stays listed. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    ...companyRow(() => companies.id),
    url: text("url").notNull(),
    events: text("events", { enum: WEBHOOK_EVENTS }).array().notNull(),
    secretEncrypted: text("secret_encrypted").notNull(),
    /** The secret before the last renewal, which signs too until `previousEndsAt`. */
    previousSecretEncrypted: text("previous_secret_encrypted"),
    previousEndsAt: instant("previous_ends_at"),
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
    /** The first failure since the last success; null while it works. */
    failingSince: instant("failing_since"),
    endedAt: instant("ended_at"),
    endedWhy: text("ended_why", { enum: WEBHOOK_ENDS }),
  },
  (t) => [
    companyKey(t),
    uniqueIndex("webhook_endpoints_url")
      .on(t.companyId, t.url)
      .where(sql`${t.endedAt} IS NULL`),
    check("webhook_endpoints_why", oneOf(t.endedWhy, WEBHOOK_ENDS)),
    check("webhook_endpoints_end", sql`(${t.endedAt} IS NULL) = (${t.endedWhy} IS NULL)`),
  ],
);
