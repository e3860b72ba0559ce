import { check, date, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { LAUNCH_MAILS } from "../vocabulary";
import { companyId, createdAt, ofCompany, oneOf } from "./columns";
import { users } from "./members";

/** Mails about the launch that members got, so that each is sent once. */
export const launchMails = pgTable(
  "launch_mails",
  {
    companyId: companyId(),
    memberId: uuid("member_id").notNull(),
    kind: text("kind", { enum: LAUNCH_MAILS }).notNull(),
    /** The day in India that it is about: the launch, or a part's day. */
    day: date("day", { mode: "string" }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.memberId, t.kind, t.day] }),
    ofCompany("launch_mails_member", t.companyId, t.memberId, users),
    check("launch_mails_kind", oneOf(t.kind, LAUNCH_MAILS)),
  ],
);
