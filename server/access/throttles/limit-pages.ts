import type { Deps } from "@server/access/call/context";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { networkOf } from "./throttle";

/**
 * Counts a page by the person of its session, whatever the number of their sessions, or by its network
 * without one, like the calls of REST and tRPC (`CallCounts`). Refuses with THROTTLED.
 */
export async function limitPages(
  { config: { limits }, callCounts, secrets }: Pick<Deps, "config" | "callCounts" | "secrets">,
  { personId, ip }: { personId: string | null; ip: string },
): Promise<void> {
  const [what, of, limit] =
    personId === null
      ? ["pages-address", networkOf(ip), limits.pagesPerAddressMinute]
      : ["pages-person", personId, limits.pagesPerSessionMinute];
  const key = `${what}:${secrets.keyedHash("throttle", of)}`;
  const seconds = await callCounts.count([{ key, limit }]);
  if (seconds !== null) throw refuse("THROTTLED", { seconds });
}
