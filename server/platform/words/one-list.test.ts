import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES } from "@locales/languages";

/** A language in code: `"hi"`, or the key of a map, `hi:`, on a line of its own or after another. */
const NAMED = new RegExp(
  `"(?:${LANGUAGES.join("|")})"|(?:^|[{,])\\s*(?:${LANGUAGES.join("|")}):`,
  "m",
);

test("only the list of languages names a language in code", () => {
  const naming = ["app", "ops", "server", "db", "themes"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/\.test\.|\.system\.|testing\/|demo\/|^ops\/(attacks|bench|faults)\//.test(file),
    )
    .filter((file) => NAMED.test(readFileSync(file, "utf8").replaceAll(/lang="en"/g, "")));
  expect(naming).toEqual([]);
});
