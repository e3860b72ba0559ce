import path from "node:path";
import tsconfigPaths from "vite-tsconfig-paths";
import { defineConfig } from "vitest/config";

/** Folders whose tests need no database. */
const PURE = ["app", "themes", "server/domain", "server/contracts", "server/words", "attacks"];

const pureTests = PURE.map((folder) => `${folder}/**/*.test.{ts,tsx}`);

export default defineConfig({
  plugins: [tsconfigPaths()],
  // Compiled once per run: a worker that compiles itself takes a second of a processor.
  resolve: {
    alias: {
      "@server/config/worker-file": path.resolve("server/testing/bundled-worker-file.ts"),
    },
  },
  test: {
    // Twice the processors of the smallest machine: a test often waits for its database.
    maxWorkers: 4,
    // The files of a worker share modules: loading them takes longer than most files' tests.
    // Test files share no database, and restore a clock that they set.
    isolate: false,
    projects: [
      {
        extends: true,
        // Long limits for a busy machine.
        test: { name: "unit", include: pureTests, testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: "procedures",
          include: ["{db,server,scripts}/**/*.test.ts"],
          exclude: pureTests,
          globalSetup: ["db/testing/global-setup.ts", "scripts/bundle-workers.ts"],
          // Long limits for a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
