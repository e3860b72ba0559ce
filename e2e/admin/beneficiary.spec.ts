import type { Page } from "@playwright/test";
import { ADMIN, PORT, SECOND_ADMIN, enter, expect, test } from "../harness/test";

// Separate brands: other tests pay to the accounts of the first one.
const siteOf = (symbol: string) => `http://${symbol}.localhost:${PORT}`;

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByRole("dialog").getByLabel(label).fill(value);
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("an admin updates, adds, makes default and removes the accounts that members pay to", async ({
        page,
        request,
        browser,
      }) => {
        const site = siteOf(javaScriptEnabled ? "shik" : "acw");
        await enter(page, `${site}/admin/login`, ADMIN);
        const colleague = await (await browser.newContext({ javaScriptEnabled })).newPage();
        await enter(colleague, `${site}/admin/login`, SECOND_ADMIN);
        /** The change is stored; the colleague sees it and confirms it. */
        const confirmed = async (what: string, ...shown: string[]) => {
          await expect(page.getByRole("heading", { name: "Waiting changes" })).toBeVisible();
          await expect(page.getByRole("button", { name: `Withdraw: ${what}` })).toBeVisible();
          await expect(page.getByRole("button", { name: /^Confirm/ })).toHaveCount(0);
          await colleague.goto(`${site}/admin/dashboard`);
          await colleague.getByRole("link", { name: /^Changes to confirm: \d+$/ }).click();
          const change = colleague.getByRole("region", { name: what, exact: true });
          for (const text of shown) await expect(change.getByText(text)).toBeVisible();
          await change.getByRole("button", { name: `Confirm: ${what}` }).click();
          await expect(colleague.getByText("The change has taken effect")).toBeVisible();
          await page.goto(`${site}/admin/beneficiary`);
        };
        await page.goto(`${site}/admin/beneficiary`);
        await expect(page).toHaveTitle(/\| Manage Beneficiary$/);
        const bank = page.getByRole("region", { name: "Bank account" });
        const upi = page.getByRole("region", { name: "UPI ID" });
        for (const label of [
          "Holder Name",
          "Bank Name",
          "Branch Name",
          "Account Number",
          "IFSC Code",
        ]) {
          await expect(bank.getByText(label)).toBeVisible();
        }

        // The edit link of either card opens the same dialog with all six fields.
        await upi.getByRole("link", { name: "Update the UPI ID" }).click();
        const dialog = page.getByRole("dialog");
        await expect(dialog.getByRole("heading", { name: "Update Beneficiary" })).toBeVisible();
        await expect(dialog.getByLabel("UPI ID")).toHaveValue(/@okbank$/);
        await dialog.getByRole("link", { name: "Cancel" }).click();
        await expect(dialog).toHaveCount(0);
        await bank.getByRole("link", { name: "Update the bank account" }).click();
        await fill(page, { "IFSC Code": "ZZZZ0001234", "UPI ID": "not an id" });
        await dialog.getByRole("button", { name: "Update" }).click();
        await expect(dialog.getByText("Please enter a valid UPI ID")).toBeVisible();
        await expect(dialog.getByLabel("UPI ID")).toHaveAttribute("aria-invalid", "true");
        await fill(page, { "UPI ID": "changed@okbank" });
        await dialog.getByRole("button", { name: "Update" }).click();
        await expect(dialog.getByText("No Indian bank has IFSC codes with these")).toBeVisible();
        // An unknown IFSC asks for the branch name.
        await fill(page, { "IFSC Code": "sbin 0999999", "Branch Name": "A new branch" });
        await dialog.getByRole("button", { name: "Update" }).click();
        await expect(dialog.getByText("is not on our list of branches")).toBeVisible();
        await dialog.getByLabel("The bank gave us this IFSC code.").check();
        await dialog.getByRole("button", { name: "Update" }).click();
        await confirmed("Change an account", "SBIN0999999", "changed@okbank");
        await expect(bank.getByText("SBIN0999999")).toBeVisible();
        await expect(upi.getByText("changed@okbank")).toBeVisible();

        // A second account becomes the default, and the first is removed.
        await page.getByRole("link", { name: "Add Beneficiary" }).click();
        await fill(page, {
          "Bank Name": "HDFC Bank",
          "Branch Name": "Fort, Mumbai",
          "Account Number": "1234 5678 9012",
          "The number once more": "1234 5678 9021",
          "IFSC Code": "HDFC0000060",
        });
        await dialog.getByRole("button", { name: "Add" }).click();
        await expect(dialog.getByText("This is not the account number above.")).toBeVisible();
        await fill(page, { "The number once more": "123456789012" });
        await dialog.getByRole("button", { name: "Add" }).click();
        await confirmed("Add an account", "123456789012");
        const rows = page.locator("tbody tr");
        await expect(rows).toHaveCount(2);
        await expect(rows.first().getByText("Default", { exact: true })).toBeVisible();
        await expect(bank.getByText("SBIN0999999")).toBeVisible();
        await page.getByRole("link", { name: "Make default: 123456789012" }).click();
        await expect(dialog.getByText(/show HDFC Bank 123456789012 first/)).toBeVisible();
        await dialog.getByRole("button", { name: "Make default" }).click();
        // A change that is on its way can be withdrawn.
        await page.getByRole("button", { name: "Withdraw: Change an account" }).click();
        await expect(page.getByText("The change was withdrawn")).toBeVisible();
        await page.goto(`${site}/admin/beneficiary`);
        await expect(bank.getByText("SBIN0999999")).toBeVisible();
        await page.getByRole("link", { name: "Make default: 123456789012" }).click();
        await dialog.getByRole("button", { name: "Make default" }).click();
        await confirmed("Change an account");
        await expect(bank.getByText("HDFC0000060")).toBeVisible();
        await page.getByRole("link", { name: /^Remove:/ }).click();
        await dialog.getByRole("button", { name: "Remove" }).click();
        await confirmed("Remove an account");
        await expect(rows).toHaveCount(1);

        // Every change was sent by mail.
        await expect(async () => {
          const answer = await request.get(
            `/trpc/messages.outbox?input=${encodeURIComponent('{"limit":50}')}`,
          );
          const body = (await answer.json()) as {
            result: { data: { records: { address: string; text: string }[] } };
          };
          const mails = body.result.data.records.filter(
            ({ address, text }) => address === ADMIN && text.includes("9012"),
          );
          expect(mails.length).toBeGreaterThanOrEqual(2);
        }).toPass();
      });
    },
  );
}
