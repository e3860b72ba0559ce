import type { Actor } from "@server/context/actor";
import { type Deps, createContext } from "@server/context/context";
import { refusalFrom } from "@server/context/refusal-from";
import { refuse } from "@server/domain/refusals/refuse";
import type { DoorHandler, Visit } from "@server/http/app";
import { openMediaAs, openSignedMedia } from "@server/media/open-media";
import { createCaller } from "@server/procedures/router";
import { bearerActor } from "./bearer";
import { refused, succeed } from "./envelope";
import { openApiDocument } from "./openapi";
import { readInput } from "./read-input";
import type { Audience } from "./row";
import { TABLE } from "./table";

const ROWS = new Map(TABLE.map((row) => [`${row.method} ${row.path}`, row]));
const PATHS = new Set(TABLE.map((row) => row.path));
const MEDIA = /^\/media\/([0-9a-f-]{36})$/i;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** `/api/v1`: one handler for every row. A bearer token, never a cookie (design §9). */
export function createRestDoor(deps: Deps): DoorHandler {
  return async (request, visit) => {
    const language = (request.headers.get("accept-language") ?? "").toLowerCase().startsWith("hi")
      ? "hi"
      : "en";
    try {
      return await answer(deps, request, visit, language);
    } catch (error) {
      const refusal = refusalFrom(error);
      if (!refusal) deps.logger.error({ err: error, requestId: visit.requestId }, "unexpected");
      return refused(refusal ?? refuse("UNEXPECTED"), language);
    }
  };
}

async function answer(
  deps: Deps,
  request: Request,
  visit: Visit,
  language: "en" | "hi",
): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice("/api/v1".length).replace(/(.)\/$/, "$1");
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (path === "/openapi.json" && isRead) return Response.json(openApiDocument(visit.origin));

  const actor = await bearerActor(deps, request, visit.site);
  const [, mediaId] = MEDIA.exec(path) ?? [];
  if (mediaId) {
    if (!isRead) throw refuse("METHOD_NOT_ALLOWED");
    const signature = url.searchParams.get("signature");
    return signature === null
      ? openMediaAs(deps, actor, mediaId.toLowerCase())
      : openSignedMedia(deps, mediaId.toLowerCase(), signature);
  }
  const row = ROWS.get(`${request.method === "HEAD" ? "GET" : request.method} ${path}`);
  if (!row) throw refuse(PATHS.has(path) ? "METHOD_NOT_ALLOWED" : "NOT_FOUND");
  const idempotencyKey = request.headers.get("idempotency-key");
  if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    throw refuse("IDEMPOTENCY_KEY_INVALID");
  }
  // Nobody makes us read a body for a call they may not make.
  admit(row.audience, actor);
  const input = await readInput(row, request, deps.config.limits.fileBytes);
  const api = createCaller(
    createContext(deps, { ...visit, door: "rest", language, idempotencyKey }, actor),
  );
  const output = await row.call(api, input);
  return succeed(row.say(input), row.shape(output, { deps, origin: visit.origin }));
}

function admit(audience: Audience, actor: Actor): void {
  if (audience === "anyone") return;
  if (actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
  if (audience !== "signed in" && audience !== actor.role) throw refuse("WRONG_ROLE");
}
