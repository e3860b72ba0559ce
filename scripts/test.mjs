/**
 * `npm test`: types, lint, format, unit and procedure tests, then the browser's. From a fresh clone
 * with nothing but Node and npm. Ends with one line: `N passed, N failed`.
 *
 * A check that prints no count of its own (types, lint, format, build) counts as one test.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { checkNode, install, root } from "./prepare.mjs";
import { findChromium } from "./chromium.mjs";

checkNode();
install();

const full = process.argv.includes("--full");
const results = path.join(root, "test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;
const bin = (name) => path.join(root, "node_modules", ".bin", name);

function run(title, command, args, env = {}) {
  console.log(`\n── ${title}`);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/** Like `run`, but without waiting; what the command says is shown when it is done. */
function runAside(title, command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => said.push(part));
  return new Promise((resolve) => {
    const done = (isGood, reason = "") => {
      console.log(
        `\n── ${title}${isGood ? "" : " FAILED"}\n${Buffer.concat(said)}${reason}`.trimEnd(),
      );
      resolve(isGood);
    };
    child.on("error", (error) => done(false, error.message));
    child.on("close", (status) => done(status === 0));
  });
}

async function check(title, command, args) {
  const isGood = await runAside(title, command, args);
  if (isGood) passed += 1;
  else failed += 1;
  return isGood;
}

/** Adds what a runner wrote about itself; one that wrote nothing, or failed with no failed test, is a failure. */
function counted(title, ok, file, read) {
  const counts = existsSync(file)
    ? read(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, failed: 0 };
  passed += counts.passed;
  failed += counts.failed;
  if (counts.failed === 0 && (!ok || counts.passed === 0)) {
    console.error(`${title} did not run to its end.`);
    failed += 1;
  }
}

// None of these uses more than about one processor; the linter takes as long as the others together.
const [, isBuilt] = await Promise.all([
  check("Lint", bin("eslint"), [".", "--max-warnings", "0"]),
  (async () => {
    await check("Types", bin("tsc"), ["--noEmit"]);
    await check("Format", bin("prettier"), ["--check", "--log-level", "warn", "."]);
    return check("Build", process.execPath, [path.join(root, "scripts", "prepare.mjs"), "build"]);
  })(),
]);

const units = path.join(results, "vitest.json");
counted(
  "Unit and procedure tests",
  run("Unit and procedure tests", bin("vitest"), [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${units}`,
  ]),
  units,
  (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
);

if (existsSync(path.join(root, "playwright.config.ts"))) {
  const chromium = findChromium();
  if (!chromium) {
    console.error(
      "No Chromium found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.",
    );
    failed += 1;
  } else if (isBuilt) {
    const browser = path.join(results, "playwright.json");
    counted(
      "Browser tests",
      run("Browser tests", bin("playwright"), ["test"], {
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: browser,
        ...(full ? { FULL: "1" } : {}),
      }),
      browser,
      ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
    );
  }
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
