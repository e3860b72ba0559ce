import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { installedChromium } from "./scripts/test/chromium.mjs";

/** Parallel runs on a machine use different ports. */
const PORT = Number(process.env["E2E_PORT"] ?? 3210);

const chromium = installedChromium();

/**
 * Full Chromium loads its address bar's pages for each context, which doubles the work. It uses
 * only the last --disable-features list, so this one repeats the entries of Playwright's list that
 * affect pages.
 */
const WITHOUT_ADDRESS_BAR = [
  "--disable-features=WebUIOmniboxPopup",
  "WebUIOmniboxFullPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
].join(",");

/** One temporary folder per run; workers inherit it. */
const RUN = (process.env["E2E_RUN"] ??= makeFolder());

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-e2e-"));
  // A run as root has its database as another user, who would otherwise choose a folder outside,
  // which remained.
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 9 }));
  return folder;
}

/** Tests run against the product as `npm run demo` starts it, on new data for each run. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/browser",
  fullyParallel: true,
  // One more than the processors of the smallest machine: a test often waits for its page.
  workers: 3,
  // Long limits for a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
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
    // An element that does not come fails its test in a minute, also where the test has an hour.
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: chromium ?? undefined,
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-gpu",
        ...(chromium?.includes("headless-shell") ? [] : [WITHOUT_ADDRESS_BAR]),
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
      LIMITS:
        "codesPerIpHour=1000 wrongLoginsPerIp=1000 callsPerAddressMinute=100000 pagesPerAddressMinute=100000",
    },
  },
});
