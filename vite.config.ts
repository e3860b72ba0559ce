import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Rollup } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import remixOptions from "./remix.config.js";
import { allowOnly, BROWSER, PAGES } from "./scripts/bundle-modules";

/** What a visitor without a login loads. */
const OPEN_SCREENS = /\/app\/(root\.tsx|routes\/(login|register|fogot-password)\/)/;

/**
 * What screens share goes to the browser in three pieces: the libraries, which a release seldom
 * changes, what the screens before a login share with all others, and what only the others share.
 * Left alone it is twenty, of a kilobyte each, and on a slow line each costs as much as all their
 * bytes.
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
  // So do the proofs, with their own cryptography.
  if (/\/server\/domain\/proof\//.test(id)) return undefined;
  // All icons are reached through one file, of which each screen uses a few.
  if (id.includes("/lucide-react/dist/esm/icons/")) return undefined;
  const isOurs = /\/app\/(components|lib)\/|\/(db|themes)\/|\/server\/domain\//.test(id);
  if (!isOurs && !/\/node_modules\/(lucide-react|react-i18next|@conform-to)\//.test(id))
    return undefined;
  return isReached(id, OPEN_SCREENS, graph) ? "shared" : "members";
}

/** Whether one of the screens imports a module, itself or through others. */
function isReached(id: string, screens: RegExp, graph: Rollup.ManualChunkMeta): boolean {
  const seen = new Set([id]);
  for (const at of seen) {
    if (screens.test(at)) return true;
    for (const importer of graph.getModuleInfo(at)?.importers ?? []) seen.add(importer);
  }
  return false;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [allowOnly(BROWSER, PAGES), tailwindcss(), remix(remixOptions), tsconfigPaths()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    // Tells the server which script has the words of which language.
    manifest: true,
    ...(!isSsrBuild && { rollupOptions: { output: { manualChunks: chunkOf } } }),
  },
  // Bundled at the start and not page by page: a router that is bundled twice knows no data.
  optimizeDeps: {
    include: [
      "@conform-to/react",
      "@radix-ui/react-dialog",
      "@radix-ui/react-tabs",
      "@remix-run/node",
      "get-nonce",
      "i18next",
      "lucide-react",
      "react-i18next",
    ],
  },
}));
