import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { memoize } from "@themes/memoize";
import { accepts } from "@server/transport/http/compress";
import { openApiDocument } from "./openapi";

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Stands in the text that is made once for the origin of each site. */
const ANY_ORIGIN = "https://any-origin.invalid";

let pieces: string[] | undefined;

/** The document as JSON, made once for all sites. */
function textFor(origin: string): string {
  pieces ??= JSON.stringify(openApiDocument(ANY_ORIGIN)).split(ANY_ORIGIN);
  // An origin has no characters that JSON escapes.
  return pieces.join(origin);
}

/** Origins whose compressed text is remembered; a client can make up a port. */
const MOST_ORIGINS = 20;

const packed = {
  br: memoize(
    (origin: string) => asBrotli(textFor(origin)),
    (origin) => origin,
    MOST_ORIGINS,
  ),
  gzip: memoize(
    (origin: string) => asGzip(textFor(origin)),
    (origin) => origin,
    MOST_ORIGINS,
  ),
};

/** `/api/v1/openapi.json`, with the caller's own origin as its server. */
export async function openApiAnswer(request: Request, origin: string): Promise<Response> {
  const accepted = (request.headers.get("accept-encoding") ?? "").toLowerCase();
  const encoding = (["br", "gzip"] as const).find((name) => accepts(accepted, name));
  const body = encoding ? new Uint8Array(await packed[encoding](origin)) : textFor(origin);
  return new Response(body, {
    headers: {
      "content-type": "application/json",
      ...(encoding && { "content-encoding": encoding, vary: "accept-encoding" }),
    },
  });
}
