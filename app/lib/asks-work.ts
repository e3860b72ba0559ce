import type { AppLoadContext } from "@remix-run/node";
import { asksForWork } from "@server/domain/members/one-time-codes";

/** Whether this company asks for a proof of work before it mails a code at once (decision 44). */
export const asksWork = ({ site }: AppLoadContext): boolean =>
  site.kind === "company" && asksForWork(site.company.settings);
