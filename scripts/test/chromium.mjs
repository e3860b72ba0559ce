import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "../prepare.mjs";

/** The headless shell comes first: each context needs a quarter of the CPU time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/snap/bin/chromium",
];

/**
 * Returns the path of a Chromium for tests: that of CHROMIUM_PATH, the system's, or Playwright's.
 * Null if there is none.
 */
export function findChromium() {
  return process.env.CHROMIUM_PATH ? installedChromium() : (installedChromium() ?? downloaded());
}

/** Returns the path of an installed Chromium; null if there is none. It downloads nothing. */
export function installedChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    for (const name of NAMES) {
      const file = path.join(folder, name);
      if (existsSync(file)) return file;
    }
  }
  return PLACES.find((file) => existsSync(file)) ?? null;
}

function downloaded() {
  const place = () => {
    const script =
      "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
    const { stdout } = spawnSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" });
    const file = stdout.trim();
    return file && existsSync(file) ? file : null;
  };
  const there = place();
  if (there) return there;
  const playwright = path.join(root, "node_modules", ".bin", "playwright");
  spawnSync(playwright, ["install", "chromium"], { cwd: root, stdio: "inherit", timeout: 300_000 });
  return place();
}
