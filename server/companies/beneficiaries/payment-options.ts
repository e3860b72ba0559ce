import type { BeneficiaryRow } from "@server/companies/queries/beneficiaries";
import type { Beneficiary, PaymentAccount } from "@server/companies/contracts/beneficiaries";
import type { PaymentOptions } from "@server/companies/contracts/beneficiaries";

/** Shows an account to payers. */
export function paymentAccount(row: BeneficiaryRow): PaymentAccount {
  return {
    id: row.id,
    version: row.version,
    holderName: row.holderName,
    bankName: row.bankName,
    branch: row.branch,
    accountNumber: row.accountNumber,
    ifscCode: row.ifscCode,
    upi: row.upi,
  };
}

/** Shows an account to its company's admin. */
export function beneficiaryView(row: BeneficiaryRow): Beneficiary {
  return {
    ...paymentAccount(row),
    isDefault: row.isDefault,
    createdAt: row.createdAt.toISOString(),
  };
}

/**
 * Returns the tabs of the payment page (product.md §2): Banking with a bank account, UPI with a UPI
 * id, Manual always. UPI comes first only without a bank account. `accounts` starts with the
 * default one; if that has no UPI id, another account's is used.
 */
export function paymentOptions(
  accounts: readonly BeneficiaryRow[],
  companyName: string,
): PaymentOptions {
  const banks = accounts.filter((account) => account.bankName !== null).map(paymentAccount);
  const withUpi = accounts.find((account) => account.upi !== null);
  const upi = withUpi?.upi
    ? {
        beneficiaryId: withUpi.id,
        beneficiaryVersion: withUpi.version,
        upiId: withUpi.upi,
        payeeName: withUpi.holderName ?? companyName,
      }
    : null;
  const methods: PaymentOptions["methods"] = [
    ...(banks.length > 0 ? (["BANK"] as const) : []),
    ...(upi ? (["UPI"] as const) : []),
    "MANUAL",
  ];
  return { banks, upi, methods, defaultMethod: methods[0] ?? "MANUAL" };
}
