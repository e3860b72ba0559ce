import type { HostHealth } from "@db/schema";
import type { HostDns } from "@db/vocabulary";
import type { HostProbe } from "./host-probe";
import type { Config } from "@server/platform";
import type { Executor } from "@db/client";
import { claimHostsToCheck, saveHostHealth } from "@server/sites/queries/hosts";
import { BlockList, isIP, isIPv6 } from "node:net";

/** Networks that are never connected to (IANA's special-purpose registries). */
const CLOSED: readonly [network: string, bits: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  // Only 2000::/3 is allocated to the internet.
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3ffe::", 16],
  ["3fff::", 20],
];

// One list for each family, since a list matches IPv4 also as "::ffff:10.0.0.1", which is closed.
const closed = { ipv4: new BlockList(), ipv6: new BlockList() };
const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");
for (const [network, bits] of CLOSED) {
  const family = familyOf(network);
  closed[family].addSubnet(network, bits, family);
}

/** True if the address is reachable on the internet and outside the internal networks. */
export function isPublicAddress(address: string): boolean {
  const family = familyOf(address);
  return isIP(address) !== 0 && !closed[family].check(address, family);
}

export interface HostCheck {
  probe: HostProbe;
  config: Pick<Config, "appOrigin" | "publicAddress">;
}

/** Resolves the addresses of this installation; null if a lookup failed. */
export async function ownAddresses({
  probe,
  config,
}: HostCheck): Promise<readonly string[] | null> {
  const each = await Promise.all(config.publicAddress.map((one) => probe.addressesOf(one)));
  return each.includes(null) ? null : each.flatMap((addresses) => addresses ?? []);
}

/** Checks a host as a visitor's browser would: its DNS addresses and its certificate. */
export async function checkHost(parts: HostCheck, host: string): Promise<HostHealth> {
  const [own, addresses] = await Promise.all([ownAddresses(parts), parts.probe.addressesOf(host)]);
  const dns = whereTo(addresses, own);
  const seen = await certificateOf(parts, host, addresses ?? [], own ?? []);
  return { dns, addresses: [...(addresses ?? [])], ...seen };
}

function whereTo(addresses: readonly string[] | null, own: readonly string[] | null): HostDns {
  if (addresses === null) return "UNKNOWN";
  if (addresses.length === 0) return "NOWHERE";
  // All addresses must match: otherwise some visitors would reach another server.
  if (own?.length && addresses.every((one) => own.includes(one))) return "HERE";
  if (!addresses.some(isPublicAddress)) return "PRIVATE";
  return own?.length ? "ELSEWHERE" : "UNKNOWN";
}

type Certificate = Pick<HostHealth, "certificate" | "certificateUntil">;

async function certificateOf(
  { probe, config }: HostCheck,
  host: string,
  addresses: readonly string[],
  own: readonly string[],
): Promise<Certificate> {
  const origin = new URL(config.appOrigin);
  if (origin.protocol === "http:") return { certificate: "UNUSED", certificateUntil: null };
  // Prevents connections into the internal network through a host's DNS.
  const open = addresses.find((one) => own.includes(one) || isPublicAddress(one));
  if (!open) return { certificate: "UNKNOWN", certificateUntil: null };
  const seen = await probe.certificateAt(open, Number(origin.port || 443), host);
  return { certificate: seen.certificate, certificateUntil: seen.until?.toISOString() ?? null };
}

/** Hosts are checked in parallel, so that a round takes no longer than its slowest host. */
const A_ROUND = 16;

/** Checks the hosts that are due: new ones first, failing ones more often than healthy ones. */
export async function sweepHosts(db: Executor, parts: HostCheck): Promise<void> {
  const hosts = await claimHostsToCheck(db, A_ROUND);
  await Promise.all(
    hosts.map(async ({ id, host }) => saveHostHealth(db, id, await checkHost(parts, host))),
  );
}
