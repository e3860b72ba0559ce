import { serialize } from "node:v8";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { MatchedRoute } from "./route-branches";

type Loader = NonNullable<NonNullable<ServerBuild["routes"][string]>["module"]["loader"]>;

/** What the loaders of a page returned or threw, by the ids of their routes. */
type Loaded = ReadonlyMap<string, PromiseSettledResult<unknown>>;

const loadedFor = new WeakMap<AppLoadContext, Loaded>();

/**
 * The same build, whose loaders give once more what `loadPage` got from them for the same context.
 * So a page's loaders run before it is known whether Remix has to render it.
 */
export function withLoaded(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const loader = route?.module.loader;
    if (!route || !loader) return [id, route] as const;
    const loaded: Loader = (args) => {
      const ran = loadedFor.get(args.context)?.get(id);
      if (!ran) return loader(args);
      if (ran.status === "rejected") throw ran.reason;
      return ran.value as ReturnType<Loader>;
    };
    return [id, { ...route, module: { ...route.module, loader: loaded } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

/** The routes of a path; null if its last one has no screen. */
export const withScreen = (shown: readonly MatchedRoute[]): readonly MatchedRoute[] | null =>
  shown.at(-1)?.module.default ? shown : null;

/**
 * Runs the loaders of a page, at the same time. Returns all that they returned as one text, in which
 * equal texts mean equal data; null if Remix has to answer: one threw, or returned a response, a
 * status, a header or what cannot be copied.
 */
export async function loadPage(
  routes: readonly MatchedRoute[],
  request: Request,
  context: AppLoadContext,
): Promise<string | null> {
  const ran = routes.filter(({ module }) => module.loader);
  const results = await Promise.allSettled(
    ran.map(async ({ module, params }): Promise<unknown> =>
      module.loader?.({ request, params, context }),
    ),
  );
  loadedFor.set(context, new Map(ran.map(({ id }, at) => [id, results[at]!])));
  const shown: unknown[] = [];
  for (const result of results) {
    const data = result.status === "fulfilled" ? dataOf(result.value) : undefined;
    if (data === undefined) return null;
    shown.push(data);
  }
  try {
    return serialize(shown).toString("latin1");
  } catch {
    // Promises and functions.
    return null;
  }
}

/** What `data()` of Remix makes. */
interface WithInit {
  type: "DataWithResponseInit";
  data: unknown;
  init: ResponseInit | null;
}

const isWithInit = (value: unknown): value is WithInit =>
  typeof value === "object" &&
  value !== null &&
  "type" in value &&
  value.type === "DataWithResponseInit";

/** The data that a loader returned; undefined if it returned more, or nothing. */
function dataOf(value: unknown): unknown {
  if (value instanceof Response) return undefined;
  if (!isWithInit(value)) return value;
  const { status = 200, headers } = value.init ?? {};
  const isPlain = status === 200 && [...new Headers(headers).keys()].length === 0;
  return isPlain ? value.data : undefined;
}
