import tsconfigPaths from "vite-tsconfig-paths";
import { defineConfig } from "vitest/config";

/** `npm run test:system`: tests with programs that npm does not install. */
export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    include: ["{db,tools,e2e}/**/*.system.ts"],
    globalSetup: ["db/testing/global-setup.ts"],
    // Long limits for a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
