import path from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import remixOptions from "./remix.config.js";
import { allowOnly, BROWSER, PAGES } from "./scripts/bundles/bundle-modules";

/**
 * Scripts of most screens in three pieces: the libraries, which a release seldom changes, the parts
 * of every page, and those of lists. Otherwise they were twenty-five, of less than a kilobyte each.
 */
const PIECES = [
  [
    "libraries",
    /\/node_modules\/(@conform-to|@remix-run|i18next|react|react-dom|react-i18next|react-router|react-router-dom|scheduler)\//,
  ],
  [
    "frame",
    /\/app\/(lib|components\/(brand|layout\/(?!dialog|return-focus|tabs)|form\/(error-text|field|form-frame|post-form|submit-button)))/,
  ],
  ["lists", /\/app\/components\/data\//],
] as const;

/**
 * Remix reloads the document where a page's script cannot be loaded, in case a release has replaced it.
 * Without a connection that ends on the browser's own error page, so it first asks for the server: a
 * failure then reaches the error page of the site, which every page has loaded.
 */
const askBeforeReload = {
  name: "ask-before-reload",
  transform(code: string, id: string) {
    if (!id.endsWith("/@remix-run/react/dist/esm/routeModules.js")) return null;
    const asked = code.replace(
      "window.location.reload();",
      'await fetch(window.location.href, { method: "HEAD" }); window.location.reload();',
    );
    if (asked === code) throw new Error("Remix loads the modules of routes in another way.");
    return { code: asked, map: null };
  },
};

/** The language version of all that browsers load. */
const TARGET = "es2022";

/** The folder whose modules a page on the server shares with it. */
const SERVER = path.join(import.meta.dirname, "server/");

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    allowOnly(BROWSER, PAGES),
    askBeforeReload,
    tailwindcss(),
    remix(remixOptions),
    tsconfigPaths(),
  ],
  // A group of texts is one object, as its file has it.
  json: { namedExports: false, stringify: false },
  build: {
    target: TARGET,
    assetsInlineLimit: 0,
    // The manifest tells the server which script has the words of which language.
    manifest: true,
    rollupOptions: isSsrBuild
      ? // The next step bundles these modules, of which the server has most too (scripts/build.mjs).
        { external: (id: string) => id.startsWith(SERVER) }
      : {
          output: {
            manualChunks: (id: string) => PIECES.find(([, files]) => files.test(id))?.[0],
          },
        },
  },
  // These packages are bundled at the start and not page by page: a router that is bundled twice
  // knows no data.
  optimizeDeps: {
    // Each icon is a module of its own.
    exclude: ["lucide-react"],
    include: [
      "@conform-to/react",
      "@radix-ui/react-dialog",
      "@radix-ui/react-tabs",
      "@remix-run/node",
      "i18next",
      "react-i18next",
    ],
    // By default packages are translated for browsers that no esbuild of today translates to.
    esbuildOptions: { target: TARGET },
  },
}));
