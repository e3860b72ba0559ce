import { randomUUID } from "node:crypto";
import { isIP } from "node:net";

/** Where a request came from and how it was addressed. */
export interface Arrival {
  requestId: string;
  ip: string;
  /** Lower case, without a port; empty when the request names none we can read. */
  host: string;
  /** Scheme, host and port as the person sees them. */
  origin: string;
}

const HOST = /^(?=.{1,253}(?::|$))([a-z0-9-]+(?:\.[a-z0-9-]+)*)(:\d{1,5})?$/;
const REQUEST_ID = /^[\w-]{8,64}$/;

/**
 * Reads a request's address. Forwarded headers count only behind `trustedProxies` proxies: of the
 * list each of them appends to, the entry that the outermost of ours wrote.
 */
export function readArrival(headers: Headers, peer: string, trustedProxies: number): Arrival {
  const trusted = trustedProxies > 0;
  const forwarded = (name: string) =>
    trusted ? entryFromEnd(headers.get(name), trustedProxies) : null;
  const scheme =
    lastEntry(trusted ? headers.get("x-forwarded-proto") : null) === "https" ? "https" : "http";
  const named = (
    lastEntry(trusted ? headers.get("x-forwarded-host") : null) ??
    headers.get("host") ??
    ""
  ).toLowerCase();
  const [, host = "", port = ""] = HOST.exec(named.trim()) ?? [];
  const client = forwarded("x-forwarded-for");
  const given = trusted ? headers.get("x-request-id") : null;
  return {
    requestId: given && REQUEST_ID.test(given) ? given : randomUUID(),
    ip: client && isIP(client) ? client : plainAddress(peer),
    host,
    origin: `${scheme}://${host}${port}`,
  };
}

/** An IPv4 address in IPv6 clothes is the same client. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, "");

const entries = (header: string | null): string[] =>
  (header ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

const entryFromEnd = (header: string | null, position: number): string | null =>
  entries(header).at(-position) ?? null;

const lastEntry = (header: string | null): string | null => entries(header).at(-1) ?? null;
