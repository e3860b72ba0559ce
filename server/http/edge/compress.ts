import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Types that are compressed as a complete body. */
const WHOLE = /^(text\/(html|css|x-script)|application\/(json|problem\+json))\b/;
const STREAMED = /^text\/csv\b/;

/** True if the body is streamed, so that sending can fail midway. */
const isStreamed = (response: Response): boolean =>
  STREAMED.test(response.headers.get("content-type") ?? "");

/** A shorter body gains nothing: it fits into a packet uncompressed. */
export const SHORTEST_BYTES = 1024;
// Higher levels cost more CPU time on a small server than they shrink a page.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 6 };

export type Encoding = "br" | "gzip";

/** True if an `Accept-Encoding` header accepts this encoding; `q=0` rejects it. */
export const accepts = (header: string, encoding: Encoding): boolean =>
  header.split(",").some((part) => {
    const [name, quality] = part.trim().split(/\s*;\s*q=/);
    return name === encoding && !/^0(\.0*)?$/.test(quality ?? "1");
  });

/**
 * Compresses pages and answers, since most visitors use a phone. BREACH does not apply: pages
 * contain no secret beside reflected input, since the session is in a cookie, and cross-site forms
 * are detected by their origin, without a token in the page.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  const isWhole = WHOLE.test(type);
  if (!(isWhole || isStreamed(response)) || response.headers.has("content-encoding")) {
    return response;
  }
  const { status, body, headers } = response;
  headers.append("vary", "accept-encoding");
  const accepted = (request.headers.get("accept-encoding") ?? "").toLowerCase();
  const encoding = (["br", "gzip"] as const).find((name) => accepts(accepted, name));
  if (!encoding || body === null || request.method === "HEAD") return response;
  if (!isWhole) {
    if (!accepts(accepted, "gzip")) return response;
    headers.set("content-encoding", "gzip");
    headers.delete("content-length");
    return new Response(body.pipeThrough(new CompressionStream("gzip")), { status, headers });
  }
  const plain = Buffer.from(await response.arrayBuffer());
  const compressed =
    plain.length < SHORTEST_BYTES
      ? plain
      : encoding === "br"
        ? await asBrotli(plain, BROTLI)
        : await asGzip(plain, GZIP);
  if (compressed !== plain) {
    headers.set("content-encoding", encoding);
    // A strong tag would name these bytes and the plain ones.
    const tag = headers.get("etag");
    if (tag?.startsWith('"')) headers.set("etag", `W/${tag}`);
  }
  headers.set("content-length", String(compressed.length));
  return new Response(compressed, { status, headers });
}

/**
 * Reports an error that breaks off a streamed body after its status was sent. The stream still
 * fails, so that no client takes a partial body as complete.
 */
export function reportBrokenStream(response: Response, note: (error: unknown) => void): Response {
  if (!isStreamed(response) || !response.body) return response;
  const reader = response.body.getReader();
  const noted = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        try {
          const { done, value } = await reader.read();
          if (done) stream.close();
          else stream.enqueue(value);
        } catch (error) {
          note(error);
          stream.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(noted, response);
}
