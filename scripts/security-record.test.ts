import routes from "../app/routes";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGES } from "@ops/attacks/harness/crawl";

/** The text of the documents that prove a protection by a test's title or a symbol's file. */
const text = ["docs/security.md", "docs/asvs.md"]
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** Test files with the titles that follow them: `a.test.ts` "one", "two". */
const quoted = [...text.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`((?:,? (?:and )?"[^"]+")*)/g)].map(
  ([, file = "", titles = ""]) => ({
    file,
    // Markdown escapes its own signs.
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title.replaceAll("\\", "")),
  }),
);

const contentOf = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");

test("the security documents quote tests by titles that exist", () => {
  expect(quoted.length).toBeGreaterThan(100);
  const dead = quoted.flatMap(({ file, titles }) =>
    titles
      .filter((title) => ['"', "'", "`"].every((q) => !contentOf(file).includes(q + title + q)))
      .map((title) => `${file}: ${title}`),
  );
  expect(dead).toEqual([]);
});

test("the security documents name symbols that are in their files", () => {
  const dead = [...text.matchAll(/`([A-Za-z_][\w-]*)` in `([^`]+\.tsx?)`/g)]
    .filter(([, symbol = "", file = ""]) => !new RegExp(`\\b${symbol}\\b`).test(contentOf(file)))
    .map(([named]) => named);
  expect(dead).toEqual([]);
});

interface Entry {
  path?: string | undefined;
  children?: readonly Entry[] | undefined;
}

const pathsOf = (entries: readonly Entry[], above = ""): string[] =>
  entries.flatMap(({ path, children = [] }) => {
    const here = path === undefined ? above : `${above}/${path}`;
    return [here || "/", ...pathsOf(children, here)];
  });

test("the attacks read every page: a new one is added to their list", () => {
  const missed = pathsOf(routes).filter((path) => !path.endsWith("*") && !PAGES.includes(path));
  expect(missed).toEqual([]);
});
