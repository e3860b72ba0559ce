import type { Page } from "@playwright/test";
import { proofPicture } from "../harness/orders";
import { enter, expect, freshEmail, register, test, waitForScripts } from "../harness/test";

/** Puts a text on the clipboard and pastes it by keys. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("ControlOrMeta+V");
}

test(
  "a typed amount stays as it is, and is understood or refused, never changed",
  { tag: "@full" },
  async ({ page, request }) => {
    const email = freshEmail();
    await register(request, { email });
    await enter(page, "/", email);
    await page.goto("/user/buy-token");
    await waitForScripts(page);
    const amount = page.getByLabel("Amount (INR)");
    const buy = page.getByRole("button", { name: "BUY NOW" });
    const refused = page.getByText("Please enter a valid amount.", { exact: true });
    for (const typed of ["₹5,000", "Rs. 5000", "5000/-", "५०००", " 49,000.50 "]) {
      await amount.fill("");
      await amount.pressSequentially(typed);
      await expect(amount).toHaveValue(typed);
      await expect(buy).toBeEnabled();
      await expect(refused).toBeHidden();
    }
    await amount.selectText();
    await paste(page, "Rs. 5000");
    await expect(amount).toHaveValue("Rs. 5000");
    for (const typed of ["1527,96", "1.2.3", "50a00", "5 000"]) {
      await amount.fill("");
      await amount.pressSequentially(typed);
      await expect(amount).toHaveValue(typed);
      await expect(refused).toBeVisible();
      await expect(buy).toBeDisabled();
    }

    // The amount that was paid: no wheel and no key changes it by itself.
    await amount.fill("70");
    await buy.click();
    await expect(page).toHaveURL(/purchaseAmount=70\.00/);
    await page.goto(`${page.url()}&tab=upi`);
    await page.getByRole("main").getByRole("checkbox").check();
    await page.getByRole("button", { name: "I've paid: send the number" }).click();
    const paid = page.getByRole("dialog").getByLabel("Enter Amount");
    const total = await paid.inputValue();
    await paid.focus();
    await page.mouse.wheel(0, 200);
    await page.keyboard.press("ArrowDown");
    await expect(paid).toHaveValue(total);
    await expect(paid).toHaveAttribute("inputmode", "decimal");
    await paid.fill("");
    await paid.pressSequentially("1527,96");
    await expect(paid).toHaveValue("1527,96");
  },
);

for (const javaScriptEnabled of [true, false]) {
  const form = javaScriptEnabled ? "with JavaScript" : "without JavaScript";
  test.describe(form, { tag: "@full" }, () => {
    test.use({ javaScriptEnabled });

    test("a mistyped transaction number is asked about, and nothing is lost", async ({
      page,
      request,
    }) => {
      const email = freshEmail();
      await register(request, { email });
      await enter(page, "/", email);
      await page.goto("/user/buy-token");
      await page.getByLabel("Amount (INR)").fill("₹७०/-");
      await page.getByRole("button", { name: "BUY NOW" }).click();
      await expect(page).toHaveURL(/purchaseAmount=70\.00/);
      await page.goto(`${page.url()}&tab=upi`);
      await page.getByRole("main").getByRole("checkbox").check();
      await page.getByRole("button", { name: "I've paid: send the number" }).click();

      const dialog = page.getByRole("dialog");
      const number = dialog.getByLabel("UTR or Transaction Number");
      const pay = dialog.getByRole("button", { name: "I've paid: send the number" });
      const question = dialog.getByText("The number of a UPI payment has 12 digits.");
      const typed = `T${Date.now()}`;
      await number.fill(typed);
      await dialog.getByLabel("Upload Transaction File").setInputFiles(await proofPicture());
      await pay.click();
      await expect(question).toBeVisible();
      await expect(number).toHaveValue(typed);
      await expect(dialog.getByText("slip.png")).toBeVisible();
      // A second number of another form is asked about again, and the amount with it.
      await number.fill(`${typed}0`);
      await dialog.getByLabel("Enter Amount").fill("71");
      await dialog.getByRole("button", { name: "Yes, this is the number" }).click();
      await expect(question).toBeVisible();
      await expect(dialog.getByText("You entered ₹71.00, but ₹71.40 is to be paid.")).toBeVisible();
      await expect(dialog.getByText("slip.png")).toBeVisible();
      await dialog.getByRole("button", { name: "Yes, amount and number are right" }).click();
      await expect(page.getByText("UPI proof submitted successfully.")).toBeVisible();
      await page.goto("/user/payment-history?status=PENDING");
      await page
        .getByRole("link", { name: /Receipt|View/ })
        .first()
        .click();
      await expect(page.getByRole("dialog").getByText(`${typed}0`)).toBeVisible();
    });
  });
}
