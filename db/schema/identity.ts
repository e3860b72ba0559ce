import { sql } from "drizzle-orm";
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
import {
  DOCUMENT_KINDS,
  DOCUMENT_SIDES,
  DOCUMENT_STATES,
  IDENTITY_STATES,
  SECOND_KINDS,
} from "../vocabulary";
import {
  companyId,
  companyKey,
  companyRow,
  createdAt,
  instant,
  ofCompany,
  oneOf,
  updatedAt,
} from "./columns";
import { companies } from "./companies";
import { users } from "./members";

/** What a member has said and shown of who they are, and what was decided about it. */
export const identityCases = pgTable(
  "identity_cases",
  {
    companyId: companyId().references(() => companies.id),
    memberId: uuid("member_id").notNull(),
    state: text("state", { enum: IDENTITY_STATES }).notNull().default("DRAFT"),
    /** The number of times that the member has sent it; a decision names the one that was shown. */
    sentCount: integer("sent_count").notNull().default(0),
    sentAt: instant("sent_at"),
    /** The network address from which it was sent last. */
    sentIp: text("sent_ip"),
    /** The name as it stands on the documents, typed by the member. */
    typedName: text("typed_name"),
    /**
     * A keyed hash of the PAN with the company (`panHash`), and of the second document's kind and
     * number; `secrets rotate` renews both.
     */
    panHash: text("pan_hash"),
    secondKind: text("second_kind", { enum: SECOND_KINDS }),
    secondHash: text("second_hash"),
    /** Encrypted JSON: PAN, second document's number, address, place (`IdentityDetails`). */
    detailsEncrypted: text("details_encrypted"),
    decidedAt: instant("decided_at"),
    decidedBy: uuid("decided_by"),
    /** The reason for which the whole case was not accepted, for the member. */
    reason: text("reason"),
    /** The time until which the admin who decided may undo it. */
    undoUntil: instant("undo_until"),
    /** The time of the verification by evidence; null without one, and once it was taken away. */
    verifiedAt: instant("verified_at"),
    /** The end of the verification; null: it does not end. */
    verifiedUntil: instant("verified_until"),
    /** The time of the last mail that says when the verification ends. */
    endToldAt: instant("end_told_at"),
    /** The end of the member's account: what the law keeps is kept from then on. */
    endedAt: instant("ended_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.memberId] }),
    ofCompany("identity_cases_member", t.companyId, t.memberId, users),
    ofCompany("identity_cases_decided_by", t.companyId, t.decidedBy, users),
    /** One person is verified under one account. */
    uniqueIndex("identity_cases_one_person")
      .on(t.companyId, t.panHash)
      .where(sql`${t.verifiedAt} IS NOT NULL AND ${t.endedAt} IS NULL`),
    index("identity_cases_pan").on(t.companyId, t.panHash),
    index("identity_cases_second").on(t.companyId, t.secondHash),
    index("identity_cases_waiting")
      .on(t.companyId, t.sentAt, t.memberId)
      .where(sql`${t.state} = 'SENT'`),
    check("identity_cases_state", oneOf(t.state, IDENTITY_STATES)),
    check("identity_cases_second_kind", oneOf(t.secondKind, SECOND_KINDS)),
    check("identity_cases_sent", sql`(${t.sentCount} = 0) = (${t.sentAt} IS NULL)`),
    check(
      "identity_cases_verified",
      sql`(${t.state} <> 'VERIFIED' OR ${t.verifiedAt} IS NOT NULL) AND (${t.verifiedUntil} IS NULL OR ${t.verifiedAt} IS NOT NULL)`,
    ),
  ],
);

/**
 * Pictures that members sent as evidence. Each file is encrypted by a key of its own, which stands
 * here encrypted: without the row nobody can read the file, in a backup neither.
 */
export const identityDocuments = pgTable(
  "identity_documents",
  {
    ...companyRow(() => companies.id),
    memberId: uuid("member_id").notNull(),
    kind: text("kind", { enum: DOCUMENT_KINDS }).notNull(),
    side: text("side", { enum: DOCUMENT_SIDES }).notNull(),
    state: text("state", { enum: DOCUMENT_STATES }).notNull().default("DRAFT"),
    storageKey: text("storage_key").notNull(),
    /** The key of the file, encrypted by APP_SECRET. */
    keyEncrypted: text("key_encrypted").notNull(),
    /** Of the picture as it is kept; a PDF is kept as the picture of its pages. */
    contentType: text("content_type").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** SHA-256 of the bytes as sent, hex: finds a picture that another account sent too. */
    sha256: text("sha256").notNull(),
    /** The reason of a refusal, for the member. */
    reason: text("reason"),
    decidedAt: instant("decided_at"),
    decidedBy: uuid("decided_by"),
    createdAt: createdAt(),
  },
  (t) => [
    companyKey(t),
    ofCompany("identity_documents_member", t.companyId, t.memberId, users),
    ofCompany("identity_documents_decided_by", t.companyId, t.decidedBy, users),
    index("identity_documents_by_member").on(t.companyId, t.memberId),
    index("identity_documents_sha256").on(t.companyId, t.sha256),
    /** A picture that is sent again, as after a lost answer, replaces the one before. */
    uniqueIndex("identity_documents_undecided")
      .on(t.companyId, t.memberId, t.kind, t.side)
      .where(sql`${t.state} IN ('DRAFT', 'SENT')`),
    index("identity_documents_refused")
      .on(t.decidedAt)
      .where(sql`${t.state} = 'REFUSED'`),
    check("identity_documents_kind", oneOf(t.kind, DOCUMENT_KINDS)),
    check("identity_documents_side", oneOf(t.side, DOCUMENT_SIDES)),
    check("identity_documents_state", oneOf(t.state, DOCUMENT_STATES)),
    check("identity_documents_size", sql`${t.sizeBytes} > 0`),
    check(
      "identity_documents_decided",
      sql`(${t.state} IN ('ACCEPTED', 'REFUSED')) = (${t.decidedAt} IS NOT NULL)`,
    ),
  ],
);
