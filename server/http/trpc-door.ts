import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Deps } from "@server/context/context";
import { createContext } from "@server/context/context";
import { appRouter } from "@server/procedures/router";
import { bearerActor } from "@server/rest/bearer";
import type { DoorHandler } from "./app";

/** `/trpc` for typed clients: a bearer token, never a cookie. */
export function createTrpcDoor(deps: Deps): DoorHandler {
  return async (request, visit) => {
    const actor = await bearerActor(deps, request, visit.site);
    return fetchRequestHandler({
      endpoint: "/trpc",
      req: request,
      router: appRouter,
      createContext: () =>
        createContext(
          deps,
          {
            ...visit,
            door: "trpc",
            language: "en",
            idempotencyKey: request.headers.get("idempotency-key"),
          },
          actor,
        ),
      onError({ error }) {
        if (error.code === "INTERNAL_SERVER_ERROR") {
          deps.logger.error({ err: error, requestId: visit.requestId }, "unexpected");
        }
      },
    });
  };
}
