import { PORT, expect, onlyInFull, test, waitForScripts } from "../harness/test";

const SITE = `http://rsgn.localhost:${PORT}`;

for (const [locale, heading] of [
  ["en-IN", "Log in"],
  ["hi-IN", "लॉग इन"],
] as const) {
  test(
    `the first pages in ${locale} start their scripts under their policy, and load each font once`,
    onlyInFull(locale !== "en-IN"),
    async ({ browser }) => {
      const context = await browser.newContext({ locale });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) faults.push(message.text());
      });
      for (const path of ["/", "/register"]) {
        const answer = await page.goto(SITE + path);
        await waitForScripts(page);
        await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
        const fonts = await page
          .locator('head link[rel="preload"][as="font"]')
          .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
        expect(fonts.join().includes("devanagari")).toBe(locale === "hi-IN");
        // The style sheets ask for the same files, and none is loaded again.
        const loads = fonts.map((font) =>
          page.evaluate((name) => performance.getEntriesByName(name).length, font),
        );
        expect(await Promise.all(loads)).toEqual(fonts.map(() => 1));
        expect(await answer?.text()).not.toMatch(
          /<link rel="modulepreload" (?!fetchpriority="low")/,
        );
      }
      await page.locator(`main a[href="/"]`).click();
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
      expect(faults).toEqual([]);
      await context.close();
    },
  );
}
