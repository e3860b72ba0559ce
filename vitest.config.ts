import path from "node:path";
import tsconfigPaths from "vite-tsconfig-paths";
import { defineConfig } from "vitest/config";

const FOLDERS = "{app,db,ops,server,scripts,themes,tools}/**";
/** Tests that replace modules share none with others. */
const ALONE = `${FOLDERS}/*.alone.test.{ts,tsx}`;

export default defineConfig({
  plugins: [tsconfigPaths()],
  // Workers are compiled once per run: one that compiles itself takes a second of a processor.
  resolve: {
    alias: {
      "@server/platform/config/worker-file": path.resolve("server/testing/bundled-worker-file.ts"),
    },
  },
  test: {
    // `npm test` leaves these to `npm run test:full` (decision 19).
    tags: [{ name: "full" }],
    // Each worker loads the product, which takes twenty seconds of a processor.
    maxWorkers: 2,
    // Long limits for a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          include: [`${FOLDERS}/*.test.{ts,tsx}`],
          exclude: [ALONE],
          globalSetup: ["db/testing/global-setup.ts", "scripts/bundles/bundle-workers.ts"],
          // The files of a worker share modules: loading them takes longer than most files' tests.
          // Test files share no database, and restore a clock that they set.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: [ALONE],
          globalSetup: ["scripts/bundles/bundle-workers.ts"],
        },
      },
    ],
  },
});
