import type { Page } from "@playwright/test";
import { expectSound } from "../harness/accessibility";
import { ADMIN, SECOND_ADMIN, enter, expect, test, whenLive, inFull } from "../harness/test";

const LIST = "/admin/purchaserequest";

const views = (page: Page) => page.getByRole("navigation", { name: "Saved views" });
const heads = (page: Page) => page.locator("main thead th");

/** Opens one of the boxes above the list. */
const open = (page: Page, name: string) => page.locator("summary", { hasText: name }).click();

async function save(page: Page, name: string) {
  await open(page, "Save this view");
  await page.getByLabel("Name of the view").fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });
    const show = async (page: Page, address: string) => {
      await page.goto(address);
      if (javaScriptEnabled) await whenLive(page);
    };

    test(
      "a view of the list is saved, opened, renamed and deleted",
      inFull(javaScriptEnabled),
      async ({ page }) => {
        const name = `Large ${Date.now().toString(36)} ${javaScriptEnabled ? "j" : "n"}`;
        await enter(page, "/admin/login", ADMIN);
        await show(page, `${LIST}?method=UPI&sort=-total&limit=10&least=1&cols=name&cols=total`);
        await save(page, name);
        await expect(page.getByText(`The view ${name} is saved.`)).toBeVisible();
        const link = views(page).getByRole("link", { name, exact: true });
        await expect(link).toHaveAttribute("aria-current", "page");
        await expect(page).toHaveURL(/method=UPI.*sort=-total.*limit=10/);

        // Opened from another list, it is the same again.
        await show(page, LIST);
        await expect(link).not.toHaveAttribute("aria-current", "page");
        const all = await heads(page).count();
        await link.click();
        await expect(link).toHaveAttribute("aria-current", "page");
        expect(await heads(page).count()).toBeLessThan(all);
        await expect(page.getByRole("combobox", { name: "Method" })).toHaveValue("UPI");

        // Each name is there once; what is refused stays typed.
        await show(page, `${LIST}?sort=order`);
        await save(page, name.toUpperCase());
        await expect(page.getByText("You have a view of this name already.").first()).toBeVisible();
        const typed = page.getByLabel("Name of the view", { exact: true });
        await expect(typed).toHaveValue(name.toUpperCase());
        const other = name.replace("Large", "By order");
        await typed.fill(other);
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await expect(page).toHaveURL(/sort=order/);
        await expect(views(page).getByRole("link", { name: other })).toBeVisible();

        // One by one the list is saved on the page of the views; a view there keeps no payment.
        await show(page, `${LIST}/split?sort=-date&at=last`);
        await page.getByRole("link", { name: "Save this view" }).click();
        const fromSplit = name.replace("Large", "Newest");
        await page.getByLabel("Name of the view", { exact: true }).fill(fromSplit);
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await expect(page).toHaveURL(/purchaserequest\?sort=-date$/);

        await views(page).getByRole("link", { name: "Change views" }).click();
        if (javaScriptEnabled) {
          await whenLive(page);
          await expectSound(page, "saved views");
        }
        await page.getByLabel(`Name of the view ${other}`).fill(name);
        await page.getByRole("button", { name: `Rename ${other}` }).click();
        await expect(page.getByText("You have a view of this name already.").first()).toBeVisible();
        const renamed = name.replace("Large", "Oldest");
        await page.getByLabel(`Name of the view ${other}`).fill(renamed);
        await page.getByRole("button", { name: `Rename ${other}` }).click();
        await expect(page.getByText(`The view is called ${renamed} now.`)).toBeVisible();
        for (const one of [renamed, name, fromSplit]) {
          await page.getByRole("button", { name: `Delete ${one}` }).click();
          await expect(page.getByText(`The view ${one} is deleted.`)).toBeVisible();
          await expect(page.getByRole("button", { name: `Delete ${one}` })).toHaveCount(0);
        }
      },
    );

    // Both at once would change the same list of one admin.
    const tab = javaScriptEnabled ? "history" : "requests";

    test(
      "an admin's columns are kept for each list until all are wanted",
      inFull(true),
      async ({ page }) => {
        await enter(page, "/admin/login", SECOND_ADMIN);
        await show(page, `${LIST}?tab=${tab}&limit=10`);
        const all = await heads(page).count();
        const price = heads(page).filter({ hasText: "Price" });
        await expect(price).toHaveCount(1);
        await open(page, "Columns");
        for (const label of ["Price", "Quantity"]) {
          await page.getByRole("checkbox", { name: label, exact: true }).uncheck();
        }
        await page.getByRole("button", { name: "Keep as my columns" }).click();
        await expect(page.getByText("These are your columns now.")).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`\\?tab=${tab}&limit=10$`));
        await expect(heads(page)).toHaveCount(all - 2);
        // An address can show others, also all; a view keeps what is seen.
        await show(page, `${LIST}?tab=${tab}&cols=price`);
        await expect(price).toHaveCount(1);
        await show(page, `${LIST}?tab=${tab}&cols=all`);
        await expect(heads(page)).toHaveCount(all);
        await show(page, `${LIST}?tab=${tab}`);
        await expect(heads(page)).toHaveCount(all - 2);
        await expect(price).toHaveCount(0);
        await open(page, "Columns");
        for (const box of await page.locator('input[name="cols"]').all()) await box.uncheck();
        await page.getByRole("button", { name: "Keep as my columns" }).click();
        await expect(page.getByText("This list shows all columns now.")).toBeVisible();
        await expect(heads(page)).toHaveCount(all);
      },
    );
  });
}
