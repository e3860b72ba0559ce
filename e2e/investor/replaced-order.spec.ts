import { expectAccessible } from "../harness/accessibility";
import {
  enterAsNewMember,
  methodTab,
  orderNumberOf,
  placeOrder,
  freshReference,
  proofPicture,
} from "../harness/orders";
import { enter, expect, test } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("a second tab of a replaced order says so, hides payment, and links to the current order", async ({
        page,
        context,
        request,
      }) => {
        await enterAsNewMember(page, request);
        const first = await placeOrder(page, "7000");
        const main = page.getByRole("main");
        await expect(main.getByRole("timer")).toBeVisible();
        await expect(
          main.getByText("rsgn@okbank").or(main.getByText("IFSC Code")).first(),
        ).toBeVisible();

        const second = await context.newPage();
        const latest = await placeOrder(second, "1400");
        await page.bringToFront();
        // An open tab updates itself; without JavaScript it is reloaded.
        if (javaScriptEnabled) {
          await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
        } else {
          await page.reload();
        }
        const said = main.getByText(`Order ${first} was replaced by your order ${latest}.`);
        const nothingToPay = async () => {
          await expect(said).toBeVisible();
          await expect(main.getByRole("timer")).toHaveCount(0);
          await expect(main.getByText("IFSC Code")).toHaveCount(0);
          await expect(main.getByText("rsgn@okbank")).toHaveCount(0);
          await expect(main.getByRole("img", { name: "QR code of the UPI payment" })).toHaveCount(
            0,
          );
          await expect(
            main.getByRole("button", { name: "I've paid: send the number" }),
          ).toBeHidden();
        };
        await nothingToPay();
        await page.reload();
        await nothingToPay();
        if (javaScriptEnabled) await expectAccessible(page);
        await main.getByRole("link", { name: `Go to your order ${latest}` }).click();
        await expect(main.getByRole("timer")).toBeVisible();
        expect(orderNumberOf(page)).toBe(latest);
        await expect(main.getByText("IFSC Code")).toBeVisible();

        // Money sent for the first order is not refused.
        await page.goBack();
        await nothingToPay();
        await main.getByText("I have already sent the money for this order").click();
        await methodTab(page, "UPI").click();
        await expect(main.getByRole("img", { name: "QR code of the UPI payment" })).toHaveCount(0);
        await main.getByRole("checkbox").check();
        await main.getByRole("button", { name: "I've paid: send the number" }).click();
        const dialog = page.getByRole("dialog");
        await expect(
          dialog.getByText(`Order ${first} was replaced by your order ${latest}.`),
        ).toBeVisible();
        await dialog.getByLabel("UTR or Transaction Number").fill(freshReference());
        await dialog.getByLabel("Upload Transaction File").setInputFiles(await proofPicture());
        await dialog.getByRole("button", { name: "I've paid: send the number" }).click();
        await expect(page.getByText("UPI proof submitted successfully.")).toBeVisible();
      });

      test("cancelling an order asks first, and the order stays in sight with a way to send its proof", async ({
        page,
        request,
      }) => {
        await enterAsNewMember(page, request);
        const number = await placeOrder(page, "7000");
        const main = page.getByRole("main");
        const dialog = page.getByRole("dialog");
        const cancel = main.getByRole("link", { name: "Cancel", exact: true });
        await cancel.click();
        await expect(dialog).toContainText(`Cancel order ${number}?`);
        if (javaScriptEnabled) await expectAccessible(page);
        await dialog.getByRole("link", { name: "Keep the order" }).click();
        await expect(dialog).toHaveCount(0);
        await expect(main.getByRole("link", { name: number })).toBeVisible();
        if (javaScriptEnabled) await expect(cancel).toBeFocused();
        await cancel.click();
        await dialog.getByRole("button", { name: "Cancel the order" }).click();
        await expect(page).toHaveURL(/\/user\/buy-token$/);

        const unpaid = main.getByRole("list", { name: "Your orders" });
        for (const path of ["/user/dashboard", "/user/payment-history"]) {
          await page.goto(path);
          await expect(main).toContainText(number);
        }
        if (javaScriptEnabled) await expectAccessible(page);
        await page.goto("/user/dashboard");
        await unpaid.getByRole("link", { name: number }).click();
        await expect(main.getByText("This order is cancelled.")).toBeVisible();
        // One way on; who has paid opens the other.
        await expect(main.getByRole("link", { name: "Buy again" })).toBeVisible();
        const sending = main.getByRole("link", { name: "Send the number" });
        await expect(sending).toBeHidden();
        await main.getByText("I already paid").click();
        await expect(main.getByText("Your money is not lost.")).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(page);
        await sending.click();
        await expect(page).toHaveURL(/\/user\/payment\?.*sent=1/);
        await page.goto("/user/payment-history");
        const row = main.getByRole("row").nth(1);
        await expect(row).toContainText("Cancelled");
        await row.getByRole("link", { name: `I already paid: ${number}` }).click();
        await expect(main.getByText(`Order ${number} was cancelled.`)).toBeVisible();
        // Open at once: how was it paid?
        await expect(
          main.getByRole("button", { name: "I've paid: send the number" }),
        ).toBeVisible();
      });

      test("an order whose time is over is in the history in its state, and takes its payment", async ({
        page,
      }) => {
        await enter(page, "/", "asha@member.example");
        await page.goto("/user/payment-history?status=EXPIRED");
        const main = page.getByRole("main");
        const row = main.getByRole("row").nth(1);
        await expect(row).toContainText("Expired");
        await row.getByRole("link", { name: /^I already paid: PUR-\d+$/ }).click();
        await expect(page).toHaveURL(/\/user\/payment\?/);
        await expect(main.getByText("expired!")).toBeVisible();
        await expect(
          main.getByText("The 15 minutes are over. You can still pay:", { exact: false }),
        ).toBeVisible();
        // The method of the member's last order is open.
        await methodTab(page, "Banking").click();
        const pay = main.getByRole("button", { name: "I've paid: send the number" });
        await expect(pay).toBeVisible();
        await main.getByRole("checkbox").check();
        await pay.click();
        await expect(page.getByRole("dialog", { name: "Submit Transaction Proof" })).toBeVisible();
      });
    },
  );
}

test(
  "an open tab of an order that was paid in another updates itself",
  { tag: "@full" },
  async ({ page, context, request }) => {
    await enterAsNewMember(page, request);
    const order = await placeOrder(page, "7000");
    const second = await context.newPage();
    await second.goto(page.url());
    await methodTab(second, "Manual").click();
    await second.getByRole("checkbox").check();
    await second.getByRole("button", { name: "Confirm Payment" }).click();
    await expect(second).toHaveURL(/\/user\/buy-token$/);
    await page.bringToFront();
    await expect(
      page.getByText(`The payment for order ${order} was already submitted.`),
    ).toBeVisible();
    await expect(page.getByRole("timer")).toHaveCount(0);
  },
);
