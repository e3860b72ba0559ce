/**
 * Prepares a fresh clone with only Node and npm: installs the packages of the lock file and builds
 * the current sources. Plain JavaScript without packages.
 */
import { createHash } from "node:crypto";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startProgressLine } from "./progress-line.mjs";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Runs a command in the project and shows its output; exits if it fails. */
export function runOrExit(command, args, env = {}, cwd = root) {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Runs a command in the project behind one line with a title. Shows the command's whole output, and
 * exits with its code, only if it fails.
 */
export async function runQuietlyOrExit(title, command, args, cwd = root) {
  const stop = startProgressLine(title);
  const output = [];
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.on("data", (chunk) => output.push(chunk));
  child.stderr.on("data", (chunk) => output.push(chunk));
  const code = await new Promise((resolve) => {
    child.on("error", (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      resolve(1);
    });
    child.on("close", (status) => resolve(status ?? 1));
  });
  stop(title);
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  process.exit(code);
}

/** Exits with a one-line message if this Node version is not supported. */
export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Prelaunch needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
}

/** Installs the packages of the lock file unless they are installed. */
export async function install() {
  if (isInstalled()) return;
  // NODE_ENV=production would omit the build and test tools.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  await runQuietlyOrExit("Installing what the lock file names …", npm, args);
}

/** Installs the packages of a bench's folder, which names exact versions and has no lock file. */
export const installBeside = (folder) =>
  runQuietlyOrExit(
    "Installing the bench's own packages …",
    npm,
    ["install", "--no-package-lock", "--no-audit", "--no-fund"],
    folder,
  );

/** Tells that npm's record of node_modules matches the lock file. */
function isInstalled() {
  const record = path.join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = packagesIn(record);
  return Object.entries(packagesIn(path.join(root, "package-lock.json"))).every(
    ([place, { version, integrity, optional }]) => {
      const found = installed[place];
      // The root package is not recorded; an optional package may be for another platform.
      if (!found) return place === "" || optional === true;
      return found.version === version && found.integrity === integrity;
    },
  );
}

const packagesIn = (lockFile) => JSON.parse(readFileSync(lockFile, "utf8")).packages;

const stamp = path.join(root, "build", ".sources");

/** Builds unless the build matches the current sources. */
export async function build() {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sourcesDigest()) return;
  const script = path.join(root, "scripts", "build.mjs");
  await runQuietlyOrExit("Building …", process.execPath, [script]);
}

/** Stamps the build with the digest of its sources, taken before the build starts. */
export function stampBuild(sources) {
  writeFileSync(stamp, sources);
}

export const sourcesDigest = () => digest(sourceFiles());

function sourceFiles() {
  const found = [
    "package-lock.json",
    "package.json",
    "vite.config.ts",
    "remix.config.js",
    "tsconfig.json",
  ].map((name) => path.join(root, name));
  const folders = ["app", "ops", "server", "db", "themes", "locales", "public", "scripts"].map(
    (name) => path.join(root, name),
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

// Scripts run `node scripts/prepare.mjs build` in the background.
if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === "build") {
  await build();
}
