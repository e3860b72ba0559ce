import type { TFunction } from "i18next";
import type { ActivityRecord } from "@server/office/contracts/activity";
import type { Beneficiary } from "@server/companies/contracts/beneficiaries";
import type { Holder } from "@server/office/contracts/holders";
import type { Member } from "@server/members/contracts/members";
import type { ExportedOrder } from "@server/office/contracts/exports";
import { SHOWN_FIELDS } from "@server/office/rules/activity/changes";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import {
  digitsCell,
  mobileCell,
  momentCell,
  priceCell,
  rupeesCell,
} from "@server/platform/rules/cells";
import { methodIn } from "@server/platform/words/translators.server";
import { type CsvColumn, withTimeZone, withRupees } from "~/lib/lists/csv-download.server";
import { valueInWords } from "../admin.activity/value-words";

/** The columns of both tabs of Manage Purchase and of their dialogs. */
export function orderColumns(t: TFunction): CsvColumn<ExportedOrder>[] {
  const of = (name: string) => t(`order-list:columns.${name}`);
  return [
    { label: t("purchases:order"), cell: (row) => row.orderNumber },
    { label: of("userId"), cell: (row) => row.user.referralCode },
    { label: of("name"), cell: (row) => row.user.name },
    { label: of("mobile"), cell: (row) => mobileCell(row.user.mobile) },
    { label: of("method"), cell: (row) => methodIn(t, row.paymentMethod) },
    { label: withRupees(t, of("price")), cell: (row) => priceCell(row.priceMicroRupees) },
    { label: of("quantity"), cell: (row) => row.totalQuantity },
    { label: t("order-list:bonus"), cell: (row) => row.bonusTokens },
    { label: withRupees(t, t("purchases:amount")), cell: (row) => rupeesCell(row.amountPaise) },
    { label: withRupees(t, t("purchases:fee")), cell: (row) => rupeesCell(row.feePaise) },
    { label: withRupees(t, of("finalAmount")), cell: (row) => rupeesCell(row.finalAmountPaise) },
    { label: withRupees(t, t("purchases:paid")), cell: (row) => rupeesCell(row.paidAmountPaise) },
    { label: of("transaction"), cell: (row) => digitsCell(row.referenceNumber) },
    { label: of("status"), cell: (row) => t(`common:status.${row.status}`) },
    {
      label: t("purchases:flagsTitle"),
      cell: (row) => row.flags.map((flag) => t(`purchases:flags.${flag}`)).join("; "),
    },
    { label: t("purchases:rejectedFor"), cell: (row) => row.rejectionReason },
    { label: t("purchases:refundNote"), cell: (row) => row.refundNote },
    { label: withTimeZone(t, of("date")), cell: (row) => momentCell(row.createdAt) },
    {
      label: withTimeZone(t, t("decisions:submitted")),
      cell: (row) => momentCell(row.submittedAt),
    },
    { label: withTimeZone(t, t("decisions:decidedAt")), cell: (row) => momentCell(row.decidedAt) },
    { label: t("order-list:decidedBy"), cell: (row) => row.lastDecision?.by ?? null },
    {
      label: withTimeZone(t, t("order-list:reversed")),
      cell: (row) => momentCell(row.status === "REVERSED" ? (row.lastDecision?.at ?? null) : null),
    },
  ];
}

export function memberColumns(t: TFunction): CsvColumn<Member>[] {
  const of = (name: string) => t(`users:columns.${name}`);
  return [
    { label: of("name"), cell: (row) => row.name },
    { label: of("email"), cell: (row) => row.email },
    { label: of("mobile"), cell: (row) => mobileCell(row.mobile) },
    { label: of("referralCode"), cell: (row) => row.referralCode },
    { label: withTimeZone(t, of("date")), cell: (row) => momentCell(row.createdAt) },
    {
      label: of("approval"),
      cell: (row) => t(row.isApproved ? "users:verified" : "users:waiting"),
    },
    { label: t("users:account"), cell: (row) => t(`users:status.${row.status}`) },
    { label: t("users:role"), cell: (row) => t(`users:roles.${row.role}`) },
  ];
}

export function holderColumns(t: TFunction): CsvColumn<Holder>[] {
  const of = (name: string) => t(`holders:columns.${name}`);
  const day = (at: string | null) => at && dateInIndia(new Date(at));
  return [
    { label: of("memberId"), cell: (row) => row.memberId },
    { label: of("member"), cell: (row) => row.name },
    {
      label: of("verified"),
      cell: (row) => t(`holders:verified.${row.isApproved ? "yes" : "no"}`),
    },
    { label: of("bought"), cell: (row) => row.bought },
    { label: of("bonus"), cell: (row) => row.bonus },
    { label: of("rewards"), cell: (row) => row.rewards },
    { label: of("tokens"), cell: (row) => row.bought + row.rewards },
    { label: withRupees(t, of("paid")), cell: (row) => rupeesCell(row.paidPaise) },
    { label: of("wallet"), cell: (row) => row.walletAddress },
    { label: of("referrer"), cell: (row) => row.referrer?.name ?? null },
    { label: of("referrerId"), cell: (row) => row.referrer?.memberId ?? null },
    { label: of("first"), cell: (row) => day(row.firstAt) },
    { label: of("last"), cell: (row) => day(row.lastAt) },
  ];
}

export function accountColumns(t: TFunction): CsvColumn<Beneficiary>[] {
  const of = (name: string) => t(`accounts:fields.${name}`);
  return [
    { label: of("holderName"), cell: (row) => row.holderName },
    { label: of("bankName"), cell: (row) => row.bankName },
    { label: of("branch"), cell: (row) => row.branch },
    { label: of("accountNumber"), cell: (row) => digitsCell(row.accountNumber) },
    { label: of("ifscCode"), cell: (row) => row.ifscCode },
    { label: of("upi"), cell: (row) => row.upi },
    {
      label: t("accounts:isDefault"),
      cell: (row) => t(row.isDefault ? "activity:yes" : "activity:no"),
    },
    { label: withTimeZone(t, t("accounts:since")), cell: (row) => momentCell(row.createdAt) },
  ];
}

/** The columns of the activity; all changes are in one cell, formatted as on the screen. */
export function activityColumns(t: TFunction): CsvColumn<ActivityRecord>[] {
  const of = (name: string) => t(`activity:columns.${name}`);
  const isPerson = ({ actor }: ActivityRecord) => ["ADMIN", "USER", "KEY"].includes(actor.kind);
  return [
    { label: withTimeZone(t, of("when")), cell: (row) => momentCell(row.at) },
    { label: of("who"), cell: (row) => t(`activity:actors.${row.actor.kind}`) },
    {
      label: t("users:columns.name"),
      cell: (row) => (isPerson(row) ? (row.actor.name ?? t("activity:gone")) : null),
    },
    { label: t("order-list:columns.userId"), cell: (row) => row.actor.referralCode },
    {
      label: of("what"),
      cell: (row) => t(`activity:actions.${row.action}`, { defaultValue: row.action }),
    },
    { label: t("activity:subject"), cell: (row) => digitsCell(row.subject.label) },
    {
      label: of("changes"),
      cell: (row) =>
        row.changes
          .map(({ field, before, after }) => {
            const [was, is] = [before, after].map((one) =>
              valueInWords(t, SHOWN_FIELDS[field], one),
            );
            const label = t(`activity:fields.${field}`);
            return before === null
              ? `${label}: ${is ?? ""}`
              : `${label}: ${was ?? ""} → ${is ?? ""}`;
          })
          .join("; "),
    },
  ];
}
