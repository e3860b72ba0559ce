import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { checkServerIdentity, connect, type PeerCertificate } from "node:tls";
import type { HostCertificate } from "@db/vocabulary";

export interface SeenCertificate {
  certificate: Exclude<HostCertificate, "UNUSED">;
  /** Expiry of the certificate. */
  until: Date | null;
}

/** Checks a host from outside. Never rejects, and returns within a few seconds. */
export interface HostProbe {
  /** Resolves the addresses of a name; null if the lookup failed. */
  addressesOf(host: string): Promise<readonly string[] | null>;
  /** Reads the certificate presented for `host` at an address that the caller has approved. */
  certificateAt(address: string, port: number, host: string): Promise<SeenCertificate>;
}

const DNS_MS = 2_000;
const TLS_MS = 3_000;

/** These names never resolve (RFC 2606, RFC 6761). */
const NEVER = /(^|\.)(test|example|invalid|local|onion)$/;
const LOOPBACK = /(^|\.)localhost$/;

/** Queries DNS without the hosts file, and makes a TLS handshake without sending data. */
export function createHostProbe(): HostProbe {
  return {
    async addressesOf(host) {
      if (isIP(host)) return [host];
      if (LOOPBACK.test(host)) return ["127.0.0.1", "::1"];
      if (NEVER.test(host)) return [];
      const resolver = new Resolver({ timeout: DNS_MS, tries: 1 });
      const found = await Promise.all([
        resolver.resolve4(host).catch(noneOrUnknown),
        resolver.resolve6(host).catch(noneOrUnknown),
      ]);
      const known = found.filter((addresses) => addresses !== null);
      return known.length === 0 ? null : known.flat();
    },
    certificateAt: (address, port, host) => shakeHands(address, port, host),
  };
}

/** An empty answer is a result; a DNS failure is not. */
function noneOrUnknown(error: unknown): string[] | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOTFOUND" || code === "ENODATA" ? [] : null;
}

function shakeHands(address: string, port: number, host: string): Promise<SeenCertificate> {
  return new Promise((resolve) => {
    // An invalid certificate is a result of the check, not a reason to abort.
    const socket = connect({ host: address, port, servername: host, rejectUnauthorized: false });
    const done = (seen: SeenCertificate) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(seen);
    };
    const timer = setTimeout(() => done({ certificate: "UNKNOWN", until: null }), TLS_MS);
    socket.once("error", () => done({ certificate: "NONE", until: null }));
    socket.once("secureConnect", () => {
      const peer = socket.getPeerCertificate();
      const failure = socket.authorized ? null : String(socket.authorizationError);
      done({ certificate: certificateState(failure, host, peer), until: endOf(peer) });
    });
  });
}

/** OpenSSL's names for a chain that ends at an authority which this machine does not know. */
const UNKNOWN_ISSUER = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** `failure` is OpenSSL's name for the fault of the chain; null for a trusted one. */
function certificateState(
  failure: string | null,
  host: string,
  peer: PeerCertificate,
): "VALID" | "INTERNAL" | "WRONG" {
  if (checkServerIdentity(host, peer) !== undefined) return "WRONG";
  if (failure === null) return "VALID";
  const until = endOf(peer);
  const isOver = until === null || until < new Date();
  return UNKNOWN_ISSUER.has(failure) && !isOver ? "INTERNAL" : "WRONG";
}

function endOf(peer: Partial<PeerCertificate>): Date | null {
  const until = new Date(peer.valid_to ?? "");
  return Number.isNaN(until.getTime()) ? null : until;
}
