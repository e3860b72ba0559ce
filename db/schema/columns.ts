import { sql } from "drizzle-orm";
import { bigint, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "../ids";

/** A UUIDv7 made by us, so that keys sort by time and need no round trip. */
export const id = () => uuid("id").notNull().$defaultFn(newId);

/** First column of every tenant table's key (design §4). */
export const companyId = () => uuid("company_id").notNull();

/** A zoned instant. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const createdAt = () =>
  instant("created_at")
    .notNull()
    .default(sql`now()`);
export const updatedAt = () =>
  instant("updated_at")
    .notNull()
    .default(sql`now()`)
    .$onUpdate(() => sql`now()`);

/** A 64-bit count read as a JS number; every such column is kept below 2^53 by a CHECK. */
export const count = (name: string) => bigint(name, { mode: "number" });
