import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, type Rollup } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import remixOptions from "./remix.config.js";
import { allowOnly, BROWSER, PAGES } from "./scripts/bundle-modules";

/** The screens that a visitor without a login loads. */
const OPEN_SCREENS = ["root", "login", "register", "fogot-password"];

/**
 * What screens share goes to the browser in a few pieces: the libraries, which a release seldom
 * changes, what the screens before a login share with all others, what members' screens share, what
 * only the others do, and the refusals of the few that compute. Left alone it is fifty, of a kilobyte each,
 * and on a slow line each costs as much as all their bytes. What one screen uses travels with it.
 */
function chunkOf(id: string, graph: Rollup.ManualChunkMeta): string | undefined {
  if (
    /\/node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler)\//.test(
      id,
    )
  ) {
    return "libraries";
  }
  // Dialogs and tabs bring a library each: they travel only to the pages that use them.
  if (/\/app\/components\/(charts|layout\/(dialog|return-focus|tabs)\.)/.test(id)) return undefined;
  // What is said of orders above a screen's content: Dashboard, Buy Token and Payment History.
  if (/\/app\/components\/orders\//.test(id)) return "orders";
  // So do the proofs, with their own cryptography.
  if (/\/server\/domain\/proof\//.test(id)) return undefined;
  const isOurs = /\/app\/(components|lib)\/|\/(db|themes)\/|\/server\/domain\//.test(id);
  if (!isOurs && !/\/node_modules\/(lucide-react|@conform-to)\//.test(id)) return undefined;
  const screens = screensOf(id, graph);
  if (OPEN_SCREENS.some((screen) => screens.has(screen))) return "shared";
  if (screens.size < 2) return undefined;
  // Only Buy Token computes among members' screens, and that brings the table of all refusals.
  if (/\/server\/domain\/(money\/(quote|units)|refusals\/\w+)\.ts$/.test(id)) return "refusals";
  return [...screens].some((screen) => /^user\b/.test(screen)) ? "members" : "staff";
}

/** The screens that import a module, themselves or through others: their folders in `routes`. */
function screensOf(id: string, graph: Rollup.ManualChunkMeta): Set<string> {
  const screens = new Set<string>();
  const seen = new Set([id]);
  for (const at of seen) {
    const [found, screen = "root"] = /\/app\/(?:routes\/([^/]+)|root\.tsx)/.exec(at) ?? [];
    if (found !== undefined) screens.add(screen);
    else for (const importer of graph.getModuleInfo(at)?.importers ?? []) seen.add(importer);
  }
  return screens;
}

/**
 * In the browser a translator of our own stands for react-i18next, and so for i18next (decision 45).
 */
const browserTranslation: Plugin = {
  name: "browser-translation",
  enforce: "pre",
  resolveId(id, importer, { ssr }) {
    return id === "react-i18next" && !ssr ? this.resolve("~/lib/use-translation", importer) : null;
  },
};

/** And a small form of our own for conform's, which the server renders with (decision 58). */
const browserForms: Plugin = {
  name: "browser-forms",
  enforce: "pre",
  resolveId(id, importer, { ssr }) {
    return id === "@conform-to/react" && !ssr ? this.resolve("~/lib/use-form", importer) : null;
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    allowOnly(BROWSER, PAGES),
    browserTranslation,
    browserForms,
    tailwindcss(),
    remix(remixOptions),
    tsconfigPaths(),
  ],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    // Tells the server which script has the words of which language.
    manifest: true,
    ...(!isSsrBuild && { rollupOptions: { output: { manualChunks: chunkOf } } }),
  },
  // Bundled at the start and not page by page: a router that is bundled twice knows no data.
  optimizeDeps: {
    // Each icon is a module of its own.
    exclude: ["lucide-react"],
    include: ["@radix-ui/react-dialog", "@radix-ui/react-tabs", "@remix-run/node", "get-nonce"],
  },
}));
