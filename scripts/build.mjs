/** Builds what `npm start` serves: the pages, their precompressed assets, and the server. */
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "./prepare.mjs";

const out = path.join(root, "build");
rmSync(out, { recursive: true, force: true });

const pages = spawnSync(path.join(root, "node_modules", ".bin", "remix"), ["vite:build"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
if (pages.status !== 0) process.exit(pages.status ?? 1);

for (const file of files(path.join(out, "client"))) {
  if (!/\.(js|css|svg|json|txt|webmanifest)$/.test(file)) continue;
  const body = readFileSync(file);
  if (body.length < 512) continue;
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
}

await build({
  entryPoints: {
    main: path.join(root, "server", "main.ts"),
    operator: path.join(root, "server", "operator", "main.ts"),
  },
  outdir: out,
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

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* files(at);
    else yield at;
  }
}
