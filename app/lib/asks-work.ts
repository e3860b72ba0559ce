import type { AppLoadContext } from "@remix-run/node";
import type { CompanySite } from "@server/context/site";
import { asksForWork } from "@server/domain/members/one-time-codes";

/** The company of this host; null on the platform's own host without one. */
export const companyOf = ({ site }: AppLoadContext): CompanySite | null =>
  site.kind === "company" ? site.company : null;

/** Whether this company asks for a proof of work before it mails a code at once (decision 44). */
export const asksWork = (context: AppLoadContext): boolean =>
  asksForWork(companyOf(context)?.settings ?? {});
