import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { RISK_SIGNS, type RiskReason } from "../vocabulary";
import { companyId, createdAt, instant, oneOf, ofCompany } from "./columns";
import { users } from "./members";
import { orders } from "./orders";

/**
 * Keyed hashes of what members may have in common, by which rewards are judged. A replaced APP_SECRET
 * makes new hashes, which older ones do not equal.
 */
export const memberSigns = pgTable(
  "member_signs",
  {
    companyId: companyId(),
    memberId: uuid("member_id").notNull(),
    sign: text("sign", { enum: RISK_SIGNS }).notNull(),
    value: text("value").notNull(),
    /** True if only the member or an admin typed it: it then speaks about the member's own rewards alone. */
    isTyped: boolean("is_typed").notNull().default(false),
    /** True until a sweep has looked for rewards that it concerns. */
    isNew: boolean("is_new").notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.memberId, t.sign, t.value] }),
    ofCompany("member_signs_member", t.companyId, t.memberId, users),
    index("member_signs_shared").on(t.companyId, t.value),
    index("member_signs_new")
      .on(t.createdAt)
      .where(sql`${t.isNew}`),
    check("member_signs_sign", oneOf(t.sign, RISK_SIGNS)),
  ],
);

/** Rewards that the rules of risk hold for review. Who decides and how stands with the order. */
export const rewardCases = pgTable(
  "reward_cases",
  {
    companyId: companyId(),
    orderId: uuid("order_id").notNull(),
    reasons: jsonb("reasons").$type<RiskReason[]>().notNull(),
    /** The words of the referrer, who may answer once. */
    answer: text("answer"),
    answeredAt: instant("answered_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.orderId] }),
    ofCompany("reward_cases_order", t.companyId, t.orderId, orders),
    index("reward_cases_newest").on(t.companyId, t.createdAt, t.orderId),
    check("reward_cases_answer", sql`(${t.answer} IS NULL) = (${t.answeredAt} IS NULL)`),
  ],
);
