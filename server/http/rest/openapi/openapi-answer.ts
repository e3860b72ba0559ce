import { memoize } from "@themes/memoize";
import { respondWith, compressed } from "@server/http/pages/representations";
import { openApiDocument } from "./openapi";

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

const document = memoize(
  (origin: string) => compressed(textFor(origin)),
  (origin) => origin,
  MOST_ORIGINS,
);

/** `/api/v1/openapi.json`, with the caller's own origin as its server. */
export const openApiAnswer = async (request: Request, origin: string): Promise<Response> =>
  respondWith(request, await document(origin), {
    "content-type": "application/json",
    "cache-control": "no-cache",
  });
