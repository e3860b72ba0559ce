import path from "node:path";
import tsconfigPaths from "vite-tsconfig-paths";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose tests need no database. */
const PURE = [
  "app",
  "themes",
  "server/*/rules",
  "server/*/contracts",
  "server/platform/words",
  "ops/attacks",
];

const pureTests = PURE.map((folder) => `${folder}/**/*.test.{ts,tsx}`);

/**
 * Tests that wait for processes and durations. They begin, while lint and faults keep the
 * processors busy.
 */
const WAITING =
  /(pdf-pages|registration|lockout|release|server|jobs|restart|authorization|modifications)\.test\.ts$/;

/**
 * Runs one project after the other: a worker ends where the next file is of another project, and
 * its successor loads all modules anew.
 */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId, project }: TestSpecification) =>
      WAITING.test(moduleId) ? 0 : project.name === "procedures" ? 1 : 2;
    return [0, 1, 2].flatMap((wanted) => sorted.filter((file) => place(file) === wanted));
  }
}

export default defineConfig({
  plugins: [tsconfigPaths()],
  // Workers are compiled once per run: one that compiles itself takes a second of a processor.
  resolve: {
    alias: {
      "@server/platform/config/worker-file": path.resolve("server/testing/bundled-worker-file.ts"),
    },
  },
  test: {
    // Twice the processors of the smallest machine: a test often waits for its database.
    maxWorkers: 4,
    // The files of a worker share modules: loading them takes longer than most files' tests.
    // Test files share no database, and restore a clock that they set.
    isolate: false,
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        extends: true,
        // Long limits for a busy machine.
        test: { name: "unit", include: pureTests, testTimeout: 60_000, hookTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: "procedures",
          include: ["{db,ops,server,scripts}/**/*.test.ts"],
          exclude: pureTests,
          globalSetup: ["db/testing/global-setup.ts", "scripts/bundles/bundle-workers.ts"],
          // Long limits for a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
