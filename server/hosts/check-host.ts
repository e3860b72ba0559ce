import type { HostHealth } from "@db/schema";
import type { HostDns } from "@db/vocabulary";
import type { HostProbe } from "@server/adapters/hosts/host-probe";
import { isPublicAddress } from "@server/adapters/hosts/public-address";
import type { Config } from "@server/config/environment";

export interface HostCheck {
  probe: HostProbe;
  config: Pick<Config, "appOrigin" | "publicAddress">;
}

/** The addresses that lead here, null where nobody could say; and the name to point at. */
export async function ownAddresses({
  probe,
  config,
}: HostCheck): Promise<readonly string[] | null> {
  const each = await Promise.all(config.publicAddress.map((one) => probe.addressesOf(one)));
  return each.includes(null) ? null : each.flatMap((addresses) => addresses ?? []);
}

/** Looks at a host as a visitor's browser would: where its name leads, and what certificate is there. */
export async function checkHost(parts: HostCheck, host: string): Promise<HostHealth> {
  const [own, addresses] = await Promise.all([ownAddresses(parts), parts.probe.addressesOf(host)]);
  const dns = whereTo(addresses, own);
  const seen = await certificateOf(parts, host, addresses ?? [], own ?? []);
  return { dns, addresses: [...(addresses ?? [])], ...seen };
}

function whereTo(addresses: readonly string[] | null, own: readonly string[] | null): HostDns {
  if (addresses === null) return "UNKNOWN";
  if (addresses.length === 0) return "NOWHERE";
  // With one of its addresses elsewhere, some of its visitors would end up there.
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
  // A name of a stranger's must not send us knocking at our own network's doors.
  const open = addresses.find((one) => own.includes(one) || isPublicAddress(one));
  if (!open) return { certificate: "UNKNOWN", certificateUntil: null };
  const seen = await probe.certificateAt(open, Number(origin.port || 443), host);
  return { certificate: seen.certificate, certificateUntil: seen.until?.toISOString() ?? null };
}
