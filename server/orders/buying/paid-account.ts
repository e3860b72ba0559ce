import type { PayableAccount } from "@server/companies";
import type { Order } from "@db/schema";
import type { SubmitPayment } from "@server/orders/contracts/orders";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** Returns the company's default account among those that an order may state. */
export const defaultAccount = (accounts: readonly PayableAccount[]): PayableAccount | undefined =>
  accounts.find(({ isLiving, isDefault }) => isLiving && isDefault);

/** Returns the active account with this id. Refuses with BENEFICIARY_NOT_FOUND. */
export function activeAccount(accounts: readonly PayableAccount[], id: string): PayableAccount {
  const account = accounts.find((one) => one.isLiving && one.id === id);
  if (!account) throw refuse("BENEFICIARY_NOT_FOUND");
  return account;
}

/**
 * Returns the account that the payer named, else the order's, else the default one. Refuses with
 * BENEFICIARY_NOT_FOUND.
 */
export function paidAccount(
  accounts: readonly PayableAccount[],
  order: Pick<Order, "beneficiaryId" | "beneficiaryVersion">,
  { beneficiaryId: named, beneficiaryVersion: version }: SubmitPayment,
): Pick<Order, "beneficiaryId" | "beneficiaryVersion"> {
  // The money may have gone to an account that was replaced or removed since the page was shown.
  const seen =
    named && version
      ? accounts.find((account) => account.id === named && account.version === version)
      : undefined;
  if (named && named !== order.beneficiaryId)
    return accountRef(seen ?? activeAccount(accounts, named));
  if (!order.beneficiaryId) return accountRef(defaultAccount(accounts));
  if (seen) return accountRef(seen);
  const { beneficiaryId, beneficiaryVersion } = order;
  return { beneficiaryId, beneficiaryVersion };
}

/** Returns the columns by which an order refers to an account. */
export const accountRef = (account: PayableAccount | undefined) => ({
  beneficiaryId: account?.id ?? null,
  beneficiaryVersion: account?.version ?? null,
});
