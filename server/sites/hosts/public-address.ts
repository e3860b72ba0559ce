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
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
];

const closed = new BlockList();
for (const [network, bits] of CLOSED) {
  closed.addSubnet(network, bits, isIPv6(network) ? "ipv6" : "ipv4");
}

/** True if the address is reachable on the internet and outside the internal networks. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  // Connecting to "::ffff:10.0.0.1" reaches 10.0.0.1; a block list matches it as IPv4, too.
  return !closed.check(address, family === 6 ? "ipv6" : "ipv4");
}
