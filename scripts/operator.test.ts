/** @module-tag full */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

/** The paths that the Dockerfile copies into the image, relative to its working directory. */
const copied = [
  ...readFileSync("Dockerfile", "utf8").matchAll(/^COPY --from=build .*\/app\/(\S+) /gm),
].map(([, name = ""]) => name);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "prelaunch-layout-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => path.join(folder, name);

function write(name: string, text: string, mode = 0o644): void {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text, { mode });
}

/** Copies these files of the repository into the test folder. */
function copy(...names: string[]): void {
  for (const name of names) cpSync(name, at(name), { recursive: true });
}

function run(command: string, ...words: string[]) {
  const { stdout, stderr, status } = spawnSync(command, words, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  return { stdout: stdout.trim(), stderr: stderr.trim(), status };
}

const operator = (...words: string[]) => run(process.execPath, "scripts/operator.mjs", ...words);
const build = () => run(process.execPath, "scripts/build.mjs");

describe("npm run operator", () => {
  /** Creates a server's folder as in the image; `script` is the build. */
  function layOut(script: string | null): void {
    copy(...copied.filter((name) => name.endsWith(".json") || name.startsWith("scripts/")));
    if (script !== null) write("build/operator.js", script);
  }

  test("npm run operator runs the build with the files of the image alone", () => {
    layOut("console.log(JSON.stringify(process.argv.slice(2)), process.cwd());");
    const words = ["company", "set", "KITE", "name=A B"];
    expect(run("npm", "run", "--silent", "operator", "--", ...words)).toMatchObject({
      stdout: expect.stringContaining('["company","set","KITE","name=A B"]') as string,
      status: 0,
    });
  });

  test("npm run operator exits with the build's exit code", () => {
    layOut("process.exit(2);");
    expect(operator("company", "fly").status).toBe(2);
  });

  test("npm run operator neither installs nor builds, even with sources and a lock file", () => {
    copy("package.json", "package-lock.json", "scripts");
    write("build/operator.js", "console.log('ran');");
    write("build/client/page.js", "");
    expect(operator("super-admin", "list")).toMatchObject({
      stdout: "ran",
      status: 0,
    });
    expect(existsSync(at("build/client/page.js"))).toBe(true);
    expect(existsSync(at("node_modules"))).toBe(false);
  });

  test.each([
    ["there is no build", null, "No build found: run npm run build first."],
    [
      "a package is not installed",
      "import 'not-installed';",
      "The package not-installed is not installed: run npm ci first.",
    ],
    [
      "a file of the build is missing",
      "import './chunks/gone.js';",
      "The build is incomplete: run npm run build first.",
    ],
  ])("npm run operator says in one line that %s", (_, script, line) => {
    layOut(script);
    expect(operator("help")).toMatchObject({ stdout: "", stderr: line, status: 1 });
  });
});

test("the end of npm start ends the server", async () => {
  copy("package.json");
  write("build/main.js", 'console.log(process.pid, "runs"); setInterval(() => {}, 60_000);');
  const npm = spawn("npm", ["start", "--silent"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [said] = (await once(npm.stdout, "data")) as [Buffer];
  npm.kill();
  await once(npm, "close");
  // The pipe is closed once the last process has ended that writes to it.
  expect(() => process.kill(Number.parseInt(String(said), 10), 0)).toThrow("ESRCH");
});

describe("npm run build", () => {
  /** Creates the scripts with one-line sources and a stub of Remix's compiler. */
  function layOut(): void {
    copy("package.json", "scripts/build.mjs", "scripts/bundles/bundle.mjs");
    copy("scripts/prepare.mjs", "scripts/progress-line.mjs");
    write("package-lock.json", '{ "packages": {} }');
    write("tsconfig.json", "{}");
    write("ops/running/main.ts", "export {};");
    write("server/access/sessions/password-worker.ts", "export {};");
    write("ops/running/file-worker.ts", "export {};");
    write("ops/operator/main.ts", "export {};");
    write("ops/verify-proof/main.ts", "export {};");
    write("locales/en/common.json", "{}");
    mkdirSync(at("node_modules"));
    symlinkSync(path.resolve("node_modules/esbuild"), at("node_modules/esbuild"));
    const pages = [
      "#!/bin/sh",
      "mkdir -p build/client build/server/assets",
      "echo 'export {};' > build/server/index.js",
      "",
    ];
    write("node_modules/.bin/remix", pages.join("\n"), 0o755);
  }

  test("npm run build stamps the build, so that unchanged sources are not built again", () => {
    layOut();
    expect(build()).toMatchObject({ stderr: "", status: 0 });
    const again = () => run(process.execPath, "scripts/prepare.mjs", "build").stdout;
    expect(again()).toBe("");
    write("ops/running/main.ts", "export const changed = true;");
    expect(again()).toContain("Building");
    expect(again()).toBe("");
  });

  test("npm run build keeps the old build if the build tools are missing", () => {
    layOut();
    rmSync(at("node_modules"), { recursive: true });
    write("build/main.js", "");
    expect(build()).toMatchObject({
      stderr: "The build tools are not installed: run npm ci --include=dev first.",
      status: 1,
    });
    expect(existsSync(at("build/main.js"))).toBe(true);
  });
});

test("a script installs packages only when node_modules differs from the lock file", () => {
  copy("scripts/prepare.mjs", "scripts/progress-line.mjs", "package.json");
  const locked = {
    "": { name: "prelaunch" },
    "node_modules/one": { version: "1.0.0", integrity: "sha512-1" },
    "node_modules/elsewhere": { version: "1.0.0", integrity: "sha512-2", optional: true },
  };
  write("package-lock.json", JSON.stringify({ packages: locked }));
  // The test replaces npm by a stub.
  write("bin/npm", "#!/bin/sh\ntouch installed\n", 0o755);
  const isInstalledAnew = () => {
    rmSync(at("installed"), { force: true });
    run(
      "env",
      `PATH=${at("bin")}:${process.env["PATH"] ?? ""}`,
      process.execPath,
      "--input-type=module",
      "-e",
      "await (await import('./scripts/prepare.mjs')).install();",
    );
    return existsSync(at("installed"));
  };
  expect(isInstalledAnew()).toBe(true);
  const record = (one: object) =>
    write(
      "node_modules/.package-lock.json",
      JSON.stringify({ packages: { "node_modules/one": one } }),
    );
  record(locked["node_modules/one"]);
  expect(isInstalledAnew()).toBe(false);
  record({ version: "0.9.0", integrity: "sha512-0" });
  expect(isInstalledAnew()).toBe(true);
});

test(".dockerignore covers everything in .gitignore", () => {
  const names = (file: string) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !/^[#!]/.test(line))
      .map((line) => line.replace(/^(\*\*)?\//, "").replace(/\/$/, ""))
      // Ignoring a folder ignores its contents.
      .map((line) => (line.startsWith("deploy/") ? "deploy" : line));
  expect(names(".dockerignore")).toEqual(expect.arrayContaining([...names(".gitignore"), ".git"]));
  // Files of settings hold secrets.
  expect(names(".dockerignore")).toEqual(expect.arrayContaining([".env", ".env.*"]));
  expect(readFileSync(".dockerignore", "utf8")).not.toMatch(/^!/m);
});
