import type { Locator } from "@playwright/test";
import { enterAsNewMember, proofPicture } from "../harness/orders";
import { pay, reject } from "../harness/purchases";
import { enter, expect, freshEmail, register, test, waitForScripts } from "../harness/test";

const PHONE = { width: 375, height: 667 };

/** Reads the style sheet's text around a file input, and if the browser's own text shows. */
const drawn = (input: Locator) =>
  input.evaluate((field) => {
    const frame = field.parentElement ?? field;
    const shown = (part: string) => getComputedStyle(frame, part).content;
    return {
      choose: shown("::before"),
      none: shown("::after"),
      isOwnTextShown: Number.parseFloat(getComputedStyle(field).fontSize) > 0,
    };
  });

test(
  "the history's rows say tokens, day, sum and state on a phone, and its dialog keeps Close in sight",
  { tag: "@full" },
  async ({ page, request }) => {
    const email = freshEmail();
    await register(request, { email });
    await pay(request, email, 42_000);
    const refused = await pay(request, email, 7000);
    await reject(request, refused, { reason: "The money has not arrived.", refundNote: "" });
    await enter(page, "/", email);

    await page.setViewportSize(PHONE);
    await page.goto("/user/payment-history?status=ALL");
    await expect(page.getByRole("row")).toHaveCount(3);
    for (const row of await page.locator("tbody tr").all()) {
      const [tokens, day, state, ...others] = await row.evaluate((line) => {
        const cells = [...line.querySelectorAll("td")].map((cell) => cell.getBoundingClientRect());
        const [number, method, id, sum, date, time, status] = cells;
        return [sum, date, status, number, method, id, time].map((box) => box?.top ?? 0);
      });
      expect(Math.abs((tokens ?? 0) - (day ?? 0))).toBeLessThan(12);
      expect(state).toBeGreaterThan(day ?? 0);
      // The others are behind the row's link.
      expect(others).toEqual([0, 0, 0, 0]);
    }
    const total = "₹42,840.00";
    const plain = page.getByRole("row").filter({ hasText: total });
    expect((await plain.boundingBox())?.height).toBeLessThanOrEqual(120);

    // The card of what waits names the same sum in the same way.
    await page.goto("/user/dashboard");
    await expect(page.getByRole("list", { name: "Your orders" })).toContainText(total);

    await page.goto("/user/payment-history");
    await waitForScripts(page);
    const view = page.getByRole("row").getByRole("link", { name: "6,000 RSGN" });
    await view.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeFocused();
    expect(await dialog.evaluate((box) => getComputedStyle(box).outlineStyle)).toBe("none");
    const close = dialog.getByRole("link", { name: "Close" });
    await expect(close).toBeInViewport({ ratio: 1 });
    await page.locator(".dialog-cover").evaluate((cover) => cover.scrollTo(0, cover.scrollHeight));
    await expect(close).toBeInViewport({ ratio: 1 });
    await close.click();
    await expect(dialog).toHaveCount(0);
  },
);

/** Lines of text that an element takes. */
const linesOf = (element: Locator) =>
  element.evaluate((one) =>
    Math.round(
      one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
    ),
  );

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled, viewport: PHONE });

      test("on a phone no time breaks in two, and a receipt opened by its link begins at its top", async ({
        page,
        request,
      }) => {
        const email = await enterAsNewMember(page, request);
        await pay(request, email, 42_000);
        await page.goto("/user/payment-history");
        const view = page.locator("main a[href*='receipt=']").first();
        await page.goto((await view.getAttribute("href")) ?? "");
        const dialog = page.getByRole("dialog");
        await expect(dialog).toBeFocused();
        const times = dialog.getByRole("definition").getByText(/^\d+ \w{3}, \d+:\d\d [ap]m$/);
        await expect(times).toHaveCount(1);
        for (const time of await times.all()) expect(await linesOf(time)).toBe(1);
        const cover = page.locator(".dialog-cover");
        expect(await cover.evaluate((element) => element.scrollTop)).toBe(0);
      });

      test("a page that does not exist has the brand, whom to ask, and the chosen colours", async ({
        page,
      }) => {
        const answer = await page.goto("/nowhere");
        expect(answer?.status()).toBe(404);
        const main = page.getByRole("main");
        const isWhole = async () => {
          await expect(page.getByRole("heading", { level: 1 })).toHaveText(
            "There is nothing here.",
          );
          await expect(main.getByRole("img", { name: "Resurgence Token" })).toBeVisible();
          await expect(main.locator("a[href^='mailto:']")).toBeVisible();
          await expect(main.locator("a[href^='tel:']")).toBeVisible();
        };
        await isWhole();
        await main.locator("summary").click();
        await main.getByRole("button", { name: "Dark" }).click();
        await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
        await expect(page).toHaveURL(/\/nowhere$/);
        await isWhole();
        await main.getByRole("link", { name: "Go to the home page" }).click();
        await expect(page.getByRole("heading", { level: 2, name: "Log in" })).toBeVisible();
      });
    },
  );

  test(
    `a file is chosen in our words and the menu stays folded, ${javaScriptEnabled ? "with" : "without"} JavaScript`,
    { tag: "@full" },
    async ({ browser, request }) => {
      const context = await browser.newContext({
        javaScriptEnabled,
        viewport: PHONE,
        locale: "hi-IN",
      });
      const page = await context.newPage();
      await enterAsNewMember(page, request);
      await page.goto("/user/profile");
      if (javaScriptEnabled) await waitForScripts(page);
      const picture = page.locator("input[type=file]");
      const empty = { choose: '"फ़ोटो चुनें"', none: '"कोई फ़ोटो नहीं चुनी गई"', isOwnTextShown: false };
      expect(await drawn(picture)).toEqual(empty);

      await page.setViewportSize({ width: 1024, height: 700 });
      const sidebar = page.getByRole("complementary");
      const fold = sidebar.getByRole("button", { name: "मेन्यू समेटें" });
      const mark = sidebar.locator("img[src*=icon]");
      await expect(fold).toHaveAttribute("aria-pressed", "false");
      await fold.click();
      const menu = async () =>
        (await context.cookies()).find(({ name }) => name === "prelaunch_menu")?.value;
      await expect.poll(menu).toBe("folded");
      await expect(fold).toHaveAttribute("aria-pressed", "true");
      await page.goto("/user/buy-token");
      await expect(fold).toHaveAttribute("aria-pressed", "true");
      await expect(mark).toBeVisible();
      expect((await sidebar.boundingBox())?.width).toBeLessThan(120);
      await expect(sidebar.getByRole("link", { name: "प्रोफ़ाइल" })).toBeVisible();
      await page.setViewportSize(PHONE);

      await page.locator("[name=amount]").fill("700");
      await page.getByRole("button", { name: "अभी खरीदें" }).click();
      await page.waitForURL(/\/user\/payment\?/);
      await page.getByRole("main").getByRole("checkbox").check();
      await page.getByRole("button", { name: "भुगतान की जानकारी भेजें", exact: true }).click();
      const proof = page.locator("input[type=file]").first();
      await expect(proof).toBeVisible();
      const before = await drawn(proof);
      expect(before.choose).toBe('"फ़ाइल चुनें"');
      expect(before.none).toBe('"कोई फ़ाइल नहीं चुनी गई"');
      expect(before.isOwnTextShown).toBe(false);
      // The browser names the file.
      await proof.setInputFiles(await proofPicture());
      await expect
        .poll(() => drawn(proof))
        .toEqual({ choose: '"फ़ाइल चुनें"', none: "none", isOwnTextShown: true });
      await context.close();
    },
  );
}
