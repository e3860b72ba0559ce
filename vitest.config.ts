import { readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import tsconfigPaths from "vite-tsconfig-paths";
import { defineConfig } from "vitest/config";
import { makeMemoryFolder } from "./scripts/test/memory-folder.mjs";

const FOLDERS_OF_TESTS = ["app", "db", "ops", "server", "scripts", "themes", "tools"];
const FOLDERS = `{${FOLDERS_OF_TESTS.join(",")}}/**`;
/** Tests that replace modules share none with others; nor do those whose packages change globals. */
const ALONE = `${FOLDERS}/*.alone.test.{ts,tsx}`;
/** A run without the marked tests loads no file that is marked as a whole. */
const MARKED = process.argv.includes("--tags-filter=!full") ? filesMarked() : [];

keepFilesInMemory();

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
          exclude: [ALONE, ...MARKED],
          globalSetup: ["db/testing/global-setup.ts", "scripts/bundles/bundle-workers.ts"],
          // The files of a worker share modules: loading them takes longer than most files' tests.
          // Test files share no database, and restore a clock that they set.
          isolate: false,
          // A larger space for young objects: collecting them took a tenth of a worker's time.
          execArgv: ["--max-semi-space-size=64"],
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: [ALONE],
          // A thread of its own for each file starts in half the time of a process.
          pool: "threads",
          globalSetup: ["scripts/bundles/bundle-workers.ts"],
        },
      },
    ],
  },
});

function filesMarked(): string[] {
  return FOLDERS_OF_TESTS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => path.join(folder, name))
      .filter((file) => readFileSync(file, "utf8").includes("@module-tag full")),
  );
}

/** Makes the tests write their databases to memory: on a disk, one takes ten times as long to make. */
function keepFilesInMemory(): void {
  const memory = process.env["TMPDIR"] ? null : makeMemoryFolder();
  if (!memory) return;
  process.env["TMPDIR"] = memory;
  process.once("exit", () => rmSync(memory, { recursive: true, force: true, maxRetries: 9 }));
}
