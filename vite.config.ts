import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import remixOptions from "./remix.config.js";
import { allowOnly, BROWSER, PAGES } from "./scripts/bundle-modules";

/**
 * What screens share goes to the browser in two pieces: the libraries, which a release seldom
 * changes, and our own. Left alone it is twenty, of a kilobyte each, and on a slow line each costs
 * as much as all their bytes.
 */
function chunkOf(id: string): string | undefined {
  if (
    /\/node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler)\//.test(
      id,
    )
  ) {
    return "libraries";
  }
  // Dialogs and tabs bring a library each: they travel only to the pages that use them.
  if (/\/app\/components\/(charts|layout\/(dialog|return-focus|tabs)\.)/.test(id)) return undefined;
  const isOurs = /\/app\/(components|lib)\/|\/(db|themes)\/|\/server\/domain\//.test(id);
  return isOurs || /\/node_modules\/(lucide-react|react-i18next)\//.test(id) ? "shared" : undefined;
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
