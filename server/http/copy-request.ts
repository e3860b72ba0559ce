/** The same request with another address or body. Never with itself as the pattern: the server's own request class is not the platform's. */
export function copyRequest(
  request: Request,
  changes: { url?: string; body?: ReadableStream<Uint8Array> | null },
): Request {
  const body = changes.body === undefined ? request.body : changes.body;
  return new Request(changes.url ?? request.url, {
    method: request.method,
    headers: request.headers,
    signal: request.signal,
    ...(body && { body, duplex: "half" }),
  });
}
