import type { Page } from "@playwright/test";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { expectFits, expectSound } from "../harness/accessibility";
import { ADMIN, PORT, enter, expect, test } from "../harness/test";

/** Each run has its own company, so that expiring orders of other tests add no entries. */
const RUNS = [
  { javaScriptEnabled: true, symbol: "glc" },
  { javaScriptEnabled: false, symbol: "masp" },
];

const rows = (page: Page) => page.locator("tbody tr");

for (const { javaScriptEnabled, symbol } of RUNS) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("an admin reads and searches the audit log, with formatted values before and after", async ({
        page,
      }) => {
        const origin = `http://${symbol}.localhost:${PORT}`;
        const activity = `${origin}/admin/activity`;
        const narrow = async (filter: string, choice: string) => {
          await page.getByRole("combobox", { name: filter }).selectOption(choice);
          if (!javaScriptEnabled) {
            await page
              .locator("form", { has: page.getByRole("combobox", { name: filter }) })
              .getByRole("button", { name: "Apply" })
              .click();
          }
        };
        await enter(page, `${origin}/admin/login`, ADMIN);
        for (const mail of ["first@company.example", "second@company.example"]) {
          await page.goto(`${origin}/admin/settings?tab=company`);
          await page.getByLabel("Support email").fill(mail);
          await page
            .locator("form", { has: page.getByLabel("Support email") })
            .getByRole("button", { name: "Save" })
            .click();
          await expect(page.getByText("Settings saved")).toBeVisible();
        }
        await page.goto(`${origin}/admin/settings?review=1&price=77.125`);
        await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
        await expect(page.getByText("Settings saved")).toBeVisible();

        await page.getByRole("link", { name: "Activity" }).first().click();
        await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
        await expect(page).toHaveTitle(/\| Activity$/);
        for (const name of ["When", "Who", "What", "What changed"]) {
          await expect(page.getByRole("columnheader", { name, exact: true })).toBeVisible();
        }
        const price = rows(page).filter({ hasText: "Set the price, fee or reward" }).first();
        await expect(price).toContainText(/Price: ₹[\d,.]+\s+₹77\.125/);
        const change = rows(page).filter({ hasText: "Changed the settings" }).first();
        await expect(change).toContainText("Admin");
        await expect(change.locator("del")).toHaveText("first@company.example");
        await expect(change.locator("ins")).toHaveText("second@company.example");

        // The page cannot change or delete an entry.
        await expect(page.locator("main form[method=post], tbody button")).toHaveCount(0);

        await narrow("Who", "Member");
        await expect(page).toHaveURL(/actor=USER/);
        await expect(rows(page).filter({ hasText: "Changed the settings" })).toHaveCount(0);
        await narrow("What", "Payments and orders");
        await expect(page).toHaveURL(/action=order/);
        const submitted = rows(page).filter({ hasText: "Submitted a payment" }).first();
        await expect(submitted).toContainText(/Status: Open\s+Pending/);
        const order = (await submitted.locator("td").nth(2).getByRole("link").innerText()).trim();

        // An order's history by its number; a link leads to its decision.
        await page.goto(activity);
        await page.getByRole("searchbox").fill(order);
        await page.getByRole("button", { name: "Search", exact: true }).click();
        await expect(page).toHaveURL(/search=PUR/);
        // The rows change after the URL.
        await expect(rows(page).filter({ hasNotText: order })).toHaveCount(0);
        await expect(rows(page).filter({ hasText: "Made an order" })).toHaveCount(1);
        await rows(page).first().getByRole("link", { name: order }).click();
        await expect(page.locator("main")).toContainText(order);

        // Days, also in reverse order; invalid days are ignored.
        const today = dateInIndia(new Date());
        await page.goto(`${activity}?from=${today}&to=2020-01-01`);
        await expect(price).toBeVisible();
        await page.getByLabel("From").fill("2020-01-01");
        await page.getByLabel("To").fill("2020-01-02");
        await page.getByRole("button", { name: "Show" }).click();
        await expect(page.getByText("Nothing was found for this search.")).toBeVisible();
        await page.goto(`${activity}?from=soon&actor=KING&action=order.invented&page=-4`);
        await expect(price).toBeVisible();
      });
    },
  );
}

test(
  "the activity is accessible on a tablet and fits a phone in Hindi; long texts open by keyboard",
  { tag: "@full" },
  async ({ page }) => {
    const origin = `http://cowl.localhost:${PORT}`;
    await page.setViewportSize({ width: 768, height: 1024 });
    await enter(page, `${origin}/admin/login`, ADMIN);
    await page.goto(`${origin}/admin/settings?tab=texts&text=riskNotice`);
    const notice = page.getByRole("textbox", { name: "Risk notice" });
    await notice.fill("A notice\nof two lines.");
    await page.locator("form", { has: notice }).getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    await page.goto(`${origin}/admin/activity`);
    const summary = rows(page).first().getByText("Risk notice");
    await summary.focus();
    await page.keyboard.press("Enter");
    await expect(rows(page).first()).toContainText("A notice\nof two lines.", {
      useInnerText: true,
    });
    for (const [symbol, colorScheme, locale, width] of [
      ["cowl", "dark", "en-IN", 768],
      ["glxy", "light", "hi-IN", 320],
      ["rsgn", "dark", "hi-IN", 320],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setExtraHTTPHeaders({ "accept-language": locale });
      const site = `http://${symbol}.localhost:${PORT}`;
      if (symbol !== "cowl") await enter(page, `${site}/admin/login`, ADMIN);
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${site}/admin/activity`);
      // On a phone axe checks it in e2e/accessibility/screens.spec.ts.
      if (symbol === "cowl") await expectSound(page, `${symbol} ${width}`);
      else await expectFits(page, `${symbol} ${width}`);
    }
  },
);
