/**
 * `npm run bench`: measures each performance claim against its baseline or limit. With a name it
 * runs one claim: `npm run bench -- lighthouse`.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { findChromium } from "./test/chromium.mjs";
import { build, checkNode, install, installBeside, runOrExit, root } from "./prepare.mjs";

const CLAIMS = [
  "pages",
  "lighthouse",
  "memory",
  "rest",
  "opening",
  "lists",
  "launch",
  "statements",
  "risk",
];
const asked = process.argv.slice(2);
const unknown = asked.find((claim) => !CLAIMS.includes(claim));
if (unknown) {
  console.error(`There is no bench "${unknown}"; there are: ${CLAIMS.join(", ")}.`);
  process.exit(1);
}

checkNode();
await install();
await build();
const chromium = findChromium();
for (const claim of asked.length > 0 ? asked : CLAIMS) {
  const folder = path.join(root, "tools/bench", claim);
  // Such a bench has packages of its own, which nothing else needs.
  const hasPackages = existsSync(path.join(folder, "package.json"));
  if (hasPackages) await installBeside(folder);
  runOrExit(
    process.execPath,
    ["--import", "tsx", `tools/bench/${hasPackages ? `${claim}/measure` : claim}.ts`],
    chromium ? { CHROMIUM_PATH: chromium } : {},
  );
}
