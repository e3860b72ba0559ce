import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "../vocabulary";
import { companies } from "./companies";
import { companyId, createdAt, id, instant, referencedCompanyId, companyKey } from "./columns";

/**
 * Uploaded files. A super admin's belong to the platform, or to the company whose brand uses them.
 */
export const medias = pgTable(
  "medias",
  {
    companyId: companyId(),
    id: id(),
    referencedCompanyId: referencedCompanyId(),
    ownerId: uuid("owner_id").notNull(),
    ownerRole: text("owner_role", { enum: ROLES }).notNull(),
    /** Detected from the bytes; the client's type is ignored. */
    contentType: text("content_type").notNull(),
    /** A sanitised name for downloads. */
    fileName: text("file_name").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** Hex, of the bytes as uploaded; detects a proof that is used twice. */
    sha256: text("sha256").notNull(),
    storageKey: text("storage_key").notNull(),
    /**
     * The time at which the sweep deletes the file if nothing refers to it; null once something did
     * (`deleteUnattached`).
     */
    sweepAfter: instant("sweep_after").default(sql`now() + interval '1 day'`),
    /**
     * The time at which the retention took the file from its orders: the sweep then deletes it,
     * although the audit log names it.
     */
    releasedAt: instant("released_at"),
    createdAt: createdAt(),
  },
  (t) => [
    companyKey(t),
    foreignKey({
      name: "medias_company",
      columns: [t.referencedCompanyId],
      foreignColumns: [companies.id],
    }),
    /** Serves lookups by id alone: signed addresses, brands and super admins. */
    index("medias_id").on(t.id),
    index("medias_by_owner").on(t.companyId, t.ownerId),
    index("medias_by_content").on(t.companyId, t.sha256),
    index("medias_to_sweep")
      .on(t.sweepAfter)
      .where(sql`${t.sweepAfter} IS NOT NULL`),
  ],
);
