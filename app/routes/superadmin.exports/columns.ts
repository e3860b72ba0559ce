import type { TFunction } from "i18next";
import type { PlatformBeneficiary } from "@server/companies/contracts/beneficiaries";
import type { Company } from "@server/companies/contracts/companies";
import type { PlatformOrderRecord } from "@server/orders/contracts/order-lists";
import {
  digitsCell,
  mobileCell,
  momentCell,
  priceCell,
  rupeesCell,
} from "@server/platform/rules/cells";
import { methodIn } from "@server/platform/words/translators.server";
import { type CsvColumn, withTimeZone, withRupees } from "~/lib/lists/csv-download.server";

export function companyColumns(t: TFunction): CsvColumn<Company>[] {
  const of = (name: string) => t(`platform:companies.${name}`);
  return [
    { label: of("name"), cell: (row) => row.companyName },
    { label: of("email"), cell: (row) => row.email },
    { label: of("mobile"), cell: (row) => mobileCell(row.mobile) },
    { label: of("aadhaar"), cell: (row) => row.companyAadhaarCard },
    { label: of("pan"), cell: (row) => row.companyPan },
    { label: of("address"), cell: (row) => row.companyAddress },
    { label: of("pin"), cell: (row) => row.companyPincode },
    { label: of("token"), cell: (row) => row.tokenName },
    { label: of("symbol"), cell: (row) => row.tokenSymbol },
    { label: withTimeZone(t, of("date")), cell: (row) => momentCell(row.createdAt) },
  ];
}

export function orderColumns(t: TFunction): CsvColumn<PlatformOrderRecord>[] {
  const of = (name: string) => t(`platform:transactions.${name}`);
  return [
    { label: t("platform:company"), cell: (row) => row.company.companyName },
    { label: of("order"), cell: (row) => row.transactionId },
    { label: of("member"), cell: (row) => row.user.name },
    { label: t("order-list:columns.userId"), cell: (row) => row.user.referralCode },
    { label: of("method"), cell: (row) => methodIn(t, row.paymentMethod) },
    {
      label: withRupees(t, t("order-list:columns.price")),
      cell: (row) => priceCell(row.priceMicroRupees),
    },
    { label: of("quantity"), cell: (row) => row.totalQuantity },
    { label: t("order-list:bonus"), cell: (row) => row.bonusTokens },
    { label: withRupees(t, of("total")), cell: (row) => rupeesCell(row.finalAmountPaise) },
    { label: of("reference"), cell: (row) => digitsCell(row.referenceNumber) },
    { label: t("platform:status"), cell: (row) => t(`common:status.${row.status}`) },
    { label: withTimeZone(t, of("date")), cell: (row) => momentCell(row.createdAt) },
  ];
}

export function accountColumns(t: TFunction): CsvColumn<PlatformBeneficiary>[] {
  const of = (name: string) => t(`platform:beneficiaries.${name}`);
  return [
    { label: t("platform:company"), cell: (row) => row.company.companyName },
    { label: of("holder"), cell: (row) => row.holderName },
    { label: of("bank"), cell: (row) => row.bankName },
    { label: t("accounts:fields.branch"), cell: (row) => row.branch },
    { label: of("account"), cell: (row) => digitsCell(row.accountNumber) },
    { label: of("ifsc"), cell: (row) => row.ifscCode },
    { label: of("upi"), cell: (row) => row.upi },
    { label: of("isDefault"), cell: (row) => t(row.isDefault ? "activity:yes" : "activity:no") },
    { label: withTimeZone(t, of("since")), cell: (row) => momentCell(row.createdAt) },
  ];
}
