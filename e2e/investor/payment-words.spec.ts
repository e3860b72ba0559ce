import { freshReference, proofPicture } from "../harness/orders";
import { enter, expect, freshEmail, register, test, onlyInFull } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(true),
    () => {
      test.use({ javaScriptEnabled });

      test("buying and paying show the documented message for each refusal", async ({
        page,
        request,
      }) => {
        const email = freshEmail();
        await register(request, { email });
        await enter(page, "/", email);
        const main = page.getByRole("main");
        const said = (words: string) => main.getByText(words, { exact: true });

        await page.goto("/user/payment");
        await expect(said("Order details not found in URL.")).toBeVisible();
        await main.getByRole("link", { name: "Go Back" }).click();
        await expect(page).toHaveURL(/\/user\/buy-token$/);

        // The token and its terms of sale.
        for (const [term, detail] of [
          ["Price per token", /^₹7\.00$/],
          ["Available private supply", /^[\d,]+ RSGN$/],
          ["Platform Fees (2%)", /^₹0\.00$/],
        ] as const) {
          const fact = main.locator("dl > div", { has: page.getByText(term, { exact: true }) });
          await expect(fact.locator("dd")).toHaveText(detail);
        }
        await expect(main.getByText(/All sales are final\./)).toBeVisible();

        // An amount that is none stays as typed, and is refused.
        const amount = page.getByLabel("Amount (INR)");
        const buy = page.getByRole("button", { name: "BUY NOW" });
        if (javaScriptEnabled) {
          await expect(buy).toBeDisabled();
          await amount.pressSequentially("1a2.5.0-");
          await expect(amount).toHaveValue("1a2.5.0-");
          await expect(buy).toBeDisabled();
          await amount.fill("12.50");
          await expect(buy).toBeEnabled();
          await amount.fill("0");
          await expect(buy).toBeDisabled();
        } else {
          await amount.fill("0");
          await buy.click();
        }
        await expect(said("Please enter a valid amount.")).toBeVisible();
        await amount.fill("6.99");
        if (!javaScriptEnabled) await buy.click();
        await expect(said("This amount is less than the price of one token.")).toBeVisible();
        await amount.fill("70.50");
        if (!javaScriptEnabled) {
          await page.getByRole("button", { name: "Calculate the tokens" }).click();
          await expect(amount).toHaveValue("70.50");
        }
        await expect(main.getByText("Payments waiting")).toBeHidden();
        const worked = main
          .getByText("Approximate total (incl. fee)")
          .locator("xpath=ancestor::dl/..");
        await expect(worked).toContainText(
          "You get10 RSGN10 × ₹7.00₹70.00Platform Fees (2%)₹1.40Approximate total (incl. fee)₹71.40",
        );
        // The part that buys no token is not ordered; one tap chooses a round sum of whole tokens.
        await main.getByRole("link", { name: "₹700", exact: true }).click();
        await expect(amount).toHaveValue("700");
        await expect(worked.getByText("100 RSGN", { exact: true })).toBeVisible();
        await expect(worked).toContainText("100 × ₹7.00₹700.00");
        // Tokens can be typed instead of rupees.
        const tokens = main.getByLabel("Or in tokens");
        if (javaScriptEnabled) await expect(tokens).toHaveValue("100");
        await tokens.fill("143");
        if (!javaScriptEnabled) {
          await page.getByRole("button", { name: "Calculate the tokens" }).click();
        }
        await expect(amount).toHaveValue("1,001");
        await expect(worked.getByText("143 RSGN", { exact: true })).toBeVisible();
        await amount.fill("70.50");
        if (javaScriptEnabled) await expect(tokens).toHaveValue("10");
        await buy.click();
        await expect(page).toHaveURL(/\/user\/payment\?purchaseId=PUR-\d+&purchaseAmount=70\.00/);
        const payment = page.url();
        await expect(main.locator("details", { hasText: "Order Details" })).toHaveText(
          /Order NumberPUR-\d+Tokens10 RSGNOrder Amount₹70\.00Platform Fees \(2%\)₹1\.40Total Amount₹71\.40$/,
        );

        // The sum and its time on top, the consent, then the way to pay.
        const due = main.getByRole("region", { name: "Total Amount" });
        await expect(due).toHaveText(
          /^PUR-\d+ · 10 RSGN₹71\.40Time to pay: \d\d:\d\dReserved for you until /,
        );
        await expect(
          main.getByText(
            /^Transfer exactly ₹71\.40\. Write the order number PUR-\d+ in the remarks\.$/,
          ),
        ).toBeVisible();
        await expect(
          main.getByRole("button", {
            name: "I've paid: send the number",
            description: "This tells us of your payment. It moves no money.",
          }),
        ).toBeVisible();
        if (javaScriptEnabled) {
          await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
          const copied = () => page.evaluate(() => navigator.clipboard.readText());
          await main.getByRole("button", { name: "Copy the amount" }).click();
          await expect.poll(copied).toBe("71.40");
          await main.getByRole("button", { name: "Copy the order number" }).click();
          await expect.poll(copied).toBe(new URL(payment).searchParams.get("purchaseId"));
        }

        // Consent is required; UPI has its own message.
        for (const [tab, button, words] of [
          ["bank", "I've paid: send the number", "Please agree to the privacy policy to proceed."],
          ["manual", "Confirm Payment", "Please agree to the privacy policy to proceed."],
          ["upi", "I've paid: send the number", "Please agree to the privacy & policy to proceed."],
        ] as const) {
          await page.goto(`${payment}&tab=${tab}`);
          await main.getByRole("button", { name: button, exact: true }).click();
          await expect(said(words)).toBeVisible();
          expect(await page.locator(".toast").count()).toBe(0);
        }
        await expect(main.getByText("Scan QR to pay INR 71.40")).toBeVisible();
        await expect(main.getByLabel("UPI ID", { exact: true })).toHaveAttribute("readonly");
        await expect(
          main.getByRole("list", { name: "Works with" }).getByRole("listitem"),
        ).toHaveText(["PhonePe", "Google Pay", "Paytm"]);
        if (javaScriptEnabled) {
          await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
          await main.getByRole("button", { name: "Copy the UPI ID" }).click();
          await expect(page.getByText("UPI ID copied to clipboard!")).toBeVisible();
        }

        // The proof: a reference, the paid amount, and a file.
        await main.getByRole("checkbox").check();
        await main.getByRole("button", { name: "I've paid: send the number" }).click();
        const dialog = page.getByRole("dialog", { name: "Submit Transaction Proof" });
        const pay = dialog.getByRole("button", { name: "I've paid: send the number" });
        await expect(dialog.getByLabel("Enter Amount")).toHaveValue("71.40");
        await expect(page.locator("[role=dialog]:focus, [role=dialog] :focus")).toHaveCount(1);
        await expect(dialog.getByLabel("Enter Amount")).toHaveAttribute("inputmode", "decimal");
        await dialog.getByLabel("Enter Amount").fill("0");
        await pay.click();
        for (const words of [
          "Please enter UTR or Transaction Number.",
          "Please enter a valid amount.",
          "Please upload a transaction file before submitting.",
        ]) {
          await expect(dialog.getByText(words, { exact: true })).toBeVisible();
        }
        expect(await page.locator(".toast.note-danger").count()).toBe(0);
        await dialog.getByRole("button", { name: "Cancel" }).click();
        await expect(dialog).toBeHidden();
        await expect(page.getByText("Payment process cancelled.")).toBeVisible();

        // The bank method has its own messages.
        await page.goto(`${payment}&tab=bank`);
        await main.getByRole("button", { name: "I've paid: send the number" }).click();
        await dialog.getByLabel("UTR or Transaction Number").fill(freshReference());
        await dialog.getByLabel("Upload Transaction File").setInputFiles(await proofPicture());
        // Another amount than the total is asked about, each time that it changes.
        const meant = dialog.getByRole("button", { name: "Yes, I paid this amount" });
        await dialog.getByLabel("Enter Amount").fill("71.00");
        await pay.click();
        await expect(
          dialog.getByText("You entered ₹71.00, but ₹71.40 is to be paid."),
        ).toBeVisible();
        await dialog.getByLabel("Enter Amount").fill("7.14");
        await meant.click();
        await expect(
          dialog.getByText("You entered ₹7.14, but ₹71.40 is to be paid."),
        ).toBeVisible();
        // Enter confirms nothing: it asks again.
        const asked = page.waitForResponse((response) => response.request().method() === "POST");
        await dialog.getByLabel("Enter Amount").press("Enter");
        expect((await asked).status()).toBeGreaterThanOrEqual(400);
        await meant.click();
        await expect(page).toHaveURL(/\/user\/buy-token$/);
        await expect(page.getByText("BANK proof submitted successfully.")).toBeVisible();

        // Cancel on the page cancels the order and releases its tokens.
        await amount.fill("210");
        await buy.click();
        await expect(page).toHaveURL(/\/user\/payment\?/);
        await main.getByRole("link", { name: "Cancel" }).click();
        await page.getByRole("button", { name: "Cancel the order" }).click();
        await expect(page).toHaveURL(/\/user\/buy-token$/);
        await expect(page.getByText("Payment process cancelled.")).toBeVisible();
        await expect(main.getByRole("timer")).toHaveCount(0);

        // Manual payment needs no proof.
        await amount.fill("140");
        await buy.click();
        await expect(page).toHaveURL(/\/user\/payment\?/);
        await page.goto(`${page.url()}&tab=manual`);
        await main.getByRole("checkbox").check();
        await main.getByRole("button", { name: "Confirm Payment" }).click();
        await expect(page).toHaveURL(/\/user\/buy-token$/);
        await expect(page.getByText("MANUAL payment submitted successfully.")).toBeVisible();

        // Both are pending in the history, which shows pending ones first.
        await page.goto("/user/payment-history");
        await expect(page).toHaveTitle(/\| Payment Transaction History$/);
        await expect(main.getByRole("row")).toHaveCount(3);
        await expect(main.getByRole("row").nth(1)).toContainText(
          /1ManualPUR-\d+ RSGN₹142\.80\d\d\/\d\d\/\d{4}.*\d\d:\d\d [AP]MPending/,
        );
      });
    },
  );
}
