import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

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
    ...[`target: "node${oldest}"`, `target: "node${oldest}"`],
  ]);
  const { devDependencies } = JSON.parse(textOf("package.json")) as {
    devDependencies: Record<string, string>;
  };
  expect(numbersIn(devDependencies["@types/node"])[0]).toBe(oldest);
});
