/** Builds what `npm start` serves: the pages, their precompressed assets and the server. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { root, sourcesDigest, stampBuild } from "./prepare.mjs";

const remix = path.join(root, "node_modules", ".bin", "remix");
if (!existsSync(remix)) {
  // Checked before the old build is removed.
  console.error("The build tools are not installed: run npm ci --include=dev first.");
  process.exit(1);
}
const { build } = await import("esbuild");
const { bundle, copyTexts, WORKERS } = await import("./bundles/bundle.mjs");

const sources = sourcesDigest();
const out = path.join(root, "build");
rmSync(out, { recursive: true, force: true });

const pages = spawnSync(remix, ["vite:build"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
if (pages.status !== 0) process.exit(pages.status ?? 1);

await bundle(
  {
    main: path.join(root, "ops/running/main.ts"),
    // The pages share modules with the server: contracts are made once.
    "server/index": path.join(out, "server/index.js"),
    ...WORKERS,
    operator: path.join(root, "ops/operator/main.ts"),
  },
  out,
);
rmSync(path.join(out, "server/assets"), { recursive: true });
copyTexts(out);
// This program is one file that needs nothing but Node, so that anyone can take it along.
await build({
  entryPoints: [path.join(root, "ops/verify-proof/main.ts")],
  outfile: path.join(out, "client", "verify-proof.mjs"),
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  tsconfig: path.join(root, "tsconfig.json"),
  logLevel: "warning",
});
for (const file of files(path.join(out, "client"))) {
  if (!/\.(m?js|css|svg|json|txt|webmanifest)$/.test(file)) continue;
  const body = readFileSync(file);
  if (body.length < 512) continue;
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
}
// A database notes which commit made it. An image is built without the repository.
const { status, stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root });
if (status === 0) writeFileSync(path.join(out, "commit"), String(stdout).trim());
stampBuild(sources);

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* files(at);
    else yield at;
  }
}
