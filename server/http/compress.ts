import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** What we make whole before we send it. */
const WHOLE = /^(text\/html|text\/x-script|application\/(json|problem\+json))\b/;
/** What is sent as it is made. */
const STREAMED = /^text\/csv\b/;

/** Whether it goes out piece by piece, and may break off on the way. */
export const isStreamed = (response: Response): boolean =>
  STREAMED.test(response.headers.get("content-type") ?? "");

/** A shorter body gains nothing: it fits a packet as it is. */
const SHORTEST_BYTES = 1024;
// Above these the time on a small server grows faster than a page shrinks.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 6 };

export type Encoding = "br" | "gzip";

/** Whether an `Accept-Encoding` header takes this encoding; `q=0` refuses it. */
export const accepts = (header: string, encoding: Encoding): boolean =>
  header.split(",").some((part) => {
    const [name, quality] = part.trim().split(/\s*;\s*q=/);
    return name === encoding && !/^0(\.0*)?$/.test(quality ?? "1");
  });

/**
 * Compresses what a page or a call says, since most of our visitors are on a phone. Our pages hold no
 * secret that a stranger could make them repeat beside text of their own choice: the session is in a
 * cookie, and cross-site forms are told by their origin and not by a token in the page.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  const isWhole = WHOLE.test(type);
  if (!(isWhole || isStreamed(response)) || response.headers.has("content-encoding")) {
    return response;
  }
  const headers = new Headers(response.headers);
  headers.append("vary", "accept-encoding");
  const { status, body } = response;
  const accepted = (request.headers.get("accept-encoding") ?? "").toLowerCase();
  const encoding = (["br", "gzip"] as const).find((name) => accepts(accepted, name));
  if (!encoding || !body || request.method === "HEAD")
    return new Response(body, { status, headers });
  if (!isWhole) {
    if (!accepts(accepted, "gzip")) return new Response(body, { status, headers });
    headers.set("content-encoding", "gzip");
    headers.delete("content-length");
    return new Response(body.pipeThrough(new CompressionStream("gzip")), { status, headers });
  }
  const plain = Buffer.from(await response.arrayBuffer());
  const packed =
    plain.length < SHORTEST_BYTES
      ? plain
      : encoding === "br"
        ? await asBrotli(plain, BROTLI)
        : await asGzip(plain, GZIP);
  if (packed !== plain) headers.set("content-encoding", encoding);
  headers.set("content-length", String(packed.length));
  return new Response(new Uint8Array(packed), { status, headers });
}
