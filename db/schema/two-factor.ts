import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { count, createdAt, id, instant, ofCompany } from "./columns";
import { users } from "./members";

/** Global, like sessions: the authenticator app of an admin or a super admin. */
export const twoFactors = pgTable(
  "second_steps",
  {
    /** A user's or a super admin's id; UUIDs do not collide. */
    personId: uuid("person_id").primaryKey(),
    /** It is null for a super admin. */
    companyId: uuid("company_id"),
    secretEncrypted: text("secret_encrypted").notNull(),
    /** The newest 30-second period whose code was used; codes up to it are refused. */
    lastPeriod: count("last_period").notNull().default(0),
    /** It is null until a first code has proved that the app has the secret. */
    confirmedAt: instant("confirmed_at"),
    createdAt: createdAt(),
  },
  (t) => [ofCompany("second_steps_user", t.companyId, t.personId, users)],
);

/** Global: recovery codes for a login without the app or a passkey, each usable once. Keyed hashes. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: id().primaryKey(),
    personId: uuid("person_id").notNull(),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
    createdAt: createdAt(),
  },
  (t) => [index("recovery_codes_person").on(t.personId)],
);

/** Global, like sessions: a person's passkeys (WebAuthn), each for one host. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id().primaryKey(),
    /** A user's or a super admin's id. */
    personId: uuid("person_id").notNull(),
    /** It is null for a super admin. */
    companyId: uuid("company_id"),
    /** The host on which it was made, its relying party's id: browsers offer it there only. */
    host: text("host").notNull(),
    /** Base64url; chosen by the authenticator. */
    credentialId: text("credential_id").notNull(),
    /** COSE, base64url. */
    publicKey: text("public_key").notNull(),
    /** The authenticator's count of uses; 0 where it keeps none. */
    counter: count("counter").notNull(),
    transports: text("transports")
      .array()
      .notNull()
      .default(sql`'{}'`),
    name: text("name").notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [
    uniqueIndex("passkeys_credential").on(t.credentialId),
    index("passkeys_person").on(t.personId),
    ofCompany("passkeys_user", t.companyId, t.personId, users),
  ],
);
