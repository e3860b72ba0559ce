import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Language } from "@locales/languages";
import { languageAccepted } from "@server/context/detect-language";
import { originOfHost } from "@server/domain/hosts/host";
import type { Config } from "@server/config/environment";
import { type createApp, type HttpParts, noteAnswer } from "./app";
import { accepts, type Encoding } from "./compress";
import { entityTag, isUnchanged } from "./etag";
import { type IncomingRequest, readIncomingRequest } from "./incoming-request";
import { byHash, pagePolicy } from "./security";
import { bytesOf } from "./whole-answer";

/** The pages that are the same for every visitor without a cookie. */
const COPIED = new Set(["/", "/register"]);

/** The most copies of a process, and their most bytes; the least recently asked are dropped. */
const MOST_COPIES = 2_000;
const MOST_BYTES = 64 * 1024 * 1024;

const asGzip = promisify(gzip);
const asBrotli = promisify(brotliCompress);

/** Headers that belong to one answer, or to the representation that is sent. */
const NOT_COPIED = new Set([
  "cache-control",
  "content-encoding",
  "content-length",
  "content-security-policy",
  "content-type",
  "x-request-id",
]);

interface Representation {
  body: Buffer;
  tag: string;
  /** Names and values in turn, as Node sends them; without the request's id. */
  headers: readonly string[];
  unchanged: readonly string[];
}

type Copy = Record<Encoding | "identity", Representation>;

interface Kept {
  /** Of the site's data, before the page was rendered. */
  version: string;
  copy: Promise<Copy | null>;
  bytes: number;
}

/** What is asked for, by a request that a copy may answer. */
interface Asked extends IncomingRequest {
  path: string;
}

export interface PageCopiesParts extends Pick<HttpParts, "logger" | "metrics"> {
  config: Pick<Config, "appOrigin" | "trustedProxies">;
  /** Renders a page; Hono's fetch of the whole app. */
  fetch: ReturnType<typeof createApp>["fetch"];
  /**
   * A text that differs after every change of what a host's pages show; null where no copy may be
   * shown. Its result must be read after the call.
   */
  versionOf(host: string): Promise<string | null>;
  mostCopies?: number;
  mostBytes?: number;
}

/** Answers a request from a copy, or calls `next`. */
export type PageCopies = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: () => void,
) => void;

/**
 * Copies of the pages that every visitor sees first, per page, origin and language. They are in this
 * process, so a new build begins without any. Before each answer the version of the site is read, and
 * requests that come at the same time share the read: a copy is never older than its request, in no
 * instance (decision 36). A request with a cookie, a query string or an unusual origin never gets
 * one.
 */
export function createPageCopies(parts: PageCopiesParts): PageCopies {
  const { config, mostCopies = MOST_COPIES, mostBytes = MOST_BYTES } = parts;
  // In the order in which they were last asked for.
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function drop(key: string, entry: Kept): void {
    if (kept.get(key) !== entry) return;
    kept.delete(key);
    bytes -= entry.bytes;
  }

  function trim(): void {
    for (const [key, entry] of kept) {
      if (kept.size <= mostCopies && bytes <= mostBytes) return;
      drop(key, entry);
    }
  }

  function keep(key: string, entry: Kept): void {
    const old = kept.get(key);
    if (old) drop(key, old);
    kept.set(key, entry);
    entry.copy.then(
      (copy) => {
        if (!copy) return drop(key, entry);
        if (kept.get(key) !== entry) return;
        entry.bytes = sizeOf(copy);
        bytes += entry.bytes;
        trim();
      },
      () => drop(key, entry),
    );
    trim();
  }

  async function copyFor(asked: Asked, language: Language): Promise<Copy | null> {
    const version = await parts.versionOf(asked.host);
    if (version === null) return null;
    const key = `${asked.origin}${asked.path} ${language}`;
    const known = kept.get(key);
    if (known?.version === version) {
      kept.delete(key);
      kept.set(key, known);
      return known.copy;
    }
    const entry = { version, copy: makeCopy(parts.fetch, asked, language), bytes: 0 };
    keep(key, entry);
    return entry.copy;
  }

  return (incoming, outgoing, next) => {
    if (!mayBeCopied(incoming)) return next();
    const started = performance.now();
    const { headers, socket, url: path = "", method = "" } = incoming;
    const get = (name: string) => headers[name]?.toString() ?? null;
    const peer = socket.remoteAddress ?? "127.0.0.1";
    const read = readIncomingRequest({ get }, peer, config.trustedProxies);
    // Any other port or scheme is rendered: so a host has one set of copies, whatever clients send.
    if (!read.host || read.origin !== originOfHost(config.appOrigin, read.host)) return next();
    languageAccepted(headers["accept-language"] ?? null)
      .then((language) => copyFor({ ...read, path }, language))
      .then(
        (copy) => {
          if (!copy) return next();
          const status = send(copy, incoming, outgoing, read.requestId);
          const milliseconds = performance.now() - started;
          // One of two addresses, so it is its own pattern.
          const notes = { route: path };
          noteAnswer(parts, read, { method, path, status, milliseconds, notes });
        },
        // The page itself answers with the error, and logs it.
        () => next(),
      );
  };
}

