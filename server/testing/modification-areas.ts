import type { Database } from "@db/client";
import { describeTables } from "@db/tables";

export interface Area {
  table: string;
  /** Columns of the table; default: all. */
  columns?: string[];
  /** Condition on its rows; default: all. */
  rows?: string;
  acts?: readonly Act[];
}

export const ACTS = ["flip", "delete", "swap", "insert", "copy"] as const;
export type Act = (typeof ACTS)[number];

/** Columns that are stored with an order of any status and recomputed from its others. */
const ORDER_FIGURES = [
  "company_id",
  "amount_paise",
  "fee_bps",
  "quantity",
  "fee_paise",
  "total_paise",
  "status",
  "held_quantity",
  "held_reward",
  "bonus_tokens",
];

/**
 * Lists the data that verification covers: a change anywhere in it must be found, whoever makes it.
 * Every table of the product is here or in `NOT_COVERED`.
 */
export const COVERED: readonly Area[] = [
  { table: "allocations" },
  {
    table: "audit_entries",
    // The last entries are not sealed yet: only their number is known.
    rows: "EXISTS (SELECT 1 FROM audit_seals s WHERE s.company_id = t.company_id AND s.entry_id = t.id)",
  },
  { table: "audit_seals" },
  { table: "audit_unsealed" },
  { table: "checkpoints" },
  { table: "merkle_nodes" },
  { table: "sealing_keys" },
  { table: "supplies" },
  {
    table: "orders",
    columns: [
      ...ORDER_FIGURES,
      "id",
      "member_id",
      "order_number",
      "price_micro_rupees",
      "approved_quantity",
      "approved_amount_paise",
      "approved_fee_paise",
      "received_paise",
      "referrer_id",
      "reward_bps",
      "bonus_bps",
      "decision_count",
      "payment_method",
      "reference",
      "proof_media_id",
      "beneficiary_id",
      "beneficiary_version",
      "submitted_at",
      "decided_at",
      "decided_by",
      "decision_reason",
      "reversed_at",
    ],
    rows: "status IN ('APPROVED', 'REVERSED')",
  },
  {
    table: "orders",
    columns: ["terms_salt"],
    rows: "EXISTS (SELECT 1 FROM allocations a WHERE a.company_id = t.company_id AND a.order_id = t.id AND a.kind = 'REFERRAL')",
  },
  {
    table: "orders",
    columns: ["reward_state"],
    rows: "reward_state = 'ALLOCATED'",
    acts: ["flip"],
  },
  { table: "orders", columns: ORDER_FIGURES, rows: "status IN ('OPEN', 'PENDING')" },
  { table: "companies", columns: ["total_supply"], acts: ["flip", "swap"] },
  {
    table: "payments",
    columns: [
      "company_id",
      "id",
      "member_id",
      "order_id",
      "status",
      "method",
      "reference",
      "amount_paise",
      "received_paise",
      "applied_paise",
      "refunded_paise",
      "proof_media_id",
      "beneficiary_id",
      "beneficiary_version",
      "received_at",
      "confirmed_by",
    ],
    rows: "status IN ('WAITING', 'CONFIRMED')",
  },
  {
    // These columns state who confirmed that money arrived, and who decided on a bank's sum of it.
    table: "payment_evidence",
    columns: ["by"],
    rows: "source = 'ADMIN'",
    acts: ["flip"],
  },
  {
    table: "payment_evidence",
    columns: ["decided_at", "decided_by"],
    rows: "source = 'BANK' AND decided_by IS NOT NULL",
    acts: ["flip", "swap"],
  },
  { table: "payment_keys" },
  {
    table: "payment_applications",
    columns: ["company_id", "order_id", "payment_id", "amount_paise", "ended_at"],
  },
  {
    table: "payment_refunds",
    columns: [
      "company_id",
      "payment_id",
      "amount_paise",
      "reference",
      "refunded_on",
      "recorded_by",
    ],
  },
  { table: "holdings" },
  // The audit log has each change of the rest.
  { table: "campaigns", columns: ["taken"], acts: ["flip"] },
];

/** Tables that verification leaves out, with the reason. */
const NOT_COVERED: Record<string, string> = Object.fromEntries(
  (
    [
      ["the audit log has each change", "agreed_policies beneficiaries brands domains prices"],
      ["the audit log has each change", "announcements pending_changes super_admins users medias"],
      ["the audit log has each change", "api_keys webhook_endpoints"],
      ["secrets and short-lived states", "idempotency_keys login_throttles messages"],
      ["secrets and short-lived states", "one_time_codes passkeys recovery_codes second_steps"],
      ["secrets and short-lived states", "secret_checks sessions super_admin_sessions"],
      ["secrets and short-lived states", "job_runs notice_mailings order_digests"],
      ["openings of links, counted", "referral_clicks"],
      ["`launch verify` rebuilds their trees", "batches batch_rows batch_parts batch_seals"],
      ["the company's own word", "batch_transfers"],
      ["what hints at misuse; an admin decides", "member_signs reward_cases"],
      ["the audit log has each change", "notes reconciliations"],
      ["reminders that were sent; they decide nothing", "order_reminders launch_mails"],
      ["signed by their owners", "wallets"],
      ["the audit log has each decision", "identity_cases identity_documents"],
      ["the results of verification", "verifications"],
      ["what the last night deleted, also in the audit log", "retention_runs"],
      ["what a bank states; payments have what was confirmed", "statements statement_lines"],
      ["how an account's files are laid out", "statement_mappings"],
      ["files that wait for their import", "held_statements"],
    ] as const
  ).flatMap(([reason, tables]) => tables.split(" ").map((table) => [table, reason])),
);

export async function undecidedTables({ db }: Database): Promise<string[]> {
  const decided = new Set([...COVERED.map(({ table }) => table), ...Object.keys(NOT_COVERED)]);
  return (await describeTables(db)).map(({ name }) => name).filter((name) => !decided.has(name));
}
