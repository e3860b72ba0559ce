/** @module-tag full */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
let data: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "prelaunch-demo-"));
  data = path.join(folder, "demo");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * A server that, like ops/running/main.ts, refuses a folder of "earlier" and otherwise makes one of
 * "now".
 */
const SERVER = `
  const { existsSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
  const file = process.env.DATA_DIR + "/commit";
  if (existsSync(file) && readFileSync(file, "utf8") === "earlier") {
    console.error("The database was made by another commit.");
    process.exit(3);
  }
  mkdirSync(process.env.DATA_DIR, { recursive: true });
  writeFileSync(file, "now");
  console.log("Served with DEMO=" + process.env.DEMO);`;

function serveDemo(env: Record<string, string> = {}) {
  const module = pathToFileURL(path.resolve("scripts/serve-demo.mjs")).href;
  const options = { command: [process.execPath, "-e", SERVER], cwd: folder, dataDir: data };
  const { DATABASE_URL: _, DATA_DIR: __, ...inherited } = process.env;
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { serveDemo } from ${JSON.stringify(module)}; serveDemo(${JSON.stringify(options)});`,
    ],
    { encoding: "utf8", env: { ...inherited, ...env } },
  );
  return { status, stdout };
}

function madeBy(commit: string, at = data): void {
  mkdirSync(at, { recursive: true });
  writeFileSync(path.join(at, "commit"), commit);
}
const commitOf = (at: string) => readFileSync(path.join(at, "commit"), "utf8");

test("the demo's data of an earlier commit are set aside whole, and the demo is made anew", () => {
  madeBy("earlier");
  const { status, stdout } = serveDemo();
  expect(status).toBe(0);
  const [aside = ""] = readdirSync(folder).filter((name) => name.startsWith("demo-until-"));
  expect(stdout).toContain(`Its folder is now ${path.join(folder, aside)}; the demo is made anew.`);
  expect(stdout).toContain("Served with DEMO=1");
  expect(commitOf(path.join(folder, aside))).toBe("earlier");
  expect(commitOf(data)).toBe("now");
});

test("the demo's data of the present commit stay where they are", () => {
  madeBy("now");
  expect(serveDemo()).toMatchObject({ status: 0, stdout: "Served with DEMO=1\n" });
  expect(readdirSync(folder)).toEqual(["demo"]);
});

test("data in a folder that the operator names are refused, and not set aside", () => {
  const named = path.join(folder, "named");
  madeBy("earlier", named);
  expect(serveDemo({ DATA_DIR: named })).toMatchObject({ status: 3, stdout: "" });
  expect(commitOf(named)).toBe("earlier");
  expect(readdirSync(folder)).toEqual(["named"]);
});

test("a step of the preparation prints one line without a terminal, and its whole output if it fails", () => {
  const module = pathToFileURL(path.resolve("scripts/prepare.mjs")).href;
  const step = (code: string) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { runQuietlyOrExit } from ${JSON.stringify(module)};
        await runQuietlyOrExit("Building …", process.execPath, ["-e", ${JSON.stringify(code)}]);`,
      ],
      { encoding: "utf8" },
    );
    return { status, stdout, stderr };
  };
  const noisy = `for (let line = 0; line < 400; line++) console.log("line " + line);`;
  expect(step(noisy)).toEqual({ status: 0, stdout: "Building …\n", stderr: "" });
  const failed = step(`${noisy} console.error("The disk is full."); process.exitCode = 7;`);
  expect(failed).toMatchObject({ status: 7, stdout: "Building …\n" });
  expect(failed.stderr).toContain("line 0\n");
  expect(failed.stderr).toContain("line 399\n");
  expect(failed.stderr).toContain("The disk is full.\n");
});

test("with a database that the operator names, no folder is set aside", () => {
  madeBy("earlier");
  expect(serveDemo({ DATABASE_URL: "postgres://nowhere" })).toMatchObject({
    status: 3,
    stdout: "",
  });
  expect(existsSync(data)).toBe(true);
  expect(commitOf(data)).toBe("earlier");
});
