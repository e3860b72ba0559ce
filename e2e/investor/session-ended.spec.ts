import type { Page } from "@playwright/test";
import { freshReference, placeOrder } from "../harness/orders";
import { ADMIN, PASSWORD, PORT, enter, expect, freshEmail, register, test } from "../harness/test";

/** The session ended elsewhere: this browser's token is not known any more. */
const endSession = (page: Page, area: "user" | "admin" = "user") =>
  page.context().addCookies([
    {
      name: `prelaunch_${area}`,
      value: `${area === "user" ? "u" : "a"}_${"x".repeat(43)}`,
      url: `http://localhost:${PORT}`,
    },
  ]);

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("proof-draft ")));

async function logInAgain(page: Page, email: string) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("a link and an ended session lead back, with what was typed", async ({
        page,
        request,
      }) => {
        const email = freshEmail();
        await register(request, { email });
        const other = freshEmail();
        await register(request, { email: other });
        // A link of a mail.
        await page.goto("/user/payment-history?status=ALL");
        await expect(page.getByText("Log in to see the page that you asked for.")).toBeVisible();
        await logInAgain(page, email);
        await expect(page).toHaveURL(/\/user\/payment-history\?status=ALL$/);

        // A form.
        const order = await placeOrder(page, "7000");
        await page.getByRole("checkbox").check();
        await page.getByRole("button", { name: "I've paid: send the number" }).click();
        const dialog = page.getByRole("dialog");
        const reference = freshReference();
        await dialog.getByLabel("UTR or Transaction Number").fill(reference);
        await dialog.getByLabel("Enter Amount").fill("7000.50");
        await endSession(page);
        await dialog.getByRole("button", { name: "I've paid: send the number" }).click();
        await expect(page.getByText("Your session ended.")).toBeVisible();
        // It was not sent, so its draft stays.
        if (javaScriptEnabled) expect(await drafts(page)).toHaveLength(1);
        // A wrong password changes nothing of it.
        await page.getByLabel("Email", { exact: true }).fill(email);
        await page.getByLabel("Password", { exact: true }).fill("Wrong-password-1");
        await page.getByRole("button", { name: "Log in", exact: true }).click();
        await expect(page.getByRole("alert")).toBeVisible();
        await logInAgain(page, email);
        await expect(page).toHaveURL(new RegExp(`/user/payment\\?.*purchaseId=${order}.*proof=1`));
        await expect(dialog.getByText("Your session ended before this was sent.")).toBeVisible();
        await expect(dialog.getByLabel("UTR or Transaction Number")).toHaveValue(reference);
        await expect(dialog.getByLabel("Enter Amount")).toHaveValue("7000.50");

        // The next page of a menu.
        await page.goto("/user/referral");
        await endSession(page);
        const menu = page.getByRole("complementary").getByRole("navigation");
        await menu.getByRole("link", { name: "Profile" }).click();
        await expect(page.getByText("Your session ended.")).toBeVisible();
        await logInAgain(page, email);
        await expect(page).toHaveURL(/\/user\/profile$/);

        // Another member of the same browser gets nothing of it.
        await page.goto("/user/buy-token");
        const amount = page.getByLabel("Amount (INR)");
        await amount.fill("7654");
        await endSession(page);
        await page.getByRole("button", { name: "BUY NOW" }).click();
        await expect(page.getByText("Your session ended.")).toBeVisible();
        await logInAgain(page, other);
        await expect(page).toHaveURL(/\/user\/buy-token$/);
        await expect(amount).not.toHaveValue("7654");
        if (javaScriptEnabled) await expect.poll(() => drafts(page)).toEqual([]);
        await expect(page.getByText("Your session ended before this was sent.")).toHaveCount(0);

        // An admin's form too, in a browser of its own.
        await page.context().clearCookies();
        await enter(page, "/admin/login", ADMIN);
        await page.goto("/admin/announcements");
        await page.getByLabel("Title").fill("Launch on Monday");
        await page.getByLabel("Text").fill("All proofs by Friday.");
        await endSession(page, "admin");
        await page.getByRole("button", { name: "Preview" }).click();
        await expect(page.getByText("Your session ended.")).toBeVisible();
        await page.getByLabel("Email", { exact: true }).fill(ADMIN);
        await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
        await page.getByRole("button", { name: "Login", exact: true }).click();
        await expect(page).toHaveURL(/\/admin\/announcements$/);
        await expect(page.getByText("Your session ended before this was sent.")).toBeVisible();
        await expect(page.getByLabel("Title")).toHaveValue("Launch on Monday");
        await expect(page.getByLabel("Text")).toHaveValue("All proofs by Friday.");
      });
    },
  );
}
