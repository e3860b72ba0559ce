import type { PaymentAccount } from "@server/companies/contracts/beneficiaries";

export interface NamedAccount {
  id: string;
  name: string;
}

/** Accounts as an admin knows them: the bank and the number, or the UPI id. */
export const accountNames = (
  accounts: readonly Pick<PaymentAccount, "id" | "bankName" | "accountNumber" | "upi">[],
): NamedAccount[] =>
  accounts.map(({ id, bankName, accountNumber, upi }) => ({
    id,
    name: [bankName, accountNumber].filter(Boolean).join(" ") || (upi ?? ""),
  }));

export const nameOf = (accounts: readonly NamedAccount[], id: string): string | undefined =>
  accounts.find((account) => account.id === id)?.name;
