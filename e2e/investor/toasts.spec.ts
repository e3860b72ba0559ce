import { type Locator, type Page, expect } from "@playwright/test";
import { readConfig } from "@server/platform/config/environment";
import { createSecrets } from "@server/platform/config/secrets";
import { TOAST_MS } from "~/lib/messages/toast";
import { blockScripts, expectSoundInSchemes } from "../harness/accessibility";
import { enterAsNewMember, methodTab, placeOrder } from "../harness/orders";
import { pay } from "../harness/purchases";
import { ADMIN, enter, test, onlyInFull } from "../harness/test";

const WIDTHS = { phone: { width: 375, height: 667 }, desk: { width: 1440, height: 900 } };

const WORDS = [
  "Settings saved",
  "A sentence of two lines on a phone, as the server says it when something is refused.",
];

const secrets = createSecrets(readConfig({ DEMO: "1" }).appSecret);

/** The next page requested by this browser shows these toasts, as after a redirect. */
const bringToasts = (page: Page, texts = WORDS) => {
  const toasts = texts.map((text) => ({ tone: "success", text }));
  const value = encodeURIComponent(Buffer.from(JSON.stringify(toasts)).toString("base64"));
  const signature = secrets.keyedHash("toast", value);
  return page.context().addCookies([
    {
      name: "prelaunch_toasts",
      value: `${value}.${signature}`,
      url: new URL(page.url()).origin,
    },
  ]);
};

/** Keeps the toasts of the next pages until `endToasts`: a slow machine takes longer than they stay. */
const holdToasts = (page: Page) =>
  page.addInitScript((delayOfToasts) => {
    const held: (() => void)[] = [];
    const later = window.setTimeout.bind(window);
    Reflect.set(window, "setTimeout", (act: () => void, delay?: number, ...rest: unknown[]) => {
      if (delay !== delayOfToasts) return later(act, delay, ...rest);
      held.push(act);
      // No timer has this number: clearing it changes nothing.
      return -1;
    });
    Reflect.set(window, "endToasts", () => held.splice(0).forEach((act) => act()));
  }, TOAST_MS);

/** The time of the toasts shown is over. */
const endToasts = (page: Page) =>
  page.evaluate(() => (Reflect.get(window, "endToasts") as () => void)());

/** Opens the UPI tab. Returns its button for copying, once it is on the screen. */
async function copyButton(page: Page): Promise<Locator> {
  await methodTab(page, "UPI").click();
  const copy = page.getByRole("button", { name: "Copy the UPI ID" });
  await expect(copy).toBeVisible();
  return copy;
}

const CONTROLS =
  "input:not([type=hidden]), select, textarea, button, a[href], summary, dialog, [role=dialog]";

/** The visible elements that toasts cover; `among` limits the elements. */
const coveredBy = (page: Page, among = CONTROLS): Promise<string[]> =>
  page.evaluate((selector) => {
    const boxes = [...document.querySelectorAll(".toast")].map((one) =>
      one.getBoundingClientRect(),
    );
    if (boxes.length === 0) throw new Error("There is no toast.");
    return [...document.querySelectorAll(selector)]
      .filter((one) => !one.closest(".toasts, .skip-link") && one.checkVisibility())
      .filter((one) => {
        const own = one.getBoundingClientRect();
        return boxes.some(
          (box) =>
            own.left < box.right - 0.5 &&
            box.left < own.right - 0.5 &&
            own.top < box.bottom - 0.5 &&
            box.top < own.bottom - 0.5,
        );
      })
      .map((one) => one.outerHTML.slice(0, 120));
  }, among);

