import type { Language } from "@locales/languages";
import {
  type Actor,
  answerOnce,
  companyIdIn,
  createContext,
  type Deps,
  detectClientLanguage,
  groupOf,
  keyOf,
  type KeyedRequest,
  limitCalls,
  limitPages,
  logRefusal,
  noteActor,
  refusalFrom,
  type RequestFacts,
} from "@server/access";
import { refuse } from "@server/platform/rules/refusals/refuse";
import type { TransportHandler, Visit } from "@server/http/edge/app";
import { openMediaAs, openSignedMedia } from "@server/media";
import { createCaller } from "@server/http/router";
import { bearerActor, idempotencyKeyIn, tokenIn } from "./request-headers";
import { refuseOtherSites, withCors } from "./cors";
import { docsPage } from "@server/http/rest/openapi/docs-page";
import { refused, succeed, succeedOrUnchanged } from "./envelope";
import { openApiAnswer } from "@server/http/rest/openapi/openapi";
import { readInput } from "./read-input";
import type { Audience, Row } from "@server/http/rest/rows/row";
import { TABLE } from "@server/http/rest/rows/row-table";
import { NOBODYS_ID } from "@db/platform";
import { canonicalJson } from "@server/platform";
import { companyOf, type Site } from "@server/sites";

interface KeyedCall {
  row: Row;
  /** The client's Idempotency-Key. */
  key: string;
  input: Readonly<Record<string, unknown>>;
  actor: Actor;
  token: string | null;
  site: Site;
}

/**
 * Answers a changing call once per key (`answerOnce`). Procedures that move money store their answers
 * themselves (`oncePerKey`).
 */
export const idempotentAnswer = (
  deps: Deps,
  call: KeyedCall,
  run: (beforeCommit: NonNullable<RequestFacts["beforeCommit"]>) => Promise<unknown>,
): Promise<unknown> => answerOnce(deps, requestOf(deps, call), call.row.answerOfChange, run);

/**
 * Scopes the key to a person, to a token whose session the call ends, or else to a site. The input's
 * hash is by the present secret, and known by any that is read, so that it is still known once an
 * old one is gone. What a row is found by is by the secret that all instances have.
 */
function requestOf({ secrets }: Deps, call: KeyedCall): KeyedRequest {
  const { row, key, input, actor, token, site } = call;
  const [requestHash = "", ...alike] = secrets.keyedHashes(
    "idempotency",
    `${row.method} ${row.path}\n${canonicalJson(input)}`,
  );
  if (actor.role !== "NOBODY" && !row.endsSession) {
    const companyId = actor.role === "SUPER_ADMIN" ? null : actor.companyId;
    return { actorId: actor.id, key, companyId, requestHash, alike };
  }
  const owner = row.endsSession ? `token ${token}` : `site ${companyOf(site)?.id ?? "platform"}`;
  return {
    actorId: NOBODYS_ID,
    key: secrets.keyedHash("idempotency", `${owner}\n${key}`),
    companyId: null,
    requestHash,
    alike,
  };
}

const ROWS = new Map(TABLE.map((row) => [`${row.method} ${row.path}`, row]));
const MEDIA = /^\/media\/([0-9a-f-]{36})$/i;

/** `/api/v1`: one handler for all rows. A bearer token, never a cookie (architecture.md §9). */
export function createRestTransport(deps: Deps): TransportHandler {
  return withCors(deps, async (request, visit) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/api/v1")) {
      await limitPages(deps, { personId: null, ip: visit.ip });
      return docs(request, pathname);
    }
    const language = await detectClientLanguage(request);
    try {
      return await answer(deps, request, visit, language);
    } catch (error) {
      const refusal = refusalFrom(error);
      if (refusal) logRefusal(deps.logger, refusal, "rest", visit);
      else
        deps.logger.error({ err: error, requestId: visit.requestId, ...visit.notes }, "unexpected");
      return refused(refusal ?? refuse("UNEXPECTED"), language, rowOf(request));
    }
  });
}

const pathOf = (request: Request): string =>
  new URL(request.url).pathname.slice("/api/v1".length).replace(/(.)\/$/, "$1");

const rowOf = (request: Request): Row | undefined =>
  ROWS.get(`${request.method === "HEAD" ? "GET" : request.method} ${pathOf(request)}`);

/** `/api/docs`: the document as a page. */
async function docs(request: Request, pathname: string): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") throw refuse("METHOD_NOT_ALLOWED");
  if (!/^\/api\/docs\/?$/.test(pathname)) throw refuse("NOT_FOUND");
  return docsPage(request);
}

