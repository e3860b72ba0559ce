import { countWithin } from "@db/queries/throttles";
import type { Actor } from "@server/context/actor";
import type { Deps } from "@server/context/context";
import { type Site, companyOf } from "@server/context/site";
import { refuse } from "@server/domain/refusals/refuse";
import { networkOf } from "./network";

const MINUTE = 60;

/**
 * Counts calls of REST and tRPC by token, by network and by company, in every instance. What one
 * caller is refused is not the company's to pay for. Refuses with THROTTLED.
 */
export async function limitCalls(
  { config: { limits }, database, secrets }: Pick<Deps, "config" | "database" | "secrets">,
  caller: { actor: Actor; ip: string; site: Site },
  calls = 1,
): Promise<void> {
  const { actor, ip, site } = caller;
  const keyOf = (what: string, of: string) => `${what}:${secrets.keyedHash("throttle", of)}`;
  const own = [{ key: keyOf("calls-address", networkOf(ip)), limit: limits.callsPerAddressMinute }];
  if (actor.role !== "NOBODY") {
    own.push({ key: keyOf("calls-token", actor.sessionId), limit: limits.callsPerTokenMinute });
  }
  const companyId = "companyId" in actor ? actor.companyId : companyOf(site)?.id;
  const shared = companyId
    ? [{ key: keyOf("calls-company", companyId), limit: limits.callsPerCompanyMinute }]
    : [];
  for (const counts of [own, shared]) {
    if (counts.length === 0) continue;
    const seconds = await countWithin(database.db, counts, calls, MINUTE);
    if (seconds !== null) throw refuse("THROTTLED", { seconds });
  }
}
