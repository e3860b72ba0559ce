import type { Executor } from "@db/client";
import { firstHostOf } from "@db/queries/domains";

/** Where links lead that no request of the company's own site causes: its first host, or ours. */
export async function originOfCompany(
  db: Executor,
  appOrigin: string,
  companyId: string,
): Promise<string> {
  const host = await firstHostOf(db, companyId);
  if (!host) return appOrigin;
  const at = new URL(appOrigin);
  at.hostname = host;
  return at.origin;
}
