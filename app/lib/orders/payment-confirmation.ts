import type { AppLoadContext } from "@remix-run/node";
import { asksForMoney } from "@server/companies/rules/allowance";

/**
 * Returns true if this company's admins confirm the money before an approval (docs/decisions/0012).
 */
export const requiresPaymentConfirmation = ({ site }: AppLoadContext): boolean =>
  site.kind !== "company" || asksForMoney(site.company.settings);
