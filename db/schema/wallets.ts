import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { WALLET_PROOFS } from "../vocabulary";
import { companies } from "./companies";
import { companyKey, companyRow, createdAt, instant, ofCompany, oneOf } from "./columns";
import { users } from "./members";

/**
 * Wallets that members prove. A row begins with the message to sign, and becomes a proof once. The
 * newest proof that is valid and not stopped is the member's wallet (`server/launch`).
 */
export const wallets = pgTable(
  "wallets",
  {
    ...companyRow(() => companies.id),
    memberId: uuid("member_id").notNull(),
    /** The session that asked for the message, and alone may answer it. */
    sessionId: text("session_id").notNull(),
    /** With its EIP-55 checksum. */
    address: text("address").notNull(),
    nonce: text("nonce").notNull(),
    /** The EIP-4361 message, as the wallet signs it. */
    message: text("message").notNull(),
    /** The end of the message, which is answered before it. */
    expiresAt: instant("expires_at").notNull(),
    signature: text("signature"),
    proof: text("proof", { enum: WALLET_PROOFS }),
    provedAt: instant("proved_at"),
    /** The time from which tokens go to the wallet; null until admins confirm one after a loss. */
    validFrom: instant("valid_from"),
    stoppedAt: instant("stopped_at"),
    /** The time at which the member reported it lost: nothing goes there from then on. */
    lostAt: instant("lost_at"),
    createdAt: createdAt(),
  },
  (t) => [
    companyKey(t),
    ofCompany("wallets_member", t.companyId, t.memberId, users),
    uniqueIndex("wallets_nonce").on(t.companyId, t.nonce),
    /** Serves the member's wallet in force. */
    index("wallets_of_member")
      .on(t.companyId, t.memberId, t.validFrom)
      .where(sql`${t.provedAt} IS NOT NULL AND ${t.stoppedAt} IS NULL`),
    /** Serves the question which members proved the same address. */
    index("wallets_address")
      .on(t.companyId, t.address)
      .where(sql`${t.provedAt} IS NOT NULL AND ${t.stoppedAt} IS NULL`),
    check("wallets_proof", oneOf(t.proof, WALLET_PROOFS)),
    check(
      "wallets_proved",
      sql`num_nulls(${t.signature}, ${t.proof}, ${t.provedAt}) IN (0, 3) AND (${t.validFrom} IS NULL OR ${t.provedAt} IS NOT NULL)`,
    ),
    check("wallets_address_form", sql`${t.address} ~ '^0x[0-9a-fA-F]{40}$'`),
  ],
);
