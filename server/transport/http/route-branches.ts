import { matchRoutes } from "@remix-run/react";
import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { memoize } from "@themes/memoize";

type ServerRoute = NonNullable<ServerBuild["routes"][string]>;

/** Paths whose branch is remembered; others are matched again. */
const MOST_PATHS = 1000;

/** Paths in the order in which a page is nested: `/user/profile` has `/user` and `/`. */
function withParents(pathname: string): string[] {
  const segments = pathname.split("/").filter(Boolean);
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join("/")}`).concat("/");
}

/**
 * Makes something for the part of a build that serves a path: the routes that the path and its
 * parents match. Remix compiles and matches every route of its build several times per request, so
 * a build of a few routes renders the same page in less time. `make` runs once for each set of
 * routes. The browser discovers all other routes as before, through the whole build.
 */
export function byBranch<T>(
  build: ServerBuild,
  make: (branch: ServerBuild) => T,
): (pathname: string) => T {
  const routes = nested(build);
  const made = new Map<string, T>();
  return memoize(
    (pathname: string) => {
      const matched = new Set(
        withParents(pathname).flatMap((path) =>
          (matchRoutes(routes, path, build.basename) ?? []).map(({ route }) => route.id ?? ""),
        ),
      );
      const ids = Object.keys(build.routes).filter((id) => matched.has(id));
      const key = ids.join(" ");
      const known = made.get(key);
      if (known !== undefined) return known;
      const answer = make(branchOf(build, ids));
      made.set(key, answer);
      return answer;
    },
    (pathname) => pathname,
    MOST_PATHS,
  );
}

/** A route that a path shows. */
export interface MatchedRoute {
  id: string;
  params: LoaderFunctionArgs["params"];
  module: ServerRoute["module"];
}

/** What `read` makes of the routes that a path shows, the root's first; once for each path that is remembered. */
export function byPath<T>(
  build: ServerBuild,
  read: (shown: readonly MatchedRoute[]) => T,
): (pathname: string) => T {
  const routes = nested(build);
  return memoize(
    (pathname: string) =>
      read(
        (matchRoutes(routes, pathname, build.basename) ?? []).flatMap(({ route, params }) => {
          const { id = "" } = route;
          const module = build.routes[id]?.module;
          return module ? [{ id, params, module }] : [];
        }),
      ),
    (pathname) => pathname,
    MOST_PATHS,
  );
}

function branchOf(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const only = <Route>(all: Record<string, Route>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}

/** The routes of a build as the router expects them. */
function nested(build: ServerBuild, parentId?: string): Parameters<typeof matchRoutes>[0] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, caseSensitive } = route;
    const shape = {
      id,
      ...(path !== undefined && { path }),
      ...(caseSensitive && { caseSensitive }),
    };
    return [
      route.index ? { ...shape, index: true as const } : { ...shape, children: nested(build, id) },
    ];
  });
}
