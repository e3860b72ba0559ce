import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { accepts, type Encoding, SHORTEST_BYTES } from "@server/http/edge/compress";
import { entityTag, isUnchanged } from "@server/media";

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

interface Representation {
  body: Uint8Array<ArrayBuffer>;
  /** Each encoding has its own, since their bytes differ. */
  etag: string;
}

/** A body that is sent often, in the encodings that are kept of it. */
export type Representations = { identity: Representation } & Partial<
  Record<Encoding, Representation>
>;

/** From encodings that exist already. */
export function representations(
  identity: Uint8Array,
  compressed: Partial<Record<Encoding, Uint8Array | undefined>> = {},
): Representations {
  const represent = (body: Uint8Array, encoding?: Encoding): Representation => ({
    body: new Uint8Array(body),
    etag: entityTag(identity, encoding),
  });
  return {
    identity: represent(identity),
    ...(compressed.br && { br: represent(compressed.br, "br") }),
    ...(compressed.gzip && { gzip: represent(compressed.gzip, "gzip") }),
  };
}

/** Compresses as much as it can: for a body that is kept. */
export async function compressed(text: string): Promise<Representations> {
  const plain = Buffer.from(text);
  if (plain.length < SHORTEST_BYTES) return representations(plain);
  const [br, gzipped] = await Promise.all([
    asBrotli(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    asGzip(plain, { level: 9 }),
  ]);
  return representations(plain, { br, gzip: gzipped });
}

/** The answer to a GET or HEAD in an encoding that the client accepts; 304 if it has that one. */
export function respondWith(
  request: Request,
  bodies: Representations,
  {
    "content-type": contentType,
    ...headers
  }: Record<"content-type" | "cache-control", string> & Record<string, string>,
): Response {
  const accepted = (request.headers.get("accept-encoding") ?? "").toLowerCase();
  const encoding = (["br", "gzip"] as const).find(
    (name) => bodies[name] && accepts(accepted, name),
  );
  const { body, etag } = bodies[encoding ?? "identity"] ?? bodies.identity;
  const isPacked = bodies.br !== undefined || bodies.gzip !== undefined;
  const common = { ...headers, etag, ...(isPacked && { vary: "accept-encoding" }) };
  if (isUnchanged(request.headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers: common });
  }
  return new Response(request.method === "HEAD" ? null : body, {
    headers: {
      ...common,
      "content-type": contentType,
      ...(encoding && { "content-encoding": encoding }),
      "content-length": String(body.length),
    },
  });
}
