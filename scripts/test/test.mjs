/**
 * `npm test`: checks types, lint and format, and runs the unit, procedure and browser tests, except
 * those that carry the mark `full`. A fresh clone needs nothing but Node and npm.
 * `npm run test:full` runs everything; with `--rest`, what `npm test` leaves out, and with
 * `--without-browser` none of the browser's tests.
 *
 * Names each part with its seconds, and ends with the slowest tests and one line:
 * `N passed, N failed`. A check that prints no count of its own (types, format, build) is one test.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { checkNode, install, root } from "../prepare.mjs";
import { findChromium } from "./chromium.mjs";
import { makeMemoryFolder } from "./memory-folder.mjs";

/** Tests of these are marked `full`, and run in `npm test` while a branch changes them. */
const TOOLS = ["ops", "scripts", "db/embedded", "db/startup"];

checkNode();
await install();

const isFull = process.argv.includes("--full");
const isRest = process.argv.includes("--rest");
if (isFull) process.env.FULL = "1";
const results = path.join(root, "test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
keepFilesInMemory();

let passed = 0;
/** The name of each check and test that failed, with the begin of its message. */
const failures = [];
/** Each test with its seconds. */
const timed = [];

const runUnits = () => unitTests("Unit and procedure tests", []);
// Units wait for their database a third of their time, which what computes beside them fills.
const early = isFull ? null : runUnits();
const checks = isRest ? Promise.resolve() : checkSources();
const isBuilt = await check("Build", process.execPath, ["scripts/prepare.mjs", "build"]);
await checks;
const isWithBrowser = isBuilt && !process.argv.includes("--without-browser");
// Some tests of the full suite measure how long others wait.
if (!early) await runUnits();
if (isWithBrowser) await browserTests();
await early;
if (!isFull) await unitTests("Tests of the tools that changed", changedTools());
if (isFull) await check("Unused files, exports and dependencies", bin("knip"), []);
if (isFull && isBuilt) {
  for (const [title, suite] of [
    ["Attacks, short form", "attacks"],
    ["Faults, short form", "faults"],
  ]) {
    await check(title, process.execPath, [`scripts/test/${suite}.mjs`, "--short"]);
  }
}

for (const { name, reason } of failures) console.log(`\nFailed: ${name}${reason}`);
console.log("\nThe slowest tests:");
for (const { name, seconds } of timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)) {
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

async function checkSources() {
  // The checker of types collects garbage less often: a sixth less work for some more memory.
  const env = { GOGC: "400" };
  await check("Types and lint", bin("oxlint"), ["--config", "oxlint.config.js"], env);
  await check("Texts", process.execPath, ["scripts/texts.mjs"]);
  await check("Layers", process.execPath, ["scripts/layers.mjs"]);
  await check("Format", bin("oxfmt"), ["--check"]);
}

/** Runs a command beside others and counts it as one test; shows its output if it fails. */
async function check(title, command, args, env) {
  const isGood = await run(title, command, args, "quiet", env);
  if (isGood) passed += 1;
  else fail(title);
  return isGood;
}

/** Runs a command; a quiet one shows its output only when it fails. */
function run(title, command, args, output = "shown", env = {}) {
  const started = performance.now();
  console.log(`── ${title} …`);
  const stdio = output === "quiet" ? ["ignore", "pipe", "pipe"] : "inherit";
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => said.push(part));
  return new Promise((resolve) => {
    const end = (isGood) => {
      const seconds = Math.round((performance.now() - started) / 1000);
      if (!isGood) process.stdout.write(Buffer.concat(said));
      console.log(`── ${title}: ${seconds} s${isGood ? "" : " FAILED"}`);
      resolve(isGood);
    };
    child.on("error", (error) => {
      said.push(Buffer.from(`${error.message}\n`));
      end(false);
    });
    child.on("close", (status) => end(status === 0));
  });
}

function bin(name) {
  return path.join(root, "node_modules", ".bin", name);
}

