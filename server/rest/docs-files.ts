import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { accepts } from "@server/http/compress";

/** The reader of the document: a maintained package, from our own host. */
const PACKAGE = createRequire(import.meta.url).resolve("swagger-ui-dist/package.json");

/** Starts the reader; where it does not come, the plain page stays as it is. */
const START = `addEventListener("DOMContentLoaded", () => {
  if (!window.SwaggerUIBundle) return;
  window.SwaggerUIBundle({
    url: "/api/v1/openapi.json",
    dom_id: "#reader",
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
    onComplete: () => document.documentElement.classList.add("is-read"),
  });
});
`;

const FILES = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
} as const;

interface Held {
  bytes: Buffer;
  gzipped: Buffer;
  type: string;
}
const held = new Map<string, Promise<Held>>();

async function read(name: keyof typeof FILES | "start.js"): Promise<Held> {
  const bytes =
    name === "start.js"
      ? Buffer.from(START)
      : await readFile(path.join(path.dirname(PACKAGE), name));
  const type = name === "start.js" ? "text/javascript; charset=utf-8" : FILES[name];
  return { bytes, gzipped: gzipSync(bytes, { level: 9 }), type };
}

const isFile = (name: string): name is keyof typeof FILES | "start.js" =>
  name === "start.js" || Object.hasOwn(FILES, name);

/** A file of the reader by its name; null where there is none. Its address changes with its version. */
export async function docsFile(request: Request, name: string): Promise<Response | null> {
  if (!isFile(name)) return null;
  let reading = held.get(name);
  if (!reading) held.set(name, (reading = read(name)));
  const { bytes, gzipped, type } = await reading;
  const isGzip = accepts((request.headers.get("accept-encoding") ?? "").toLowerCase(), "gzip");
  return new Response(new Uint8Array(isGzip ? gzipped : bytes), {
    headers: {
      "content-type": type,
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
      ...(isGzip && { "content-encoding": "gzip" }),
    },
  });
}

/** What tells one version of the files from the next. */
export async function docsVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(PACKAGE, "utf8")) as { version: string };
  return `${version}-1`;
}
