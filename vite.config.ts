import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { denyImports } from "vite-env-only";
import tsconfigPaths from "vite-tsconfig-paths";
import remixOptions from "./remix.config.js";

/** What must never reach a browser, and what no page may reach but through its load context. */
const RUNTIME = [
  "**/server/{adapters,config,context,http,jobs,ledger,logging,media,operator,passwords,procedures,rest,secrets,sessions,testing,throttles}/**",
  "**/server/*.ts",
  "**/db/!(vocabulary).ts",
  "**/db/{embedded,migrations,pool,queries,schema,seed,testing}/**",
];

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
  const isOurs = /\/app\/(components\/(?!charts)|lib\/)|\/(db|themes)\/|\/server\/domain\//.test(
    id,
  );
  return isOurs || /\/node_modules\/(lucide-react|react-i18next)\//.test(id) ? "shared" : undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    denyImports({
      client: { files: [...RUNTIME, "**/*.server.ts"] },
      server: { files: RUNTIME },
    }),
    tailwindcss(),
    remix(remixOptions),
    tsconfigPaths(),
  ],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    ...(!isSsrBuild && { rollupOptions: { output: { manualChunks: chunkOf } } }),
  },
  // Bundled at the start and not page by page: a router that is bundled twice knows no data.
  optimizeDeps: {
    include: [
      "@conform-to/react",
      "@conform-to/zod/v4",
      "@radix-ui/react-dialog",
      "@radix-ui/react-tabs",
      "@remix-run/node",
      "i18next",
      "lucide-react",
      "react-i18next",
      "zod",
    ],
  },
}));
