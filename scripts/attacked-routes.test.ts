import { expect, test } from "vitest";
import routes from "../app/routes";
import { PAGES } from "@ops/attacks/harness/crawl";

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
