import type { Executor } from "@db/client";
import { claimHostsToCheck, saveHostHealth } from "@db/queries/domains";
import { type HostCheck, checkHost } from "./check-host";

/** Looked at side by side, so that a round takes no longer than its slowest host. */
const A_ROUND = 16;

/** Looks at the hosts whose turn it is: new ones first, ailing ones more often than sound ones. */
export async function sweepHosts(db: Executor, parts: HostCheck): Promise<void> {
  const hosts = await claimHostsToCheck(db, A_ROUND);
  await Promise.all(
    hosts.map(async ({ id, host }) => saveHostHealth(db, id, await checkHost(parts, host))),
  );
}
