import { expectAccessible } from "../harness/accessibility";
import { goOffline } from "../harness/lost-connection";
import { enterAsNewMember, methodTab, placeOrder } from "../harness/orders";
import { idOf, reject } from "../harness/purchases";
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
    await page.getByRole("button", { name: "I've paid: send the number" }).click();
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
    await expect(main.getByRole("button", { name: "I've paid: send the number" })).toBeVisible();
    await methodTab(page, "Manual").click();
    await expect(page).toHaveURL(/[?&]tab=manual$/);
    await expect(main.getByText("in person or as agreed with them")).toBeVisible();
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
    await expect(main.getByText("in person or as agreed with them")).toBeVisible();
    // The steps in their order, and once what follows.
    const manual = main.getByRole("tabpanel", { name: "Manual" });
    await expect(manual.getByRole("listitem")).toHaveText([
      /^Call or write to .+ first\.\+\d+.+@/,
      "Pay in person or as agreed with them.",
      "Then confirm here. No proof is needed.",
    ]);
    await expect(main.getByText(/ checks it, and we email you as soon as/)).toHaveCount(1);
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
    await main.getByRole("checkbox").focus();
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
    // The consent with its two links is next, then the tab's panel, with the tab as its name.
    await keyboard.press("Tab");
    await expect(main.getByRole("checkbox")).toBeFocused();
    for (let link = 0; link < 3; link += 1) await keyboard.press("Tab");
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
      await expect(main.getByText("in person or as agreed with them")).toBeVisible();
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

      test("UPI is first, and the foot has the one next step: to pay in an app, then to send the proof", async ({
        page,
        request,
      }) => {
        await enterAsNewMember(page, request);
        const order = await placeOrder(page, "7000");
        const main = page.getByRole("main");
        await expect(methodTab(page, "UPI")).toHaveAttribute("aria-selected", "true");

        // The first screen has the sum, its time, the consent and one button.
        const next = page.locator(".pay-bar").getByRole("link", { name: /^Pay / });
        for (const part of [
          main.getByText("₹7,140.00", { exact: true }),
          main.getByRole("timer"),
          main.getByRole("checkbox"),
          next,
        ]) {
          await expect(part.first()).toBeInViewport({ ratio: 1 });
        }
        // The code is for another device.
        await main.getByText("QR code for another device").click();
        // All is one column, in the order in which it is done; the consent stands at the foot, right above the
        // button.
        const [tick, go] = [main.getByRole("checkbox"), next];
        const [ticked, gone] = [await tick.boundingBox(), await go.boundingBox()];
        const gap = (gone?.y ?? 0) - (ticked?.y ?? 0) - (ticked?.height ?? 0);
        expect(gap).toBeGreaterThanOrEqual(0);
        expect(gap).toBeLessThan(40);
        const parts = [
          methodTab(page, "UPI"),
          main.getByRole("img", { name: "QR code of the UPI payment" }),
          main.getByRole("button", { name: "I've paid: send the number" }),
          main.getByText("Order Details"),
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

        // Before the consent the button points at it.
        await expect(next).toHaveAttribute("href", "#agree");
        await expect(next).toHaveText("Pay ₹7,140.00 with a UPI app");
        await next.click();
        await expect(main.getByText("If you have paid, nothing is lost.")).toBeVisible();
        await main.getByRole("checkbox").check();
        const pay = page.locator(".pay-bar").getByRole("link", { name: /^Pay / });
        const link = new URL((await pay.getAttribute("href")) ?? "");
        expect(link.protocol).toBe("upi:");
        expect(link.searchParams.get("am")).toBe("7140.00");
        expect(link.searchParams.get("tn")).toContain(order);
        if (javaScriptEnabled) {
          await expectAccessible(page);
          await pay.click();
          await expect(pay).toHaveCount(0);
        }
        await main.getByRole("button", { name: "I've paid: send the number" }).click();
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

test(
  "once the time to pay is over, the page no longer says until when the tokens are reserved",
  { tag: "@full" },
  async ({ page, request }) => {
    await page.clock.install();
    const email = await enterAsNewMember(page, request);
    await placeOrder(page, "7000");
    const due = page.getByRole("main").getByRole("region", { name: "Total Amount" });
    await expect(due).toContainText(/Time to pay: 1[45]:\d\d.*Reserved for you until/);
    await page.clock.fastForward("15:01");
    await expect(due).toContainText("Time to pay: expired!The 15 minutes are over.");
    await expect(due).not.toContainText("Reserved for you until");

    // A rejected payment has no time at all, opens its own method, and says not to pay twice.
    const order = await placeOrder(page, "1400");
    await methodTab(page, "Manual").click();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Confirm Payment" }).click();
    await expect(page).toHaveURL(/\/user\/buy-token$/);
    const id = await idOf(request, email, order);
    await reject(request, id, { reason: "No credit.", refundNote: "" });
    await page.goto(`/user/orders/${order}`);
    await page.getByRole("link", { name: "Submit again" }).click();
    await expect(methodTab(page, "Manual")).toHaveAttribute("aria-selected", "true");
    await expect(due).toContainText("₹1,428.00");
    await expect(due).not.toContainText("Time to pay:");
    await expect(due).not.toContainText("expired!");
    await expect(page.getByText("do not pay a second time")).toBeVisible();
  },
);

test(
  "in forced colours the chosen method has a thicker border than the others",
  { tag: "@full" },
  async ({ page, request }) => {
    await enterAsNewMember(page, request);
    await placeOrder(page, "7000");
    await page.emulateMedia({ forcedColors: "active" });
    const border = (name: "Banking" | "UPI") =>
      methodTab(page, name).evaluate((tab) => getComputedStyle(tab).borderTopWidth);
    expect(await border("Banking")).toBe("3px");
    expect(await border("UPI")).toBe("1px");
  },
);

test("the payment page keeps its budget of elements, whichever method is open", async ({
  page,
  request,
}) => {
  await enterAsNewMember(page, request);
  await placeOrder(page, "7000");
  for (const tab of ["bank", "upi", "manual"]) {
    const html = await (await page.request.get(`${page.url()}&tab=${tab}`)).text();
    expect(html.match(/<[a-z]/gi)?.length, tab).toBeLessThanOrEqual(220);
  }
});