function fail(name, reason = "") {
  const lines = stripVTControlCharacters(reason)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, 12);
  failures.push({ name, reason: lines.map((line) => `\n    ${line.slice(0, 300)}`).join("") });
}

/** Runs the tests of all folders, or those that the mark keeps from `npm test` in some. */
async function unitTests(title, folders) {
  if (title.startsWith("Tests of") && folders.length === 0) return;
  const marked = folders.length > 0 || isRest ? ["--tags-filter=full"] : ["--tags-filter=!full"];
  const file = path.join(results, `vitest${folders.length > 0 ? "-tools" : ""}.json`);
  const isGood = await run(title, bin("vitest"), [
    "run",
    ...folders,
    ...(isFull && !isRest ? [] : marked),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  const files = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).testResults : [];
  count(
    title,
    isGood,
    files.flatMap(({ name, status, message, assertionResults }) => {
      const within = path.relative(root, name);
      const tests = assertionResults.map((test) => ({
        name: `${within} › ${test.fullName}`,
        status: test.status,
        seconds: (test.duration ?? 0) / 1000,
        reason: test.failureMessages?.join("\n"),
      }));
      const isWhole = status === "failed" && !tests.some((test) => test.status === "failed");
      return isWhole ? [...tests, { name: within, status, seconds: 0, reason: message }] : tests;
    }),
  );
}

async function browserTests() {
  const title = "Browser tests";
  const chromium = findChromium();
  if (!chromium) {
    console.error(
      "No Chromium found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.",
    );
    fail(title);
    return;
  }
  const file = path.join(results, "playwright.json");
  const marked = isRest ? ["--grep=@full"] : isFull ? [] : ["--grep-invert=@full"];
  const isGood = await run(title, bin("playwright"), ["test", ...marked], "shown", {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const suites = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).suites : [];
  count(
    title,
    isGood,
    suites.flatMap((suite) => testsIn(suite, [])),
  );
}

/** Returns the tests of a suite of Playwright's report, and of the suites within it. */
function testsIn(suite, within) {
  const names = [...within, suite.title];
  return [
    ...suite.specs.map(({ title, tests }) => {
      const tries = tests.flatMap((test) => test.results);
      const isFailed = tests.some((test) => test.status === "unexpected");
      const isSkipped = tests.every((test) => test.status === "skipped");
      return {
        name: [...names, title].join(" › "),
        status: isFailed ? "failed" : isSkipped ? "skipped" : "passed",
        seconds: tries.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        reason: tries
          .flatMap(({ errors }) => errors.map(({ message }) => message ?? ""))
          .join("\n"),
      };
    }),
    ...(suite.suites ?? []).flatMap((inner) => testsIn(inner, names)),
  ];
}

/** Counts a runner's tests. One that failed without a failed test, or ran none, is a failure. */
function count(title, isGood, tests) {
  const failed = tests.filter((test) => test.status === "failed");
  const good = tests.filter((test) => test.status === "passed");
  passed += good.length;
  timed.push(...tests);
  for (const { name, reason } of failed) fail(name, reason);
  if (failed.length === 0 && (!isGood || good.length === 0)) fail(`${title} did not end.`);
}

/** Returns the folders of tools with changes since the branch point, committed or not. */
function changedTools() {
  const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout ?? "";
  const base = git("merge-base", "HEAD", "origin/main").trim() || "HEAD";
  const changed = [
    git("diff", "--name-only", base),
    git("ls-files", "--others", "--exclude-standard"),
  ]
    .join("\n")
    .split("\n");
  return TOOLS.filter((folder) => changed.some((file) => file.startsWith(`${folder}/`)));
}

/** Makes the tests write their databases and other temporary files to memory, where there is enough. */
function keepFilesInMemory() {
  const memory = makeMemoryFolder();
  if (!memory) return;
  process.env.TMPDIR = memory;
  process.on("exit", () => rmSync(memory, { recursive: true, force: true, maxRetries: 9 }));
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
}
