import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";

/** Another port where several runs share a machine. */
const PORT = Number(process.env["E2E_PORT"] ?? 3210);

/** One folder a run, for its processes to share: workers inherit it. */
const RUN = (process.env["E2E_RUN"] ??= mkdtempSync(path.join(tmpdir(), "prelaunch-e2e-")));

/** The product as `npm run demo` starts it, on data made anew for each run. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/browser",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  forbidOnly: true,
  reporter: [
    ["list"],
    [
      "json",
      { outputFile: process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] ?? "test-results/playwright.json" },
    ],
  ],
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: "en-IN",
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-gpu",
      ],
    },
  },
  webServer: {
    command: "node --enable-source-maps build/main.js",
    url: `http://localhost:${PORT}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    env: {
      DEMO: "1",
      NODE_ENV: "production",
      PORT: String(PORT),
      LOG_LEVEL: "warn",
      DATA_DIR: path.join(RUN, "data"),
      SUPER_ADMIN_EMAIL: "second@platform.example",
      CODES_PER_IP_HOUR: "1000",
      WRONG_LOGINS_PER_IP: "1000",
      CALLS_PER_ADDRESS_MINUTE: "100000",
    },
  },
});
