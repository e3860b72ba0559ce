import {
  type AppLoadContext,
  createRequestHandler,
  data,
  redirect,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/node";
import { expect, test, vi } from "vitest";
import { loadPage, withLoaded, withScreen } from "./loaded-pages";
import { byPath } from "./route-branches";

type Load = (args: LoaderFunctionArgs) => unknown;

const URL_OF_PAGE = "http://shop.example/page/7";

/** A root and a page below it, whose loaders are called `root` and `page`. */
function site(loaders: { root?: Load; page: Load }, hasScreen = true) {
  const root = vi.fn(loaders.root ?? (() => ({ name: "Asha" })));
  const page = vi.fn(loaders.page);
  const screen = { default: () => null };
  const routes = {
    root: { id: "root", path: "", module: { ...screen, loader: root } },
    page: {
      id: "page",
      parentId: "root",
      path: "page/:number",
      module: { ...(hasScreen && screen), loader: page },
    },
  };
  const build = {
    entry: {
      module: {
        default: (
          _: Request,
          status: number,
          headers: Headers,
          { staticHandlerContext }: { staticHandlerContext: { loaderData: unknown } },
        ) => Response.json(staticHandlerContext.loaderData, { status, headers }),
      },
    },
    routes,
    assets: { entry: {}, routes, url: "", version: "" },
    future: { v3_singleFetch: true },
    mode: "production",
  } as unknown as ServerBuild;
  const shown = byPath(build, withScreen)("/page/7");
  const handler = createRequestHandler(withLoaded(build), "production");
  const context = { report: () => undefined } as unknown as AppLoadContext;
  const request = new Request(URL_OF_PAGE);
  return {
    root,
    page,
    shown,
    load: (own = context) => loadPage(shown ?? [], request, own),
    /** What Remix answers for the context of the loaders that ran. */
    answer: () => handler(request, context),
  };
}

test("the loaders run once, with the parameters of their path, also if Remix answers", async () => {
  const { root, page, load, answer } = site({ page: () => ({ orders: 3 }) });
  expect(await load()).not.toBeNull();
  expect(await (await answer()).json()).toEqual({ root: { name: "Asha" }, page: { orders: 3 } });
  expect(root).toHaveBeenCalledOnce();
  expect(page).toHaveBeenCalledOnce();
  expect(page.mock.calls[0]?.[0].params).toEqual({ number: "7" });
});

test("equal data is the same text, other data another, of whatever type", async () => {
  const textOf = (page: unknown) =>
    site({ page: () => page }).load({} as unknown as AppLoadContext);
  const day = new Date("2026-01-02T03:04:05Z");
  const valuesNow = () => [
    1,
    "1",
    null,
    day,
    day.toISOString(),
    [1],
    { a: 1 },
    { a: "1" },
    { b: 1 },
    "अ",
  ];
  const texts = await Promise.all(valuesNow().map(textOf));
  expect(new Set(texts).size).toBe(texts.length);
  expect(await Promise.all(valuesNow().map(textOf))).toEqual(texts);
  expect(await textOf(data({ a: 1 }))).toBe(await textOf({ a: 1 }));
});

test("a redirect, a response, a status, a header, nothing and a promise are left to Remix", async () => {
  const away = redirect("/elsewhere");
  const left: Load[] = [
    () => {
      const thrown: unknown = away;
      throw thrown;
    },
    () => Promise.reject(new Error("A fault of tests.")),
    () => away,
    () => data({ a: 1 }, { status: 404 }),
    () => data({ a: 1 }, { headers: { "set-cookie": "toast=1" } }),
    () => undefined,
    () => ({ later: Promise.resolve(1) }),
  ];
  for (const page of left) {
    const one = site({ page });
    expect(await one.load(), String(page)).toBeNull();
  }
  const { load, answer, page } = site({ page: left[0]! });
  await load();
  const answered = await answer();
  expect([answered.status, answered.headers.get("location")]).toEqual([302, "/elsewhere"]);
  expect(page).toHaveBeenCalledOnce();
  const cookies = site({ page: left[4]! });
  await cookies.load();
  expect((await cookies.answer()).headers.get("set-cookie")).toBe("toast=1");
});

test("a path without a screen is left to Remix", () => {
  expect(site({ page: () => 1 }, false).shown).toBeNull();
  expect(site({ page: () => 1 }).shown).toHaveLength(2);
});
