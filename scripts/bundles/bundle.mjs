/** Bundles the server's programs into `build/`, and its workers for a run of tests. */
import { cpSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root } from "../prepare.mjs";

const source = (...names) => path.join(root, ...names);

/** The processes and threads that the server starts by their files (`server/platform/config/worker-file.ts`). */
export const WORKERS = {
  "file-worker": source("ops/running/file-worker.ts"),
  "password-worker": source("server/access/sessions/password-worker.ts"),
};

/** Bundles each entry to a file of its name, beside chunks that they share; packages stay outside. */
export async function bundle(entryPoints, outdir) {
  await build({
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    external: ["./server/index.js"],
    sourcemap: true,
    tsconfig: path.join(root, "tsconfig.json"),
    chunkNames: "chunks/[name]-[hash]",
    logLevel: "warning",
  });
}

/** Copies the texts, which the programs read from their folder (server/platform/words/translators.server.ts). */
export function copyTexts(outdir) {
  const filter = (name) => !/\.(ts|md)$/.test(name);
  cpSync(source("locales"), path.join(outdir, "locales"), { recursive: true, filter });
}
