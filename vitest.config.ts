import tsconfigPaths from "vite-tsconfig-paths";
import { defineConfig } from "vitest/config";

/** Folders whose tests need nothing but themselves. */
const PURE = ["app", "themes", "server/domain", "server/contracts", "server/words"];

const pureTests = PURE.map((folder) => `${folder}/**/*.test.{ts,tsx}`);

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    // One less than there are processors would leave one of two idle while the database works.
    maxWorkers: 2,
    // Files share what they import, in each worker: loading it anew takes longer than most files' tests.
    // Every database is a test's own; a clock that a test sets it sets back.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: pureTests },
      },
      {
        extends: true,
        test: {
          name: "procedures",
          include: ["{db,server,scripts}/**/*.test.ts"],
          exclude: pureTests,
          globalSetup: ["db/testing/global-setup.ts"],
          // For a machine that is busy with other work; nothing here is timed.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
