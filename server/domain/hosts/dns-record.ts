import { isIPv4, isIPv6 } from "./address-form";

/** One record to set where the domain is managed. */
export interface DnsRecord {
  type: "CNAME" | "A" | "AAAA";
  name: string;
  value: string;
}

/** Second levels under which names are sold, beside the plain "name.country". */
const SOLD_UNDER = new Set(["co", "com", "net", "org", "gen", "firm", "ind", "ac", "edu", "gov"]);

const LOOPBACK = /(^|\.)localhost$/;

/** Whether a host is a domain as it is bought: there a CNAME is not allowed. */
export function isApex(host: string): boolean {
  const labels = host.split(".");
  const [second = "", top = ""] = labels.slice(-2);
  const bought = top.length === 2 && SOLD_UNDER.has(second) ? 3 : 2;
  return labels.length <= bought;
}

/**
 * Which records lead a host to us: `target` is the name that leads here, `addresses` what it
 * resolves to. A domain as it is bought needs addresses; a name below one follows ours by CNAME.
 */
export function dnsRecordsFor(
  host: string,
  target: string,
  addresses: readonly string[],
): DnsRecord[] {
  // A machine's own name leads nowhere for anybody else, and needs no record on that machine.
  if (LOOPBACK.test(target) || LOOPBACK.test(host)) return [];
  const isName = !isIPv4(target) && !isIPv6(target);
  if (isName && !isApex(host)) return [{ type: "CNAME", name: host, value: target }];
  return addresses.map((value) => ({ type: isIPv4(value) ? "A" : "AAAA", name: host, value }));
}