/** Opens a URL with toasts, and expects nothing below them; a dialog must scroll to its end. */
async function opensUncovered(page: Page, address: string, dialog?: Locator) {
  for (const [name, size] of Object.entries(WIDTHS)) {
    await page.setViewportSize(size);
    await bringToasts(page);
    await page.goto(address);
    await expect(page.locator(".toast")).toHaveText(WORDS);
    if (dialog) await expect(dialog).toBeVisible();
    // A reloaded address keeps its scroll position; the page begins below the toasts, and so does a
    // dialog whose first field the document focuses.
    await page.evaluate(() => {
      window.scrollTo(0, 0);
      document.querySelector(".dialog-cover")?.scrollTo(0, 0);
    });
    expect(await coveredBy(page), `${address} on a ${name}`).toEqual([]);
    if (dialog) {
      await page.evaluate(() => {
        const cover = document.querySelector(".dialog-cover");
        cover?.scrollTo(0, cover.scrollHeight);
      });
      // Folded parts do not count.
      const shown = dialog.locator("a, button, dd, p, summary").filter({ visible: true });
      await expect(shown.last()).toBeInViewport();
      const clipped = await page.evaluate(() => {
        const bottom = document.querySelector(".toasts")?.getBoundingClientRect().bottom ?? 0;
        const top = document.querySelector(".dialog-cover")?.getBoundingClientRect().top ?? 0;
        return top >= bottom - 0.5;
      });
      expect(clipped, "a scrolled dialog ends below the toasts").toBe(true);
    }
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });
      test.beforeEach(({ page }) => holdToasts(page));

      test(
        "toasts cover no field, button or dialog of a member",
        onlyInFull(true),
        async ({ page, request }) => {
          const email = await enterAsNewMember(page, request);
          await pay(request, email, 700);
          await page.goto("/user/payment-history?status=PENDING");
          const receipts = page.getByRole("link", { name: /^View the receipt/ });
          const receipt = (await receipts.getAttribute("href")) ?? "";
          await opensUncovered(page, "/user/profile");
          await opensUncovered(page, "/user/dashboard");
          const shown = page.getByRole("dialog", { name: "View Payment Receipt" });
          await opensUncovered(page, receipt, shown);

          await placeOrder(page, "7000");
          await opensUncovered(page, page.url());
          await page.getByRole("tab", { name: "Banking", exact: true }).click();
          await page.getByRole("checkbox").check();
          await page.locator("#open-proof").click();
          const proof = page.getByRole("dialog", { name: "Submit Transaction Proof" });
          await expect(proof).toBeVisible();
          await opensUncovered(page, page.url(), proof);
        },
      );

      test(
        "toasts cover no field, button or dialog of an admin",
        onlyInFull(true),
        async ({ page, request }) => {
          const email = await enterAsNewMember(page, request);
          const id = await pay(request, email, 700);
          await enter(page, "/admin/login", ADMIN);
          await page.goto("/admin/settings");
          await opensUncovered(page, "/admin/settings");
          await opensUncovered(page, "/admin/purchaserequest");
          for (const [decision, name] of [
            ["approve", "Approve purchase"],
            ["reject", "Reject purchase"],
          ] as const) {
            const dialog = page.getByRole("dialog", { name });
            await opensUncovered(page, `/admin/purchaserequest?${decision}=${id}`, dialog);
          }
        },
      );
    },
  );
}

test(
  "a toast on a scrolled page keeps the visible content in view, and closes without moving it",
  { tag: "@full" },
  async ({ page, request, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await enterAsNewMember(page, request);
    await holdToasts(page);
    for (const size of [
      { width: 375, height: 667 },
      { width: 1440, height: 420 },
    ]) {
      await page.setViewportSize(size);
      await placeOrder(page, "7000");
      const copy = await copyButton(page);
      await copy.evaluate((one) => one.scrollIntoView({ block: "center" }));
      const scrolled = await page.evaluate(() => window.scrollY);
      expect(scrolled).toBeGreaterThan(60);
      // A sticky header covers scrolled content with or without toasts.
      await page.evaluate((selector) => {
        // On a wide screen the header scrolls away.
        const top = Math.max(
          0,
          document.querySelector("header")?.getBoundingClientRect().bottom ?? 0,
        );
        for (const one of document.querySelectorAll(selector)) {
          const box = one.getBoundingClientRect();
          if (box.top >= top && box.bottom <= innerHeight) one.setAttribute("data-seen", "");
        }
      }, CONTROLS);
      const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? 0;
      const before = await topOf(copy);
      await copy.click();
      await expect(page.locator(".toast")).toHaveText("UPI ID copied to clipboard!");
      const height = await page.evaluate(
        () => document.querySelector(".toasts")?.clientHeight ?? 0,
      );
      expect(height).toBeGreaterThan(40);
      await expect.poll(() => coveredBy(page, "[data-seen], header")).toEqual([]);
      await expect.poll(() => topOf(copy)).toBeCloseTo(before + height, 0);
      // No focused element is behind it.
      for (let step = 0; step < 3; step++) {
        await page.keyboard.press("Shift+Tab");
        expect(await coveredBy(page, "main :is(a, button, input, select):focus")).toEqual([]);
      }
      await copy.evaluate((one) => one.scrollIntoView({ block: "center" }));
      const during = await topOf(copy);
      await endToasts(page);
      await expect(page.locator(".toast")).toHaveCount(0);
      await expect.poll(() => topOf(copy)).toBeCloseTo(during, 0);
    }
  },
);

test(
  "a page and a dialog with toasts have no accessibility violation",
  { tag: "@full" },
  async ({ page, request }) => {
    const email = await enterAsNewMember(page, request);
    await pay(request, email, 700);
    await page.goto("/user/payment-history?status=PENDING");
    const link = page.getByRole("link", { name: /^View the receipt/ });
    const receipt = (await link.getAttribute("href")) ?? "";
    // Without JavaScript toasts do not close.
    await blockScripts(page);
    for (const address of ["/user/profile", receipt]) {
      await bringToasts(page);
      await page.goto(address);
      await expect(page.getByRole("status").filter({ hasText: WORDS[0] ?? "" })).toHaveAttribute(
        "aria-live",
        "polite",
      );
      await expectSoundInSchemes(page, `${address} with toasts`);
    }
  },
);
