import { expect, freshEmail, logIn, register, test, waitForScripts } from "../harness/test";

test.use({ viewport: { width: 360, height: 560 } });

test(
  "on a phone the menu closes after navigation, and each page starts at its top",
  { tag: "@full" },
  async ({ page, request }) => {
    const email = freshEmail();
    await register(request, { email });
    await logIn(page, "/", email);
    const button = page.getByRole("banner").getByLabel("Menu", { exact: true });
    const menu = page.getByRole("banner").getByRole("navigation");
    await waitForScripts(page);
    await button.click();
    await expect(menu).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(menu).toBeVisible();
    await page.mouse.click(4, 300);
    await expect(menu).toBeHidden();
    await button.click();
    await menu.getByRole("link", { name: "Buy Token" }).click();
    await expect(page).toHaveURL(/\/user\/buy-token$/);
    await expect(menu).toBeHidden();

    // The five places are in a thumb's reach, and nothing of the page ends behind them.
    const bar = page.getByRole("complementary");
    const places = bar.getByRole("link");
    await expect(places).toHaveCount(5);
    for (const place of await places.all()) {
      await expect(place).toBeInViewport({ ratio: 1 });
      const { width = 0, height = 0 } = (await place.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const foot = await page.locator("footer").boundingBox();
    const top = (await bar.boundingBox())?.y ?? 0;
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(top);
    let release: (value?: unknown) => void = () => undefined;
    const held = new Promise((resolve) => (release = resolve));
    await page.route("**/user/referral.data*", (route) => held.then(() => route.continue()));
    await bar.getByRole("link", { name: "Referral" }).click();
    await expect(page.locator(".toasts.loading")).toBeAttached();
    release();
    await expect(page).toHaveURL(/\/user\/referral$/);
    await expect(page.locator(".toasts.loading")).not.toBeAttached();
    await bar.getByRole("link", { name: "Buy Token" }).click();
    await expect(page).toHaveURL(/\/user\/buy-token$/);

    // A phone's first screen has the button; the next page starts at its top.
    const buy = page.getByRole("button", { name: "BUY NOW" });
    await page.setViewportSize({ width: 375, height: 667 });
    await page.getByLabel("Amount (INR)").fill("700");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect(buy).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 360, height: 560 });
    await page.evaluate(() => window.scrollTo(0, 300));
    await buy.click();
    await expect(page).toHaveURL(/\/user\/payment\?/);
    await expect(page.getByRole("heading", { name: "Payment", exact: true })).toBeInViewport();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

    // The start of the scripts, which show what needs them, moves nothing.
    await page.addInitScript(() => {
      const seen: PerformanceEntry[] = [];
      new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({
        type: "layout-shift",
      });
      Object.assign(window, { seen });
    });
    await page.reload();
    await waitForScripts(page);
    await expect(page.getByRole("button", { name: "Copy" }).first()).toBeVisible();
    const moved = await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) {
        await new Promise((next) => requestAnimationFrame(next));
      }
      await new Promise((next) => setTimeout(next));
      return (window as Window & { seen?: unknown[] }).seen?.length;
    });
    expect(moved).toBe(0);

    // The way on is in reach, wherever the page is scrolled, and the browser's own form is above it.
    const next = page.getByRole("link", { name: "I've paid: send the number" });
    await expect(next).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(bar).toBeHidden();
    const payBar = await page.locator(".pay-bar").boundingBox();
    const last = await page.locator("main > * > *").last().boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(payBar?.y ?? 0);

    // Before the consent it leads to the checkbox, and refuses nothing.
    await next.click();
    await expect(page.getByRole("checkbox")).toBeInViewport({ ratio: 1 });
    await expect(page.getByText("If you have paid, nothing is lost.")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);

    // A refused form keeps the scroll position.
    await page
      .locator("form:has([name=consent])")
      .evaluate((form: HTMLFormElement) => form.requestSubmit());
    await expect(
      page.getByText("Please agree to the privacy policy to proceed.").first(),
    ).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  },
);
