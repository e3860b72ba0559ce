import { FALLBACK_LANGUAGE } from "@locales/languages";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import {
  type Deps,
  createContext,
  groupOf,
  refusalFrom,
  toTrpcError,
  noteActor,
  limitCalls,
  logRefusal,
} from "@server/access";
import { appRouter } from "@server/http/router";
import { bearerActor, idempotencyKeyIn } from "@server/http/rest/request-headers";
import { withCors } from "@server/http/rest/cors";
import { withWholeBody } from "@server/http/edge/body-cap";
import { companyOf } from "@server/sites";
import type { TransportHandler } from "@server/http/edge/app";

/** `/trpc` for typed clients: a bearer token, never a cookie. */
export function createTrpcTransport(deps: Deps): TransportHandler {
  return withCors(deps, async (request, visit) => {
    const actor = await bearerActor(deps, request, visit.site);
    if (actor.role === "NOBODY") visit.isStranger?.();
    const isRead = request.method === "GET" || request.method === "HEAD";
    const change = actor.role === "USER" || actor.role === "NOBODY" ? "begin" : "finish";
    const call = {
      kind: isRead ? "look" : change,
      of: groupOf(actor, companyOf(visit.site)?.id ?? null),
      signal: visit.signal,
    } as const;
    const req = await withWholeBody(request);
    // A stream of answers would go on after its turn.
    for (const name of ["accept", "trpc-accept"]) req.headers.delete(name);
    return deps.turns.run(call, () =>
      fetchRequestHandler({
        endpoint: "/trpc",
        req,
        router: appRouter,
        async createContext({ info }) {
          if (visit.notes) visit.notes.route = routeOf(info.calls.map(({ path }) => path));
          noteActor(visit.notes, actor);
          let idempotencyKey: string | null;
          try {
            await limitCalls(deps, { actor, ip: visit.ip, site: visit.site }, info.calls.length);
            idempotencyKey = idempotencyKeyIn(request);
          } catch (error) {
            const refusal = refusalFrom(error);
            if (refusal) logRefusal(deps.logger, refusal, "trpc", visit);
            throw refusal ? toTrpcError(refusal) : error;
          }
          return createContext(
            deps,
            {
              ...visit,
              transport: "trpc",
              language: FALLBACK_LANGUAGE,
              idempotencyKey,
            },
            actor,
          );
        },
        responseMeta({ errors }) {
          const waits = errors.map((error) => refusalFrom(error)?.retryAfterSeconds ?? 0);
          const wait = Math.max(0, ...waits);
          return wait > 0 ? { headers: { "retry-after": String(wait) } } : {};
        },
        onError({ error }) {
          if (error.code === "INTERNAL_SERVER_ERROR") {
            deps.logger.error(
              { err: error, requestId: visit.requestId, ...visit.notes },
              "unexpected",
            );
          }
        },
      }),
    );
  });
}

/** One of the procedures; several together, and unknown ones, have one name each. */
function routeOf(paths: readonly string[]): string {
  const [path = ""] = paths;
  if (paths.length > 1) return "/trpc/ several";
  return `/trpc/${Object.hasOwn(appRouter._def.procedures, path) ? path : "*"}`;
}
