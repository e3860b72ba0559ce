import {
  enterAsNewMember,
  methodTab,
  placeOrder,
  freshReference,
  proofPicture,
} from "../harness/orders";
import { expect, test, whenLive, inFull } from "../harness/test";

for (const [method, words] of [
  ["Manual", "MANUAL payment submitted successfully."],
  ["UPI", "UPI proof submitted successfully."],
] as const) {
  test(
    `a payment (${method}) whose following page fails to load is reported as submitted`,
    inFull(method === "UPI"),
    async ({ page, request }) => {
      await enterAsNewMember(page, request);
      await placeOrder(page, "7000");
      await whenLive(page);
      await methodTab(page, method).click();
      await page.getByRole("checkbox").check();
      // The payment is accepted; the next page's response is lost.
      await page.route("**/user/buy-token.data*", (route) => route.abort("internetdisconnected"));
      if (method === "Manual") {
        await page.getByRole("button", { name: "Confirm Payment" }).click();
      } else {
        await page.getByRole("button", { name: "PAY", exact: true }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("UTR or Transaction Number").fill(freshReference());
        await dialog.getByLabel("Upload Transaction File").setInputFiles(await proofPicture());
        await dialog.getByRole("button", { name: "PAY", exact: true }).click();
      }
      const strip = page.locator(".toasts");
      await expect(strip.getByText(`${words} The next page could not be loaded.`)).toBeVisible();
      await expect(page.getByText("Failed to fetch token price")).toHaveCount(0);
      // The frame and the order stay.
      await expect(
        page.getByRole("link", { name: "Payment History", includeHidden: true }).first(),
      ).toBeAttached();
      await expect(page.getByRole("heading", { level: 1, includeHidden: true })).toHaveText(
        /Payment/,
      );
      await page.unroute("**/user/buy-token.data*");
      await strip.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Buy Token" })).toBeVisible();
      await expect(page.getByRole("status").getByText(words)).toBeVisible();
    },
  );
}
