import type { Refusal } from "@server/domain/refusals/refuse";

export interface CappedRequest {
  request: Request;
  /** The refusal once the limit is exceeded, however the reader handles its failed read. */
  refused: () => Refusal | null;
}

/**
 * Limits a request's body to `maxBytes`: first by the announced length, then by the bytes read.
 * Cancelling the reader keeps the connection open, so that the answer still arrives.
 */
export function capBody(request: Request, maxBytes: number, tooLarge: Refusal): CappedRequest {
  const announced = request.headers.get("content-length");
  let isTooLong = announced !== null && !(Number(announced) <= maxBytes);
  const refused = () => (isTooLong ? tooLarge : null);
  if (isTooLong || !request.body) return { request, refused };
  let seen = 0;
  const reader = request.body.getReader();
  const counted = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        seen += value.byteLength;
        isTooLong = seen > maxBytes;
        if (isTooLong) throw tooLarge;
        controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return { request: copyRequest(request, { body: counted }), refused };
}

/**
 * Copies a request with another URL, body or signal. The original is not passed to the constructor: the
 * server's request class differs from the platform's.
 */
export function copyRequest(
  request: Request,
  changes: { url?: string; body?: ReadableStream<Uint8Array> | null; signal?: AbortSignal },
): Request {
  const body = changes.body === undefined ? request.body : changes.body;
  return new Request(changes.url ?? request.url, {
    method: request.method,
    headers: request.headers,
    signal: changes.signal ?? request.signal,
    ...(body && { body, duplex: "half" }),
  });
}
