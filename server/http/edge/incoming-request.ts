import { randomUUID } from "node:crypto";
import { BlockList, isIP } from "node:net";
import type { TrustedProxies } from "@server/platform";

/** Source and address of a request. */
export interface IncomingRequest {
  requestId: string;
  ip: string;
  /** Lower case, without a port and the root's dot; empty if missing or invalid. */
  host: string;
  /** Scheme, host and port in the person's browser, without the root's dot. */
  origin: string;
}

/** A name may end with the dot of the root, which a browser sends as it was typed. */
const HOST = /^(?=.{1,253}(?:\.?:|\.?$))([a-z0-9-]+(?:\.[a-z0-9-]+)*)\.?(:\d{1,5})?$/;
const REQUEST_ID = /^[\w-]{8,64}$/;

/**
 * Reads a request's address. Forwarded headers count only from trusted proxies: each appends to the
 * list, and the entry of the outermost trusted proxy is used.
 */
export function readIncomingRequest(
  headers: Pick<Headers, "get">,
  peer: string,
  proxies: TrustedProxies,
): IncomingRequest {
  const trusted = isTrustedPeer(plainAddress(peer), proxies);
  const forwarded = (name: string) => entries(trusted ? headers.get(name) : null);
  const scheme = forwarded("x-forwarded-proto").at(-1) === "https" ? "https" : "http";
  const named = (forwarded("x-forwarded-host").at(-1) ?? headers.get("host") ?? "").toLowerCase();
  const [, host = "", port = ""] = HOST.exec(named.trim()) ?? [];
  const client = clientOf(forwarded("x-forwarded-for").map(plainAddress), proxies);
  const id = trusted ? headers.get("x-request-id") : null;
  return {
    requestId: id !== null && REQUEST_ID.test(id) ? id : randomUUID(),
    ip: client && isIP(client) ? client : plainAddress(peer),
    host,
    origin: `${scheme}://${host}${port}`,
  };
}

function isTrustedPeer(peer: string, proxies: TrustedProxies): boolean {
  return typeof proxies === "number" ? proxies > 0 : isAmong(peer, proxies);
}

/** The address seen by the outermost trusted proxy: by position, or the last untrusted address. */
function clientOf(hops: readonly string[], proxies: TrustedProxies): string | undefined {
  if (typeof proxies === "number") return hops.at(-proxies);
  return hops.findLast((hop) => !isAmong(hop, proxies)) ?? hops[0];
}

function isAmong(address: string, networks: readonly string[]): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return blockList(networks).check(address, family === 4 ? "ipv4" : "ipv6");
}

const blockLists = new WeakMap<readonly string[], BlockList>();

function blockList(networks: readonly string[]): BlockList {
  const known = blockLists.get(networks);
  if (known) return known;
  const made = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const isV4 = isIP(address) === 4;
    made.addSubnet(address, Number(bits ?? (isV4 ? 32 : 128)), isV4 ? "ipv4" : "ipv6");
  }
  blockLists.set(networks, made);
  return made;
}

/** An IPv4-mapped IPv6 address is the same client. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, "");

const entries = (header: string | null): string[] =>
  (header ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
