import { chromium, type Page } from "@playwright/test";

/** A decision by three keys in the split view, in milliseconds. */
export interface KeyedDecision {
  /** From the last key to the frame that shows the next payment, by the page's own clock. */
  shown: number;
  /** Of that, what the page waited for its server. */
  server: number;
}

/** To the approval's question, its answer, and the confirmation. */
const KEYS = ["a", "Space", "Control+Enter"] as const;
export const KEYS_OF_A_DECISION = KEYS.length;

/**
 * Approves payments in Chromium, one after the other as the list has them, until `count` are decided. The
 * first one is not counted: it loads what the others have.
 */
export async function decideByKeys(
  origin: string,
  token: string,
  count: number,
): Promise<KeyedDecision[]> {
  const browser = await chromium.launch({
    ...(process.env["CHROMIUM_PATH"] && { executablePath: process.env["CHROMIUM_PATH"] }),
    args: ["--no-sandbox"],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    // tsx names functions by a helper that the page has not.
    await context.addInitScript("globalThis.__name = (named) => named");
    await context.addCookies([
      { name: "prelaunch_admin", value: token, url: origin },
      { name: "prelaunch_language", value: "en", url: origin },
    ]);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${origin}/admin/purchaserequest/split`, { waitUntil: "networkidle" });
    const decisions: KeyedDecision[] = [];
    while (decisions.length <= count) decisions.push(await decide(page));
    return decisions.slice(1);
  } finally {
    await browser.close();
  }
}

async function decide(page: Page): Promise<KeyedDecision> {
  await page.evaluate(() => {
    const numberShown = () => document.querySelector(".split h2")?.textContent;
    const before = numberShown();
    const shown = new Promise<number>((resolve) => {
      addEventListener(
        "keydown",
        ({ key, timeStamp }) => {
          if (key !== "Enter") return;
          const look = () =>
            numberShown() === before
              ? requestAnimationFrame(look)
              : resolve(performance.now() - timeStamp);
          look();
        },
        true,
      );
    });
    performance.clearResourceTimings();
    Reflect.set(window, "shown", shown);
  });
  for (const key of KEYS) await page.keyboard.press(key);
  const took = await page.evaluate(async () => {
    const shown = await (Reflect.get(window, "shown") as Promise<number>);
    const asked = performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => "responseEnd" in entry)
      .filter(({ initiatorType, name }) => initiatorType === "fetch" && name.includes("/split"));
    const server = asked.reduce((sum, one) => sum + one.responseEnd - one.requestStart, 0);
    return { shown, server };
  });
  // The next decision begins on a page that is at rest, as a person looks at the payment first.
  await page.waitForLoadState("networkidle");
  return took;
}
