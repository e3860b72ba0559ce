import { matchRoutes } from "@remix-run/react";
import type { ServerBuild } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import { byBranch, byPath } from "./route-branches";

/** `[id, parent, path]`; no path is an index. */
const ROUTES = [
  ["root", undefined, ""],
  ["login", "root", undefined],
  ["register", "root", "register"],
  ["user", "root", "user"],
  ["user-index", "user", undefined],
  ["dashboard", "user", "dashboard"],
  ["allocation", "user", "dashboard/allocation/:hash"],
  ["user-unknown", "user", "*"],
  ["media", "root", "media/:id"],
  ["unknown", "root", "*"],
] as const;

function buildOf(): ServerBuild {
  const routes = Object.fromEntries(
    ROUTES.map(([id, parentId, path]) => [
      id,
      { id, parentId, path, ...(path === undefined && { index: true }), module: { handle: id } },
    ]),
  );
  return { routes, assets: { routes } } as unknown as ServerBuild;
}

/** The innermost route of a path in a build, and how many routes the build has. */
function matched(build: ServerBuild, pathname: string): string | undefined {
  const childrenOf = (parentId?: string): Parameters<typeof matchRoutes>[0] =>
    Object.values(build.routes).flatMap((route) =>
      route?.parentId === parentId && route
        ? [
            route.index
              ? { id: route.id, index: true }
              : { ...route, children: childrenOf(route.id) },
          ]
        : [],
    ) as Parameters<typeof matchRoutes>[0];
  return matchRoutes(childrenOf(), pathname)?.at(-1)?.route.id;
}

describe("the branch of a path", () => {
  const whole = buildOf();
  const branchOf = byBranch(whole, (branch) => branch);

  test.each([
    ["/", "login"],
    ["/register", "register"],
    ["/register/", "register"],
    ["/user", "user-index"],
    ["/user/dashboard", "dashboard"],
    ["/user/dashboard/allocation/ab%20c", "allocation"],
    ["/user/nothing/here", "user-unknown"],
    ["/media/1", "media"],
    ["/nothing/here", "unknown"],
    ["/%E0%A4%A", "unknown"],
  ])("serves %s by the same route as the whole build", (pathname, id) => {
    expect(matched(whole, pathname)).toBe(id);
    expect(matched(branchOf(pathname), pathname)).toBe(id);
  });

  test("has the routes of the path and of its parents, in the order of the build", () => {
    const branch = branchOf("/user/dashboard");
    const ids = ["root", "login", "user", "user-index", "dashboard"];
    expect(Object.keys(branch.routes)).toEqual(ids);
    expect(Object.keys(branch.assets.routes)).toEqual(ids);
  });

  test("is made once for each set of routes", () => {
    let made = 0;
    const of = byBranch(whole, () => (made += 1));
    expect([of("/media/1"), of("/media/2"), of("/media/1"), of("/register")]).toEqual([1, 1, 1, 2]);
  });
});

test("a path has the modules of the routes that it shows, the root first", () => {
  const handles = byPath(buildOf(), (shown) => shown.map(({ module }) => module.handle));
  expect(handles("/")).toEqual(["root", "login"]);
  expect(handles("/user/dashboard")).toEqual(["root", "user", "dashboard"]);
  expect(handles("/nothing/here")).toEqual(["root", "unknown"]);
});
