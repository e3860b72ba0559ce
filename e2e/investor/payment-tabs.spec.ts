import { expectAccessible } from "../harness/accessibility";
import { goOffline } from "../harness/lost-connection";
import { enterAsNewMember, methodTab, placeOrder } from "../harness/orders";
import { expect, test } from "../harness/test";

test(
  "the privacy checkbox keeps its state when the method changes on a slow connection",
  { tag: "@full" },
  async ({ page, request }) => {
    await enterAsNewMember(page, request);
    await placeOrder(page, "7000");
    // The server's data arrives after the clicks below.
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/*.data?*", async (route) => {
      if (route.request().method() === "GET") await released;
      // The page may have aborted it.
      await route.continue().catch(() => undefined);
    });
    const tick = page.getByRole("checkbox");
    await methodTab(page, "Manual").click();
    // Also after a refusal, which disappears when the tab changes.
    const refused = page.getByText("Please agree to the privacy policy to proceed.");
    await page.getByRole("button", { name: "Confirm Payment" }).click();
    await expect(refused.first()).toBeVisible();
    await tick.check();
    for (const name of ["UPI", "Banking", "Manual"] as const) {
      await methodTab(page, name).click();
      await expect(tick).toBeChecked();
    }
    await expect(refused).toHaveCount(0);
    release();
    await page.unrouteAll({ behavior: "wait" });
    await page.waitForLoadState("networkidle");
    await expect(tick).toBeChecked();
    await page.getByRole("button", { name: "Confirm Payment" }).click();
    await expect(page.getByText("MANUAL payment submitted successfully.")).toBeVisible();
  },
);

test(
  "the payment page loads all methods: tabs and dialog work without a connection",
  { tag: "@full" },
  async ({ page, context, request }) => {
    await enterAsNewMember(page, request);
    const order = await placeOrder(page, "7000");
    const main = page.getByRole("main");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Make Payment" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();

    await goOffline(page);
    const asked: string[] = [];
    page.on("request", (one) => asked.push(one.url()));
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await methodTab(page, "UPI").click();
    await expect(page).toHaveURL(new RegExp(`purchaseId=${order}.*[?&]tab=upi$`));
    const code = main.getByRole("img", { name: "QR code of the UPI payment" });
    await expect(code).toBeVisible();
    expect(await code.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(256);
    await expect(main.getByRole("button", { name: "PAY", exact: true })).toBeVisible();
    await methodTab(page, "Manual").click();
    await expect(page).toHaveURL(/[?&]tab=manual$/);
    await expect(main.getByRole("heading", { name: "Manual payment" })).toBeVisible();
    await expect(code).toBeHidden();
    await methodTab(page, "Banking").click();
    await expect(main.getByText("Bank Details")).toBeVisible();
    await expect(main.getByRole("heading", { name: "Payment", level: 1 })).toBeVisible();
    expect(asked.filter((url) => url.includes("/user/payment"))).toEqual([]);
    await context.setOffline(false);

    // The URL opens the same tab.
    await methodTab(page, "Manual").click();
    await page.reload();
    await expect(methodTab(page, "Manual")).toHaveAttribute("aria-selected", "true");
    await expect(main.getByRole("heading", { name: "Manual payment" })).toBeVisible();
  },
);

test(
  "with JavaScript the payment's tabs are one stop: arrows move, Enter and the space bar select",
  { tag: "@full" },
  async ({ page, request }) => {
    await enterAsNewMember(page, request);
    await placeOrder(page, "7000");
    const main = page.getByRole("main");
    const { keyboard } = page;
    const bank = methodTab(page, "Banking");
    const upi = methodTab(page, "UPI");
    const manual = methodTab(page, "Manual");
    await expect(bank).toHaveAttribute("tabindex", "-1");
    await main.getByRole("tabpanel", { name: "Banking" }).focus();
    await keyboard.press("Shift+Tab");
    await expect(bank).toBeFocused();
    await keyboard.press("ArrowRight");
    await expect(upi).toBeFocused();
    await expect(upi).toHaveAttribute("aria-selected", "false");
    await keyboard.press("Space");
    await expect(upi).toHaveAttribute("aria-selected", "true");
    await expect(page).toHaveURL(/tab=upi$/);
    await keyboard.press("End");
    await expect(manual).toBeFocused();
    await keyboard.press("Enter");
    await expect(manual).toHaveAttribute("aria-selected", "true");
    await expect(page).toHaveURL(/tab=manual$/);
    await keyboard.press("ArrowRight");
    await expect(bank).toBeFocused();
    await keyboard.press("Shift+Tab");
    await expect(bank).not.toBeFocused();
    await keyboard.press("Tab");
    await expect(manual).toBeFocused();
    // The tab's panel is next, with the tab as its name.
    await keyboard.press("Tab");
    await expect(main.getByRole("tabpanel", { name: "Manual" })).toBeFocused();
    await expectAccessible(page);
  },
);

test.describe("without JavaScript", { tag: "@full" }, () => {
  test.use({ javaScriptEnabled: false });

  test(
    "without JavaScript each payment method is a link and a tab stop",
    { tag: "@full" },
    async ({ page, request }) => {
      await enterAsNewMember(page, request);
      await placeOrder(page, "7000");
      const main = page.getByRole("main");
      const { keyboard } = page;
      await methodTab(page, "Banking").focus();
      await keyboard.press("Tab");
      await expect(methodTab(page, "UPI")).toBeFocused();
      await keyboard.press("Tab");
      await expect(methodTab(page, "Manual")).toBeFocused();
      await keyboard.press("Enter");
      await expect(page).toHaveURL(/tab=manual$/);
      await expect(methodTab(page, "Manual")).toHaveAttribute("aria-selected", "true");
      await expect(main.getByRole("tabpanel", { name: "Manual" })).toBeVisible();
      await expect(main.getByRole("heading", { name: "Manual payment" })).toBeVisible();
      await expect(main.getByText("Bank Details")).toBeHidden();
    },
  );
});

const ANDROID =
  "Mozilla/5.0 (Linux; Android 13; Pixel 6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    `on a phone ${javaScriptEnabled ? "with" : "without"} JavaScript`,
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled, userAgent: ANDROID, viewport: { width: 375, height: 740 } });

      test("UPI is first, and the foot has the next step: to pay in an app, then to add the UTR", async ({
        page,
        request,
      }) => {
        await enterAsNewMember(page, request);
        const order = await placeOrder(page, "7000");
        const main = page.getByRole("main");
        await expect(methodTab(page, "UPI")).toHaveAttribute("aria-selected", "true");

        // All is one column, in the order in which it is done.
        const parts = [
          methodTab(page, "UPI"),
          main.locator(".pay-steps:visible").first(),
          main.getByRole("checkbox"),
          main.getByRole("button", { name: "PAY", exact: true }),
          main.getByRole("region", { name: "Order Details" }),
        ];
        let above = 0;
        for (const part of parts) {
          const { y = 0, width = 0 } = (await part.boundingBox()) ?? {};
          expect(y).toBeGreaterThan(above);
          expect(width).toBeLessThanOrEqual(375);
          above = y;
        }
        const wide = await main.evaluate((element) => element.scrollWidth - element.clientWidth);
        expect(wide).toBe(0);

        const pay = page.locator(".pay-bar").getByRole("link", { name: /^Pay / });
        await expect(pay).toHaveText("Pay ₹7,140.00 with a UPI app");
        const paid = page.getByRole("link", { name: "I have paid: add the UTR" });
        if (!javaScriptEnabled) {
          await paid.click();
          await expect(main.getByRole("checkbox")).toBeInViewport({ ratio: 1 });
          await expect(main.getByText("If you have paid, nothing is lost.")).toBeVisible();
        }
        const link = new URL((await pay.getAttribute("href")) ?? "");
        expect(link.protocol).toBe("upi:");
        expect(link.searchParams.get("am")).toBe("7140.00");
        expect(link.searchParams.get("tn")).toContain(order);
        await main.getByRole("checkbox").check();
        await expect(paid).toBeHidden();
        if (javaScriptEnabled) {
          await expectAccessible(page);
          await pay.click();
          await expect(pay).toHaveCount(0);
          await page.getByRole("button", { name: "I have paid: add the UTR" }).click();
        } else {
          await main.getByRole("button", { name: "PAY", exact: true }).click();
        }
        const dialog = page.getByRole("dialog", { name: "Submit Transaction Proof" });
        await expect(dialog.getByLabel("UTR or Transaction Number")).toBeVisible();

        // The order's number leads to the page that has its steps.
        await page.goto(`/user/payment?purchaseId=${order}`);
        await main.getByRole("link", { name: order }).click();
        await expect(page).toHaveURL(`/user/orders/${order}`);
        await expect(main.getByRole("heading", { name: "Your turn: pay ₹7,140.00" })).toBeVisible();
      });
    },
  );
}
