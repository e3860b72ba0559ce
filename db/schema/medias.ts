import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "../vocabulary";
import { companies } from "./companies";
import { createdAt, id } from "./columns";

/** Uploaded files. A super admin's belong to no company. */
export const medias = pgTable(
  "medias",
  {
    id: id().primaryKey(),
    companyId: uuid("company_id").references(() => companies.id),
    ownerId: uuid("owner_id").notNull(),
    ownerRole: text("owner_role", { enum: ROLES }).notNull(),
    /** Detected from the bytes, never the type the client named. */
    contentType: text("content_type").notNull(),
    /** A safe name to offer when it is saved. */
    fileName: text("file_name").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** Hex, of the bytes as they arrived: it finds the same proof used twice. */
    sha256: text("sha256").notNull(),
    storageKey: text("storage_key").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("medias_by_owner").on(t.companyId, t.ownerId),
    index("medias_by_content").on(t.companyId, t.sha256),
  ],
);
