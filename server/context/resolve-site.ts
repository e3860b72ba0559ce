import type { Executor } from "@db/client";
import { findCompanyByHost } from "@db/queries/companies";
import type { Site } from "./site";

/**
 * What a host stands for. `host` is lower case and without a port. Read afresh at each request, so
 * that a host added anywhere is live everywhere at once (design §8).
 */
export async function resolveSite(db: Executor, host: string, platformHost: string): Promise<Site> {
  const company = await findCompanyByHost(db, host);
  const isPlatform = host === platformHost;
  if (company) return { kind: "company", company, isPlatform };
  return { kind: isPlatform ? "platform" : "unknown" };
}
