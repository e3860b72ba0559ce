import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../harness/test";

/** Strings that occur only in a library's own code and survive minification. */
const MARKS = {
  "Radix Dialog": "focusScope.autoFocusOnMount",
  "Radix Tabs": "rovingFocusGroup.onEntryFocus",
  zod: "_zod",
};

const LOADED = {
  "/": ["root", "routes/login/route"],
  "/register": ["root", "routes/register/route"],
  "/user/payment": ["root", "routes/user/route", "routes/user.payment/route"],
};

const ROOT = path.resolve(import.meta.dirname, "../..");
const CLIENT = path.join(ROOT, "build/client");

interface Entry {
  module: string;
  imports: string[];
}

/** The browser's manifest of scripts by route: a script that assigns one object. */
function builtManifest(): { entry: Entry; routes: Record<string, Entry> } {
  const assets = path.join(CLIENT, "assets");
  const file = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name)) ?? "";
  const text = readFileSync(path.join(assets, file), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as ReturnType<
    typeof builtManifest
  >;
}

/** The concatenated scripts that the manifest loads for these routes. */
function scriptsOf(routes: readonly string[]): string {
  const { entry, routes: all } = builtManifest();
  const loaded = [entry, ...routes.map((id) => all[id])].flatMap((part) => {
    expect(part).toBeDefined();
    return part ? [part.module, ...part.imports] : [];
  });
  return [...new Set(loaded)].map((url) => readFileSync(path.join(CLIENT, url), "utf8")).join("\n");
}

const librariesIn = (scripts: string) =>
  Object.entries(MARKS).flatMap(([library, mark]) => (scripts.includes(mark) ? [library] : []));

for (const page of ["/", "/register"] as const) {
  test(`${page} loads neither Radix nor zod`, () => {
    expect(librariesIn(scriptsOf(LOADED[page]))).toEqual([]);
  });
}

test("a page with tabs and a dialog loads Radix, which confirms the search strings", () => {
  const scripts = scriptsOf(LOADED["/user/payment"]);
  expect(librariesIn(scripts)).toEqual(["Radix Dialog", "Radix Tabs"]);
  expect(readFileSync(path.join(ROOT, "node_modules/zod/v4/core/core.js"), "utf8")).toContain(
    MARKS.zod,
  );
});
