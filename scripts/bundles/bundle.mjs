/** Bundles the server's programs into `build/`, and its workers for a run of tests. */
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root } from "../prepare.mjs";

const source = (...names) => path.join(root, ...names);

/** The processes and threads that the server starts by their files (`server/platform/config/worker-file.ts`). */
export const WORKERS = {
  "file-worker": source("ops/running/file-worker.ts"),
  "password-worker": source("server/access/sessions/password-worker.ts"),
};

/** Packages of many small modules, which a start would load one by one, each in about a millisecond. */
const BUNDLED = [
  "@conform-to/react",
  "@conform-to/zod",
  "@lucia-auth/adapter-drizzle",
  "@trpc/server",
  "drizzle-orm",
  "hono",
  "libphonenumber-js",
  "lucia",
  "lucide-react",
  "uuid",
  "zod",
];

/** Bundles each entry to a file of its name, beside chunks that they share; other packages stay outside. */
export async function bundle(entryPoints, outdir) {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(source("package.json"), "utf8"),
  );
  const packages = Object.keys({ ...dependencies, ...devDependencies });
  await build({
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: packages.filter((name) => !BUNDLED.includes(name)),
    sourcemap: true,
    // Node shows lines of the files, and reads each map at the start.
    sourcesContent: false,
    tsconfig: path.join(root, "tsconfig.json"),
    chunkNames: "chunks/[name]-[hash]",
    logLevel: "warning",
    // The entry that Vite built is replaced.
    allowOverwrite: true,
    logOverride: { "ignored-bare-import": "silent" },
  });
}

/** Copies the texts, which the programs read from their folder (server/platform/words/translators.server.ts). */
export function copyTexts(outdir) {
  const filter = (name) => !/\.(ts|md)$/.test(name);
  cpSync(source("locales"), path.join(outdir, "locales"), { recursive: true, filter });
}