/** Whether nothing in a request but its host and language can change the page. */
function mayBeCopied({ method, url = "", headers, rawHeaders }: IncomingMessage): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    COPIED.has(url) &&
    headers.cookie === undefined &&
    headers.authorization === undefined &&
    headers["content-type"] === undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    namesOneHost(rawHeaders)
  );
}

/** Node keeps the first of several Host headers, and the app refuses them. */
function namesOneHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts === 1;
}

/** Renders a page as every visitor of an origin and language sees it; null if it is none. */
async function makeCopy(
  fetch: PageCopiesParts["fetch"],
  asked: Asked,
  language: Language,
): Promise<Copy | null> {
  const request = new Request(asked.origin + asked.path, {
    headers: { "accept-language": language },
  });
  const response = await fetch(request, {
    incoming: { socket: {} },
    // No page shows the address; nothing of one visitor is in what others see.
    forCopy: {
      requestId: asked.requestId,
      isIdGiven: asked.isIdGiven,
      ip: "",
      host: asked.host,
      origin: asked.origin,
    },
  });
  const { status, headers } = response;
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  if (status !== 200 || !isPage || headers.has("set-cookie")) {
    await response.body?.cancel();
    return null;
  }
  const identity = await bytesOf(response);
  const markup = identity.toString();
  const secure = asked.origin.startsWith("https:");
  const policy = pagePolicy(byHash(markup), { dev: false, secure });
  const common = [
    ...[...headers].filter(([name]) => !NOT_COPIED.has(name)).flat(),
    // A browser asks each time, since the visitor may have logged in.
    ...["cache-control", "private, no-cache"],
    ...["content-security-policy", policy],
  ];
  const [br, gzipped] = await Promise.all([
    asBrotli(identity, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    asGzip(identity, { level: 9 }),
  ]);
  const represent = (body: Buffer, encoding?: Encoding): Representation => {
    const tag = entityTag(identity, encoding);
    return {
      body,
      tag,
      unchanged: [...common, "etag", tag],
      headers: [
        ...[...common, "etag", tag, "content-type", "text/html; charset=utf-8"],
        ...(encoding ? ["content-encoding", encoding] : []),
        ...["content-length", String(body.length)],
      ],
    };
  };
  return {
    identity: represent(identity),
    br: represent(br, "br"),
    gzip: represent(gzipped, "gzip"),
  };
}

/** Returns the status that was sent. */
function send(
  copy: Copy,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  requestId: string,
): number {
  const accepted = (incoming.headers["accept-encoding"] ?? "").toString().toLowerCase();
  const encoding = (["br", "gzip"] as const).find((name) => accepts(accepted, name));
  const { body, tag, headers, unchanged } = copy[encoding ?? "identity"];
  const id = ["x-request-id", requestId];
  if (isUnchanged(incoming.headers["if-none-match"], tag)) {
    outgoing.writeHead(304, [...unchanged, ...id]).end();
    return 304;
  }
  outgoing.writeHead(200, [...headers, ...id]);
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
  return 200;
}

const sizeOf = (copy: Copy): number =>
  Object.values(copy).reduce((sum, { body }) => sum + body.length, 0);
