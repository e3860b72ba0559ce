import { type Refusal, refuse } from "@server/platform/rules/refusals/refuse";
import type { HeldBody } from "./body-budget";
import { MOST_NAMES, nameCounter } from "@server/http/files/count-names";

export interface CappedRequest {
  request: Request;
  /** The refusal once the limit is exceeded, however the reader handles its failed read. */
  refused: () => Refusal | null;
  /** Lowers the limit, once it is known that the sender has no session. */
  narrow: (maxBytes: number) => void;
}

export interface BodyLimits {
  maxBytes: number;
  tooLarge: Refusal;
  /** Holds the bytes that were read, until the request is answered. */
  held?: HeldBody;
  /** Milliseconds that the body may fall behind the least rate. */
  pauseMs?: number;
}

/** The least rate of a body: that of a phone at the edge of a 2G network. */
const LEAST_BYTES_PER_MS = 4;

/**
 * Limits a request's body: first by the announced length, then by the bytes read and the names in
 * them (MALFORMED_BODY), before anything is copied. A body for which the budget has no room is refused with
 * SERVER_BUSY, one that comes too slowly with BODY_TOO_SLOW;
 * time in which nobody reads does not count. The rest of a refused body is not read here, and the
 * connection stays open, so that the answer still arrives.
 */
export function capBody(request: Request, limits: BodyLimits): CappedRequest {
  const { tooLarge, held, pauseMs = Infinity } = limits;
  const announced = request.headers.get("content-length");
  let maxBytes = Infinity;
  let refusal: Refusal | null = null;
  const refused = () => refusal;
  const narrow = (bytes: number) => {
    maxBytes = Math.min(maxBytes, bytes);
    if (announced !== null && !(Number(announced) <= maxBytes)) refusal ??= tooLarge;
  };
  narrow(limits.maxBytes);
  const body = bodyOf(request);
  if (refused() || !body) return { request, refused, narrow };
  const countNames = nameCounter(request.headers.get("content-type") ?? "");
  let seen = 0;
  let behind = 0;
  const reader = body.getReader();
  const counted = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (refusal) throw refusal;
        const began = performance.now();
        const piece = await within(reader.read(), pauseMs - behind);
        if (piece === null) throw (refusal = refuse("BODY_TOO_SLOW"));
        if (piece.done) return controller.close();
        const bytes = piece.value.byteLength;
        const late = performance.now() - began - bytes / LEAST_BYTES_PER_MS;
        // Bytes that came early give no time for a pause later.
        behind = Math.max(0, behind + late);
        seen += bytes;
        if (seen > maxBytes) throw (refusal = tooLarge);
        if (held?.take(bytes) === false) throw (refusal = refuse("SERVER_BUSY"));
        if (countNames(piece.value) > MOST_NAMES) throw (refusal = refuse("MALFORMED_BODY"));
        controller.enqueue(piece.value);
      },
    },
    { highWaterMark: 0 },
  );
  return { request: copyRequest(request, { body: counted }), refused, narrow };
}

/** Resolves like the promise, or to null if that takes longer. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  if (ms === Infinity) return promise;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    // One more turn: after a pause of this process, what has arrived is read first.
    timer = setTimeout(() => setImmediate(resolve, null), Math.max(0, ms));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the request with its body read. */
export async function withWholeBody(request: Request): Promise<Request> {
  if (!bodyOf(request)) return request;
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: await request.arrayBuffer() });
}

/**
 * The body of a request. A GET or HEAD has none, and is not asked: the server would make another
 * request of it to answer.
 */
export const bodyOf = (request: Request): Request["body"] =>
  request.method === "GET" || request.method === "HEAD" ? null : request.body;

/**
 * Copies a request with another URL, header, body or signal. The original is not passed to the constructor: the
 * server's request class differs from the platform's.
 */
export function copyRequest(
  request: Request,
  changes: {
    url?: string;
    headers?: Headers;
    body?: ReadableStream<Uint8Array> | null;
    signal?: AbortSignal;
  },
): Request {
  const body = changes.body === undefined ? bodyOf(request) : changes.body;
  return new Request(changes.url ?? request.url, {
    method: request.method,
    headers: changes.headers ?? request.headers,
    signal: changes.signal ?? request.signal,
    ...(body && { body, duplex: "half" }),
  });
}
