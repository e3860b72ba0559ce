/**
 * `npm test`: checks types, lint and format, and runs the unit, procedure and browser tests. A
 * fresh clone needs nothing but Node and npm. Ends with one line: `N passed, N failed`.
 *
 * A check that prints no count of its own (types, lint, format, build) counts as one test.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { checkNode, install, root } from "../prepare.mjs";
import { findChromium } from "./chromium.mjs";
import { makeMemoryFolder } from "./memory-folder.mjs";

checkNode();
await install();

const full = process.argv.includes("--full");
const results = path.join(root, "test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const memory = makeMemoryFolder();
if (memory) {
  process.env.TMPDIR = memory;
  process.on("exit", () => rmSync(memory, { recursive: true, force: true, maxRetries: 9 }));
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ]) {
    process.once(signal, () => process.exit(code));
  }
}

let passed = 0;
let failed = 0;
/** The name of each check and test that failed, with its message, printed again at the end. */
const failures = [];
function fail(name, reason = "") {
  failed += 1;
  failures.push(`${name}${reason && `\n${shortened(reason)}`}`);
}
/** Returns the first lines of a failure's message: the whole one is printed where it happened. */
const shortened = (message) =>
  stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join("\n");
const bin = (name) => path.join(root, "node_modules", ".bin", name);

/** Runs a command and shows its output at once. */
function run(title, command, args, env = {}) {
  const started = performance.now();
  console.log(`\n── ${title}`);
  const child = spawn(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return new Promise((resolve) => {
    child.on("error", () => resolve(false));
    child.on("close", (status) => {
      console.log(`── ${title}, ${took(started)}`);
      resolve(status === 0);
    });
  });
}

/** Runs a command beside others, and shows its output when it has ended. */
function runAside(title, command, args, env = {}) {
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => said.push(part));
  return new Promise((resolve) => {
    const done = (isGood, reason = "") => {
      console.log(
        `\n── ${title}, ${took(started)}${isGood ? "" : " FAILED"}\n${Buffer.concat(said)}${reason}`.trimEnd(),
      );
      resolve(isGood);
    };
    child.on("error", (error) => done(false, error.message));
    child.on("close", (status) => done(status === 0));
  });
}

/** Returns how long a part took, so that the costliest one is known. */
const took = (since) => `${Math.round((performance.now() - since) / 1000)} s`;

async function check(title, command, args) {
  const isGood = await runAside(title, command, args);
  if (isGood) passed += 1;
  else fail(title);
  return isGood;
}

/**
 * Adds the counts of a runner's report; a runner without a report, or one that failed without a
 * failed test, counts as a failure.
 */
function counted(title, ok, file, read) {
  const counts = existsSync(file)
    ? read(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, failed: [] };
  passed += counts.passed;
  for (const { name, reason } of counts.failed) fail(name, reason);
  if (counts.failed.length === 0 && (!ok || counts.passed === 0)) {
    fail(`${title} did not run to their end.`);
  }
}

// The browser's tests keep two processors busy, so that others beside them only slow both. Unit
// tests often wait, so the shorter suites fill their pauses.
const checked = check("Types and lint", bin("oxlint"), ["--config", "oxlint.config.js"])
  .then(() => check("Unused files, exports and dependencies", bin("knip"), []))
  .then(() => check("Format", bin("oxfmt"), ["--check"]));
const prepare = path.join(root, "scripts", "prepare.mjs");
const isBuilt = await check("Build", process.execPath, [prepare, "build"]);
await Promise.all([checked, unitTests(), faults().then(attacks)]);
await browserTests();

/** Runs the short form of npm run test:faults, which needs the build. */
async function faults() {
  const script = path.join(root, "scripts", "test", "faults.mjs");
  if (isBuilt) await check("Faults, short form", process.execPath, [script, "--short"]);
}

/** Runs the short form of npm run test:attacks, which needs the build. */
async function attacks() {
  const script = path.join(root, "scripts", "test", "attacks.mjs");
  if (isBuilt) await check("Attacks, short form", process.execPath, [script, "--short"]);
}

async function unitTests() {
  const title = "Unit and procedure tests";
  const file = path.join(results, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const env = full ? { FULL: "1" } : {};
  counted(
    title,
    await runAside(title, bin("vitest"), ["run", ...reporters], env),
    file,
    (report) => ({
      passed: report.numPassedTests,
      failed: report.testResults.flatMap((file) => failedOf(file)),
    }),
  );
}

/** Returns the failed tests of a file of Vitest's report, or the file, if it failed as a whole. */
function failedOf({ name, status, message, assertionResults }) {
  const file = path.relative(root, name);
  const tests = assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => ({
      name: `${file} › ${test.fullName}`,
      reason: test.failureMessages?.join("\n"),
    }));
  return tests.length === 0 && status === "failed" ? [{ name: file, reason: message }] : tests;
}

async function browserTests() {
  if (!existsSync(path.join(root, "playwright.config.ts")) || !isBuilt) return;
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
  counted(
    title,
    await run(title, bin("playwright"), ["test"], {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ...(full ? { FULL: "1" } : {}),
    }),
    file,
    ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: suites.flatMap((suite) => failedIn(suite)),
    }),
  );
}

/** Returns the failed tests of a suite of Playwright's report, and of the suites within it. */
function failedIn(suite, within = []) {
  const names = [...within, suite.title];
  return [
    ...suite.specs
      .filter((spec) => spec.tests.some((test) => test.status === "unexpected"))
      .map((spec) => ({
        name: [...names, spec.title].join(" › "),
        reason: spec.tests
          .flatMap(({ results }) => results.flatMap(({ errors }) => errors ?? []))
          .map(({ message }) => message ?? "")
          .join("\n"),
      })),
    ...(suite.suites ?? []).flatMap((inner) => failedIn(inner, names)),
  ];
}

for (const name of failures) console.log(`\nFailed: ${name}`);

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
