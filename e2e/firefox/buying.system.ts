import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, type Page, launch } from "puppeteer-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "@db/embedded/home";
import { type Product, startProduct } from "@server/testing/start-product";

/** Debian's name first; `--version` starts no window. */
const FIREFOX = ["firefox-esr", "firefox"]
  .flatMap((name) =>
    (process.env["PATH"] ?? "").split(":").map((folder) => path.join(folder, name)),
  )
  .find((file) => spawnSync(file, ["--version"]).status === 0);

const PASSWORD = "Prelaunch-demo-1";
/**
 * Expected: a page was left while a response or a prefetch arrived, and a note about a font's unused
 * style table, which Firefox leaves out.
 */
const MEANT =
  /Error in input stream|Failed to fetch manifest patches|downloadable font: (?:STAT|Table discarded)/;
/** The limit allows for a busy machine. */
const TIMEOUT_MS = 60_000;

describe.skipIf(!FIREFOX)("in Firefox", () => {
  let folder: string;
  let origin: string;
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "prelaunch-firefox-"));
    // As root, the database runs as another user.
    chmodSync(folder, 0o711);
    const settings = { DEMO: "1", NODE_ENV: "production", DATA_DIR: path.join(folder, "data") };
    product = await startProduct(await freePort(), settings, { stdio: "inherit" });
    ({ origin } = product);
    browser = await launch({
      browser: "firefox",
      ...(FIREFOX && { executablePath: FIREFOX }),
      timeout: TIMEOUT_MS,
    });
  }, 200_000);

  afterAll(async () => {
    await browser?.close();
    await product.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
  });

  /** The newest code mailed to an address, from the demo's outbox. */
  async function codeFor(email: string): Promise<string> {
    const input = encodeURIComponent('{"limit":50}');
    return vi.waitFor(
      async () => {
        const answer = await fetch(`${origin}/trpc/messages.outbox?input=${input}`);
        const { result } = (await answer.json()) as {
          result: { data: { records: { address: string; text: string }[] } };
        };
        const text = result.data.records.find(({ address }) => address === email)?.text ?? "";
        const code = /\b(\d{6})\b/.exec(text)?.[1];
        if (!code) throw new Error("No code has arrived.");
        return code;
      },
      { timeout: TIMEOUT_MS, interval: 200 },
    );
  }

  async function fill(page: Page, values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      await page.locator(`main [name="${name}"]`).fill(value);
    }
  }

  const click = (page: Page, words: string) =>
    page.locator(`main button::-p-text(${words})`).click();

  const see = (page: Page, words: string) => page.locator(`::-p-text(${words})`).wait();

  test("a visitor registers, buys and sends the proof, without an error on any page", async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const faults: string[] = [];
    const note = (fault: string) => {
      if (!MEANT.test(fault)) faults.push(fault);
    };
    page.on("pageerror", (error) => note(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") note(message.text());
    });
    const email = "firefox@member.example";

    await page.goto(`${origin}/register`);
    await fill(page, { email });
    await click(page, "Request OTP");
    await page.locator("main [name=otp]").wait();
    await fill(page, { otp: await codeFor(email) });
    await click(page, "Continue");
    await page.locator("main [name=name]").wait();
    await fill(page, {
      name: "Tara Walker",
      mobile: "98765 43210",
      dateOfBirth: "1990-04-12",
      password: PASSWORD,
    });
    await page.locator("main [name=consent]").click();
    await click(page, "Create Account");
    await page.waitForFunction(() => location.pathname === "/user/buy-token");

    await page.goto(`${origin}/user/buy-token`);
    await fill(page, { amount: "7000" });
    await click(page, "BUY NOW");
    await page.waitForFunction(() => location.pathname === "/user/payment");
    await page.locator("main input[type=checkbox]").click();
    await click(page, "send the number");
    await page.locator("[role=dialog] [name=referenceNumber]").fill("412345678901");

    const slip = path.join(folder, "slip.png");
    const background = { r: 200, g: 220, b: 240 };
    writeFileSync(
      slip,
      await sharp({ create: { width: 320, height: 480, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const file = await page.waitForSelector("[role=dialog] input[type=file]");
    // The browser's own words do not show beside ours.
    expect(await file?.evaluate((input) => getComputedStyle(input).fontSize)).toBe("0px");
    await file?.uploadFile(slip);
    await see(page, "Uploaded: slip.png");
    await page.locator("[role=dialog] button::-p-text(send the number)").click();
    await see(page, "BANK proof submitted successfully.");
    expect(new URL(page.url()).pathname).toBe("/user/buy-token");
    expect(faults).toEqual([]);
  }, 240_000);
});
