import { foreignKey, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { count, createdAt, id, instant } from "./columns";
import { users } from "./members";

/** Global, like sessions: the authenticator app of an admin or a super admin. */
export const twoFactors = pgTable(
  "second_steps",
  {
    /** A user's or a super admin's id; UUIDs do not collide. */
    personId: uuid("person_id").primaryKey(),
    /** Null for a super admin. */
    companyId: uuid("company_id"),
    secretEncrypted: text("secret_encrypted").notNull(),
    /** The newest 30-second period whose code was used; codes up to it are refused. */
    lastPeriod: count("last_period").notNull().default(0),
    /** Null until a first code has proved that the app has the secret. */
    confirmedAt: instant("confirmed_at"),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      name: "second_steps_user",
      columns: [t.companyId, t.personId],
      foreignColumns: [users.companyId, users.id],
    }),
  ],
);

/** Global: recovery codes for a login without the app, each usable once. Stored as keyed hashes. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: id().primaryKey(),
    personId: uuid("person_id")
      .notNull()
      .references(() => twoFactors.personId, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
    createdAt: createdAt(),
  },
  (t) => [index("recovery_codes_person").on(t.personId)],
);
