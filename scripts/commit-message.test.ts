/** @module-tag full */
import path from "node:path";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, expect, test, describe } from "vitest";

describe("commit message", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-commit-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function judge(message: string): string {
    const file = path.join(folder, "COMMIT_EDITMSG");
    writeFileSync(file, message);
    const { status, stderr } = spawnSync(process.execPath, ["scripts/commit-message.mjs", file], {
      encoding: "utf8",
    });
    return status === 0 ? "taken" : stderr.trim();
  }

  test.each([
    ["a subject alone", "Take a free port\n"],
    ["one of 72 characters", "x".repeat(72)],
    ["one of 72 signs that take more bytes", "₹".repeat(72)],
    ["a body that stands apart", "Take a free port\n\nTwo runs may share a machine.\n"],
    ["what git shows below its mark", `Take it\n# ------ >8 ------\n${"x".repeat(90)}\n`],
    ["comments", `# ${"x".repeat(90)}\nTake it\n# more\n`],
    ["what git writes itself", `Merge branch '${"x".repeat(90)}'\n`],
  ])("a commit message may have %s", (_, message) => {
    expect(judge(message)).toBe("taken");
  });

  test.each([
    ["73 characters", "x".repeat(73), /has 73 characters/],
    ["nothing", "\n# a comment\n", /no subject/],
    ["a body right below", "Take it\nbecause\n", /line after the subject empty/],
  ])("a commit message with %s is refused", (_, message, reason) => {
    expect(judge(message)).toMatch(reason);
  });
});

const textOf = (file: string) => readFileSync(file, "utf8");
const numbersIn = (text = "") => (text.match(/\d+/g) ?? []).map(Number);

test("CI runs every check by the oldest Node and by each of npm run test:nodes, the image's among them", () => {
  const { engines } = JSON.parse(textOf("package.json")) as { engines: { node: string } };
  const oldest = numbersIn(engines.node)[0]!;
  const tested = numbersIn(/SUPPORTED = \[(.*)\]/.exec(textOf("scripts/test/nodes.mjs"))?.[1]);
  expect(tested).toHaveLength(2);
  const matrix = numbersIn(/node: \[(.*)\]/.exec(textOf(".github/workflows/ci.yml"))?.[1]);
  expect(matrix).toEqual([oldest, ...tested]);
  const image = numbersIn(/FROM node:(\d+)/.exec(textOf("Dockerfile"))?.[1])[0];
  expect(tested).toContain(image);
  // The target of the build and the types are those of the oldest version, whichever version
  // builds.
  const build = textOf("scripts/build.mjs") + textOf("scripts/bundles/bundle.mjs");
  expect(build.match(/target: "\w+"/g)).toEqual([
    `target: "node${oldest}"`,
    `target: "node${oldest}"`,
  ]);
  const { devDependencies } = JSON.parse(textOf("package.json")) as {
    devDependencies: Record<string, string>;
  };
  expect(numbersIn(devDependencies["@types/node"])[0]).toBe(oldest);
});