async function answer(
  deps: Deps,
  request: Request,
  visit: Visit,
  language: Language,
): Promise<Response> {
  const url = new URL(request.url);
  const path = pathOf(request);
  const [, mediaId] = MEDIA.exec(path) ?? [];
  const methods = methodsOf(path);
  if (methods.length > 0 && !methods.includes(request.method)) {
    return notAllowed(request.method, methods, language);
  }
  const row = rowOf(request);
  const { notes = {} } = visit;
  notes.route = row || path === "/openapi.json" ? `/api/v1${path}` : "/api/v1/*";
  if (mediaId) notes.route = "/api/v1/media/:id";
  // Before anything is counted against the visitor.
  if (row) await refuseOtherSites(deps, row, request, visit);
  const actor = await bearerActor(deps, request, visit.site, { takesKeys: true });
  noteActor(notes, actor);
  if (actor.role === "NOBODY") visit.isStranger?.();
  await limitCalls(deps, { actor, ip: visit.ip, site: visit.site });
  if (path === "/openapi.json") return openApiAnswer(request, visit.origin);
  // A proof of payment is personal data.
  if (mediaId && keyOf(actor)) throw refuse("KEY_SCOPE");
  if (mediaId) {
    const signature = url.searchParams.get("signature");
    return signature === null || actor.role === "SUPER_ADMIN"
      ? openMediaAs(deps, actor, mediaId.toLowerCase())
      : openSignedMedia(deps, visit.site, mediaId.toLowerCase(), { signature });
  }
  if (!row) throw refuse("NOT_FOUND");
  return answerRow(deps, row, request, { visit, actor, language });
}

async function answerRow(
  deps: Deps,
  row: Row,
  request: Request,
  { visit, actor, language }: { visit: Visit; actor: Actor; language: Language },
): Promise<Response> {
  // Read-only calls need no key.
  const idempotencyKey = row.changes ? idempotencyKeyIn(request) : null;
  const storesResponse = row.changes && !row.isIdempotent && idempotencyKey !== null;
  // Checks the caller before reading the body, except for a repeated logout: its session has ended.
  if (!(storesResponse && row.endsSession)) admit(row.audience, actor);
  const input = await readInput(row, request, deps.config.limits.fileBytes);
  await refuseOtherSites(deps, row, request, { site: visit.site, named: companyIdIn(input) });
  const run = (beforeCommit?: RequestFacts["beforeCommit"]) => {
    admit(row.audience, actor);
    const facts = { ...visit, transport: "rest" as const, language, idempotencyKey };
    const context = createContext(deps, { ...facts, ...(beforeCommit && { beforeCommit }) }, actor);
    return row.call(createCaller(context), input);
  };
  const of = groupOf(actor, companyOf(visit.site)?.id ?? null);
  const answerIt = () =>
    storesResponse
      ? idempotentAnswer(
          deps,
          { row, key: idempotencyKey, input, actor, token: tokenIn(request), site: visit.site },
          run,
        )
      : run();
  const call = { of, kind: row.kind, signal: visit.signal };
  // Files have turns of their own.
  const output = await (row.takesFile || row.mayTakeFile
    ? answerIt()
    : deps.turns.run(call, answerIt));
  const message = row.message(input);
  const hidesPeople = keyOf(actor) !== undefined;
  const shaped = row.shape(output, { deps, origin: visit.origin, hidesPeople });
  const fits = row.answer.safeParse(shaped);
  if (!fits.success) {
    const fields = fits.error.issues.map(({ path }) => path.join("."));
    deps.logger.error({ requestId: visit.requestId, fields }, "answer unlike its contract");
  }
  const data = fits.success ? fits.data : withoutMisfits(shaped, fits.error.issues);
  return row.mayBeKept ? succeedOrUnchanged(request, message, data) : succeed(message, data);
}

/**
 * Returns an answer with null for each value that its contract does not know. The act is done: its
 * caller is told so, whatever a stored row looks like, and an unmasked number stays here.
 */
function withoutMisfits(answer: unknown, misfits: readonly { path: PropertyKey[] }[]): unknown {
  const rest: unknown = structuredClone(answer);
  for (const { path } of misfits) {
    const last = path.at(-1);
    if (last === undefined) return null;
    let within: unknown = rest;
    for (const key of path.slice(0, -1)) within = Reflect.get(Object(within), key);
    Reflect.set(Object(within), last, null);
  }
  return rest;
}

/** Allowed methods of a path; empty for an unknown path. */
function methodsOf(path: string): string[] {
  const isFixed = path === "/openapi.json" || MEDIA.test(path);
  const methods = isFixed ? ["GET"] : TABLE.filter((row) => row.path === path).map((r) => r.method);
  return methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

function notAllowed(method: string, methods: readonly string[], language: Language): Response {
  const answered =
    method === "OPTIONS"
      ? new Response(null, { status: 204 })
      : refused(refuse("METHOD_NOT_ALLOWED"), language);
  answered.headers.set("allow", [...methods, "OPTIONS"].join(", "));
  return answered;
}

function admit(audience: Audience, actor: Actor): void {
  if (audience === "anyone") return;
  if (actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
  if (audience !== "signed in" && audience !== actor.role) throw refuse("WRONG_ROLE");
}
