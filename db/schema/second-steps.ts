import { foreignKey, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { count, createdAt, id, instant } from "./columns";
import { users } from "./members";

/** Global, as sessions are: the authenticator app of an admin or a super admin. */
export const secondSteps = pgTable(
  "second_steps",
  {
    /** A user's id or a super admin's: both are made by us and never the same. */
    personId: uuid("person_id").primaryKey(),
    /** Null for a super admin. */
    companyId: uuid("company_id"),
    secretEncrypted: text("secret_encrypted").notNull(),
    /** The newest period of 30 s whose code was taken: none of it or before is taken again. */
    lastPeriod: count("last_period").notNull().default(0),
    /** Null until a first code has shown that the app has the secret. */
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

/** Global: the way in without the app, each code once. Only keyed hashes are kept. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: id().primaryKey(),
    personId: uuid("person_id")
      .notNull()
      .references(() => secondSteps.personId, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
    createdAt: createdAt(),
  },
  (t) => [index("recovery_codes_person").on(t.personId)],
);
