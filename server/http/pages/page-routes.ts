import { matchRoutes } from "@remix-run/react";
import type { ServerBuild } from "@remix-run/node";
import type { CallKind } from "@server/access";
import { memoize } from "@themes/memoize";

/** The route of a build for a path. */
interface PageRoute {
  /** `/user/receipts/:orderNumber`; undefined for a path without a route. */
  pattern: string | undefined;
  /** True if the last route of the path has a screen. */
  hasScreen: boolean;
  /** The groups of texts that its routes name in their handles (`loadWords`). */
  words: readonly string[];
  /** The turn that the handle of its last route names. */
  turn: PageTurn;
}

/** A page's turn among calls, as the handle of its route names it. */
export interface PageTurn {
  /** The kind of a member's calls of the page; by default a read looks, and a form begins something. */
  kind?: CallKind;
  /** Its action answers a form that gets no turn, by `request.refused`, for a page that tries again. */
  isAnswered?: true;
  /** Such a form that was sent without scripts is shown again, with these fields in its address. */
  keeps?: readonly string[];
}

/** Paths whose routes are remembered; others are matched again. */
const MOST_PATHS = 1000;

export function pageRoutes(build: ServerBuild): (pathname: string) => PageRoute {
  const all = nestRoutes(build);
  return memoize(
    (pathname: string) => {
      const matched = matchRoutes(all, pathname, build.basename) ?? [];
      const shown = matched.flatMap(({ route }) => build.routes[route.id ?? ""] ?? []);
      const parts = shown.map(({ path }) => path).filter(Boolean);
      return {
        pattern: shown.length > 0 ? `/${parts.join("/")}` : undefined,
        hasScreen: Boolean(shown.at(-1)?.module.default),
        words: shown.flatMap(({ module }) => wordsIn(module.handle)),
        turn: turnIn(shown.at(-1)?.module.handle),
      };
    },
    (pathname) => pathname,
    MOST_PATHS,
  );
}

function wordsIn(handle: unknown): readonly string[] {
  const isNamed = (named: unknown): named is { words: readonly string[] } =>
    typeof named === "object" && named !== null && "words" in named;
  return isNamed(handle) ? handle.words : [];
}

const turnIn = (handle: unknown): PageTurn =>
  typeof handle === "object" && handle !== null && "turn" in handle
    ? (handle.turn as PageTurn)
    : {};

/** The routes of a build as the router expects them. */
export function nestRoutes(
  build: ServerBuild,
  parentId?: string,
): Parameters<typeof matchRoutes>[0] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, caseSensitive, index } = route;
    const shape = {
      id,
      ...(path !== undefined && { path }),
      ...(caseSensitive && { caseSensitive }),
    };
    return [index ? { ...shape, index } : { ...shape, children: nestRoutes(build, id) }];
  });
}
