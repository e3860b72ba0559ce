import type { Deps } from "@server/context/context";
import { refuse } from "@server/domain/refusals/refuse";
import { networkOf } from "./throttle";

/**
 * Counts a page by its session, or by its network without one, like the calls of REST and tRPC
 * (`CallCounts`). Refuses with THROTTLED.
 */
export async function limitPages(
  { config: { limits }, callCounts, secrets }: Pick<Deps, "config" | "callCounts" | "secrets">,
  { sessionId, ip }: { sessionId: string | null; ip: string },
): Promise<void> {
  const [what, of, limit] =
    sessionId === null
      ? ["pages-address", networkOf(ip), limits.pagesPerAddressMinute]
      : ["pages-session", sessionId, limits.pagesPerSessionMinute];
  const key = `${what}:${secrets.keyedHash("throttle", of)}`;
  const seconds = await callCounts.count([{ key, limit }]);
  if (seconds !== null) throw refuse("THROTTLED", { seconds });
}
