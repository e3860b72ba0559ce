import { timingSafeEqual } from "node:crypto";
import type { Config } from "@server/platform";
import type { Site } from "@server/sites";
import { normaliseHost } from "@server/sites/rules/host";
import { refuse } from "@server/platform/rules/refusals/refuse";
import type { HttpParts } from "./app";

export const plain = (
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Response =>
  new Response(text, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      ...headers,
    },
  });

const stopping = () => plain(503, "stopping", { "retry-after": "5" });

/** Machine endpoints: health, metrics and domain-check. No host check, no cookies. */
export async function serveMachine(
  parts: HttpParts,
  request: Request,
  pathname: string,
  peer: string,
): Promise<Response | null> {
  switch (pathname) {
    case "/healthz":
      return parts.isStopping() ? stopping() : plain(200, "ok");
    case "/readyz": {
      if (parts.isStopping()) return stopping();
      try {
        await parts.ping();
        return plain(200, "ready");
      } catch {
        return plain(503, "the database is away", { "retry-after": "5" });
      }
    }
    case "/metrics": {
      if (!mayReadMetrics(parts.config, request, peer)) throw refuse("NOT_FOUND");
      return new Response(await parts.metrics.text(), {
        headers: { "content-type": parts.metrics.contentType, "cache-control": "no-store" },
      });
    }
    case "/.well-known/domain-check": {
      const host = normaliseHost(new URL(request.url).searchParams.get("domain") ?? "");
      const site: Site = host ? await parts.resolveSite(host) : { kind: "unknown" };
      return site.kind === "unknown" ? plain(404, "unknown") : plain(200, "known");
    }
    default:
      return null;
  }
}

/** Headers by which a proxy tells that it hands a request on. */
const FORWARDING = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/** Allowed from the local machine, unless a proxy on it hands the request on, or with the token. */
function mayReadMetrics(config: Config, request: Request, peer: string): boolean {
  const given = request.headers.get("authorization");
  if (given !== null) {
    const wanted = Buffer.from(`Bearer ${config.metricsToken ?? ""}`);
    const bytes = Buffer.from(given);
    return (
      config.metricsToken !== null &&
      bytes.length === wanted.length &&
      timingSafeEqual(bytes, wanted)
    );
  }
  const isLocal = /^(::1|(::ffff:)?127\.)/.test(peer);
  return isLocal && !FORWARDING.some((name) => request.headers.has(name));
}
