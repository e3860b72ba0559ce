import { isIP } from "node:net";
import type { Environment, SettingName, TrustedProxies } from "./setting-formats";

/** True if a host is this machine: its loopback, or a socket. */
const isLocal = (host: string): boolean => /^(|\/.*|localhost|127\.[\d.]+|\[?::1\]?)$/.test(host);

/** True if an address leads to this machine. */
export const isThisMachine = ({ hostname, searchParams }: URL): boolean =>
  isLocal(searchParams.get("host") ?? hostname);

/** node-postgres encrypts in these modes, and none falls back to a plain connection. */
const TLS_MODES = ["prefer", "require", "verify-ca", "verify-full", "no-verify"];

/** These addresses lead to other machines by TLS alone. */
const ENCRYPTED = ["DATABASE_URL", "DATABASE_OWNER_URL", "SMS_WEBHOOK_URL", "S3_ENDPOINT"] as const;

/** Returns the first setting by which data would leave this machine unencrypted (ASVS 12.3.1). */
export function plainConnection(
  e: Pick<Environment, (typeof ENCRYPTED)[number] | "CLAMAV_ADDRESS">,
): SettingName | undefined {
  // clamd's protocol has no encryption.
  if (!isLocal(e.CLAMAV_ADDRESS?.host ?? "")) return "CLAMAV_ADDRESS";
  const isPlain = (name: (typeof ENCRYPTED)[number]) => {
    const given = e[name];
    if (given === undefined) return false;
    const url = new URL(given);
    if (isThisMachine(url)) return false;
    if (!name.startsWith("DATABASE_")) return url.protocol === "http:";
    const mode = url.searchParams.get("sslmode");
    const isOn = ["true", "1"].includes(url.searchParams.get("ssl") ?? "");
    return mode === null ? !isOn : !TLS_MODES.includes(mode);
  };
  return ENCRYPTED.find(isPlain);
}

/**
 * True if others may reach a host by this name. Names without a dot, reserved names and private
 * addresses are this machine's or its network's.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) > 0) {
    return !/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\.|^::1?$|^f[cd]|^fe80:/.test(
      host,
    );
  }
  return host.includes(".") && !/\.(localhost|local|internal|test|example|invalid)$/.test(host);
}

/**
 * Returns a warning, shown at the start, about the proxies that the server trusts; null if nothing
 * is wrong. A number of proxies trusts any client that connects, so it is safe only where nobody
 * else can reach the port.
 */
export function proxyWarning({
  trustedProxies,
  host,
  port,
}: {
  trustedProxies: TrustedProxies;
  host: string;
  port: number;
}): string | null {
  if (typeof trustedProxies !== "number" || trustedProxies === 0 || isLocal(host)) return null;
  return (
    `TRUST_PROXY=${trustedProxies} believes whoever reaches port ${port} of ${host}, who then chooses ` +
    "the address that limits count and logs show. Set TRUST_PROXY to the proxies' addresses, or HOST to 127.0.0.1."
  );
}
