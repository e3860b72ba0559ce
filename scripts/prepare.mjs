/**
 * What a fresh clone needs before anything else runs, with nothing but Node and npm: the packages
 * of the lock file, and a build of the present sources. Plain JavaScript, no package.
 */
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Runs a command in the project, showing what it prints; ends this process if it fails. */
export function must(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Refuses a Node that cannot run this, in one line. */
export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Prelaunch needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
}

/** Installs what the lock file names, if that is not what is installed. */
export function install() {
  const stamp = path.join(root, "node_modules", ".cache", "prelaunch-lock");
  const lock = digest([path.join(root, "package-lock.json"), path.join(root, "package.json")]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("Installing what the lock file names …");
  must(npm, ["ci", "--no-audit", "--no-fund"]);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
}

/** Builds, unless the build is of these very sources. */
export function build() {
  const stamp = path.join(root, "build", ".sources");
  const sources = digest(sourceFiles());
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  console.log("Building …");
  must(process.execPath, [path.join(root, "scripts", "build.mjs")]);
  writeFileSync(stamp, sources);
}

function sourceFiles() {
  const found = [
    "package-lock.json",
    "package.json",
    "vite.config.ts",
    "remix.config.js",
    "tsconfig.json",
  ].map((name) => path.join(root, name));
  const folders = ["app", "server", "db", "themes", "public", "scripts"].map((name) =>
    path.join(root, name),
  );
  while (folders.length > 0) {
    const folder = folders.pop();
    if (!existsSync(folder)) continue;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const at = path.join(folder, entry.name);
      if (entry.isDirectory()) folders.push(at);
      else found.push(at);
    }
  }
  return found.filter((file) => existsSync(file)).sort();
}

function digest(files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

// `node scripts/prepare.mjs build`, for whoever does something else meanwhile.
if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === "build") build();
