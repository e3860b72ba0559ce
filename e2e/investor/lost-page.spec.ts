import {
  enterAsNewMember,
  methodTab,
  placeOrder,
  freshReference,
  proofPicture,
} from "../harness/orders";
import { expect, test, waitForScripts, onlyInFull } from "../harness/test";

for (const [method, words] of [
  ["Manual", "MANUAL payment submitted successfully."],
  ["UPI", "UPI proof submitted successfully."],
] as const) {
  test(
    `a payment (${method}) whose following page fails to load says so once it loads`,
    onlyInFull(method === "UPI"),
    async ({ page, request }) => {
      await enterAsNewMember(page, request);
      await placeOrder(page, "7000");
      await waitForScripts(page);
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
      await expect(page.getByText("Nothing you did is lost.")).toBeVisible();
      // It asks for the same address, and again while the line is lost.
      const again = page.getByRole("link", { name: "Try again" });
      await again.click();
      await expect(again).toBeVisible();
      await page.unroute("**/user/buy-token.data*");
      await again.click();
      await expect(page.getByRole("heading", { level: 1, name: "Buy Token" })).toBeVisible();
      await expect(page.getByRole("status").getByText(words)).toBeVisible();
    },
  );
}
