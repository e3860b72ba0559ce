/** Dotted quad; the resolver guarantees the range of the numbers. */
const isIPv4 = (text: string): boolean => /^\d{1,3}(\.\d{1,3}){3}$/.test(text);

const isIPv6 = (text: string): boolean => text.includes(":");

/** One DNS record to set at the domain's registrar or DNS provider. */
export interface DnsRecord {
  type: "CNAME" | "A" | "AAAA";
  name: string;
  value: string;
}

/** Second-level domains under which names are sold, besides the plain "name.country". */
const SOLD_UNDER = new Set(["co", "com", "net", "org", "gen", "firm", "ind", "ac", "edu", "gov"]);

const LOOPBACK = /(^|\.)localhost$/;

/** True for an apex domain, where a CNAME is not allowed. */
export function isApex(host: string): boolean {
  const labels = host.split(".");
  const [second = "", top = ""] = labels.slice(-2);
  const bought = top.length === 2 && SOLD_UNDER.has(second) ? 3 : 2;
  return labels.length <= bought;
}

/**
 * Returns the DNS records that point a host to this installation: `target` is its name, `addresses`
 * are those it resolves to. An apex domain needs addresses; a subdomain gets a CNAME.
 */
export function dnsRecordsFor(
  host: string,
  target: string,
  addresses: readonly string[],
): DnsRecord[] {
  // localhost is not reachable from elsewhere, and needs no record.
  if (LOOPBACK.test(target) || LOOPBACK.test(host)) return [];
  const isName = !isIPv4(target) && !isIPv6(target);
  if (isName && !isApex(host)) return [{ type: "CNAME", name: host, value: target }];
  return addresses.map((value) => ({ type: isIPv4(value) ? "A" : "AAAA", name: host, value }));
}
