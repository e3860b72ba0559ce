import type { Page } from "@playwright/test";
import { ADMIN, PORT, enter, expect, test } from "../harness/test";

// Separate brands: other tests pay to the accounts of the first one.
const siteOf = (symbol: string) => `http://${symbol}.localhost:${PORT}`;

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByRole("dialog").getByLabel(label).fill(value);
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("an admin updates, adds, makes default and removes the accounts that members pay to", async ({
      page,
      request,
    }) => {
      const site = siteOf(javaScriptEnabled ? "shik" : "acw");
      await enter(page, `${site}/admin/login`, ADMIN);
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
      await expect(page.getByText("Beneficiary updated successfully")).toBeVisible();
      await expect(bank.getByText("SBIN0999999")).toBeVisible();
      await expect(upi.getByText("changed@okbank")).toBeVisible();

      // A second account becomes the default, and the first is removed.
      await page.getByRole("link", { name: "Add Beneficiary" }).click();
      await fill(page, {
        "Bank Name": "HDFC Bank",
        "Branch Name": "Fort, Mumbai",
        "Account Number": "1234 5678 9012",
        "IFSC Code": "HDFC0000060",
      });
      await dialog.getByRole("button", { name: "Add" }).click();
      await expect(page.getByText("Beneficiary added successfully")).toBeVisible();
      const rows = page.locator("tbody tr");
      await expect(rows).toHaveCount(2);
      await expect(rows.first().getByText("Default", { exact: true })).toBeVisible();
      await expect(bank.getByText("SBIN0999999")).toBeVisible();
      await page.getByRole("link", { name: "Make default: 123456789012" }).click();
      await expect(dialog.getByText(/show HDFC Bank 123456789012 first/)).toBeVisible();
      await dialog.getByRole("button", { name: "Make default" }).click();
      await expect(page.getByText("Default account changed successfully")).toBeVisible();
      await expect(bank.getByText("HDFC0000060")).toBeVisible();
      await page.getByRole("link", { name: /^Remove:/ }).click();
      await dialog.getByRole("button", { name: "Remove" }).click();
      await expect(page.getByText("Beneficiary removed successfully")).toBeVisible();
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
  });
}
