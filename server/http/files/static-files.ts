import { readFileSync, readdirSync, existsSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Language } from "@locales/languages";
import {
  respondWith,
  type Representations,
  representations,
} from "@server/http/pages/representations";

interface StaticFile {
  contentType: string;
  immutable: boolean;
  bodies: Representations;
}

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

export type StaticFiles = (request: Request, pathname: string) => Response | null;

/** Pages and calls never end in these; `.json` and `.data` do. */
const FILE = /\.(?:m?js|css|map|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|txt|xml|webmanifest)$/i;

/** True if a path names a file. A missing file is answered without a page. */
export const namesFile = (pathname: string): boolean =>
  pathname.startsWith("/assets/") || FILE.test(pathname);

/** Loads the browser's build into memory once; it is small, and this rules out path traversal. */
export function loadStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>();
  for (const file of existsSync(folder) ? walk(folder) : []) {
    const contentType = TYPES[path.extname(file)];
    if (!contentType) continue;
    const identity = readFileSync(file);
    const url = `/${path.relative(folder, file).split(path.sep).join("/")}`;
    const compressed = (suffix: string) =>
      existsSync(file + suffix) ? readFileSync(file + suffix) : undefined;
    files.set(url, {
      contentType,
      immutable: url.startsWith("/assets/"),
      bodies: representations(identity, { br: compressed(".br"), gzip: compressed(".gz") }),
    });
  }
  return (request, pathname) => {
    const file = files.get(pathname);
    return file && (request.method === "GET" || request.method === "HEAD")
      ? answer(file, request)
      : null;
  };
}

const answer = ({ contentType, immutable, bodies }: StaticFile, request: Request): Response =>
  respondWith(request, bodies, {
    "content-type": contentType,
    "cache-control": immutable ? "public, max-age=31536000, immutable" : "public, max-age=300",
  });

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(at);
    else if (!/\.(br|gz|map)$/.test(entry.name)) yield at;
  }
}

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

/** The URLs of groups of texts in the build; none without a build, in development. */
export type WordFiles = (language: Language, groups: readonly string[]) => string[];

/**
 * Reads the URLs of the texts from the build's manifest, so that a page can preload its own.
 */
export function loadWordFiles(folder: string): WordFiles {
  const manifest = path.join(folder, ".vite", "client-manifest.json");
  if (!existsSync(manifest)) return () => [];
  const files = Manifest.parse(JSON.parse(readFileSync(manifest, "utf8")));
  return (language, groups) => {
    const found = groups.flatMap((group) => {
      const entry = files[`locales/${language}/${group}.json`];
      return entry ? [entry.file, ...entry.imports.map((name) => files[name]?.file)] : [];
    });
    return [...new Set(found)].flatMap((file) => (file === undefined ? [] : [`/${file}`]));
  };
}
