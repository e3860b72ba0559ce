/**
 * `npm run test:nodes`: runs `npm test` by each supported Node version but the oldest, with a build
 * by that version. `-- 24` names the versions; what follows them is passed on (`-- 24 --full`). The
 * versions come from the package `node` of npm, into `.cache/nodes`.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checkNode, install, root } from "../prepare.mjs";

/** Versions of Node with long-term support, beside the oldest, by which `npm test` runs. */
const SUPPORTED = ["22", "24"];

checkNode();
const words = process.argv.slice(2);
const named = words.filter((word) => /^\d+$/.test(word));
const options = words.filter((word) => !named.includes(word));
const unknown = named.filter((version) => !SUPPORTED.includes(version));
if (unknown.length > 0) {
  console.error(`Node ${unknown.join(", ")} is not one of ${SUPPORTED.join(", ")}.`);
  process.exit(2);
}

/** Installs a version, and returns the folder of its program; null if it does not run. */
function nodeFolder(version) {
  const folder = path.join(root, ".cache", "nodes", version);
  mkdirSync(folder, { recursive: true });
  // The package fetches the program of this platform as it is installed.
  const own = { private: true, allowScripts: { node: true } };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(own));
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const words = ["install", "--no-audit", "--no-fund", "--loglevel=error", `node@${version}`];
  spawnSync(npm, words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const programs = path.join(folder, "node_modules", "node", "bin");
  const { stdout } = spawnSync(path.join(programs, "node"), ["--version"], { encoding: "utf8" });
  if (!stdout?.startsWith(`v${version}.`)) return null;
  console.log(`\n══ Node ${stdout.trim()}`);
  return programs;
}

await install();
const results = [];
for (const version of named.length > 0 ? named : SUPPORTED) {
  const programs = nodeFolder(version);
  if (!programs) {
    results.push(`Node ${version}: could not be installed from npm`);
    continue;
  }
  // The present build is another version's.
  rmSync(path.join(root, "build"), { recursive: true, force: true });
  // Programs in node_modules/.bin, and npm itself, run by the first `node` in PATH.
  const PATH = [programs, process.env.PATH].join(path.delimiter);
  const { status } = spawnSync(
    path.join(programs, "node"),
    [path.join(root, "scripts", "test", "test.mjs"), ...options],
    { cwd: root, stdio: "inherit", env: { ...process.env, PATH } },
  );
  results.push(`Node ${version}: ${status === 0 ? "passed" : "failed"}`);
}
console.log(`\n${results.join("\n")}`);
process.exit(results.every((result) => result.endsWith("passed")) ? 0 : 1);
