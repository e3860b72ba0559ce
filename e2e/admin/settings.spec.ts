import type { Page } from "@playwright/test";
import { expectFits } from "../harness/accessibility";
import { ADMIN, PORT, enter, expect, logIn, test, waitForScripts } from "../harness/test";

/** Each run has its own company, since both change its price and its texts. */
const RUNS = [
  { javaScriptEnabled: true, symbol: "acw" },
  { javaScriptEnabled: false, symbol: "ntcn" },
];

const HOSTILE = `<script>document.title = "taken"</script>
<img src=x onerror="document.title='taken'"> & "quoted" </textarea>`;

const section = (page: Page, name: string) =>
  page.locator("section", { has: page.getByRole("heading", { name, exact: true }) });

const SETTINGS_PAGES = [
  "sale",
  "company",
  "texts",
  "texts&text=termsOfSale",
  "texts&text=questions",
  "texts&text=documents",
  "advanced",
];

/** Opens a tab of the settings. */
const open = (page: Page, tab: string) =>
  page.goto(`${new URL(page.url()).origin}/admin/settings?tab=${tab}`);

/** Saves the open tab and, with JavaScript, closes the toast before the next form shows its own. */
async function save(page: Page, hasScript: boolean) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const saved = page.locator(".toast", { hasText: "Settings saved" });
  await expect(saved).toBeVisible();
  if (!hasScript) return;
  await saved.getByRole("button").click();
  await expect(saved).toHaveCount(0);
}

/** Expects a text verbatim, with no markup executed. */
async function expectAsTyped(page: Page) {
  await expect(
    page.getByText(`<img src=x onerror="document.title='taken'">`).first(),
  ).toBeVisible();
  await expect(page.locator("img[src='x']")).toHaveCount(0);
  await expect(page).not.toHaveTitle("taken");
}

for (const { javaScriptEnabled, symbol } of RUNS) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("an admin sets prices, purchase rules and the support contact, and writes the company's texts", async ({
        page,
        browser,
      }) => {
        const origin = `http://${symbol}.localhost:${PORT}`;
        await logIn(page, `${origin}/admin/login`, ADMIN);
        await page.getByRole("link", { name: "Settings" }).first().click();
        await expect(
          page.getByRole("heading", { level: 1, name: "Company Settings" }),
        ).toBeVisible();

        // A new price shows its effect and asks for confirmation; the input stays in the form.
        const price = page.getByLabel("Price of one token, in ₹");
        const start = page.getByLabel("Price, fee and reward in force from");
        const button = page.getByRole("button", { name: "Save", exact: true });
        const dialog = page.getByRole("dialog");
        await price.fill("1,234.5");
        await button.click();
        await expect(dialog).toContainText("₹1,234.50");
        await expect(dialog).toContainText("The price applies from the moment you confirm.");
        await expect(dialog).toContainText("Existing orders keep their terms");
        await dialog.getByRole("link", { name: "Cancel" }).click();
        await expect(dialog).toHaveCount(0);
        await expect(price).toHaveValue(/^1,?234\.5$/);
        await button.click();
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(page.getByText("Settings saved").first()).toBeVisible();
        await expect(page.getByRole("row", { name: /₹1,234\.50/ })).toContainText("In force");

        // An invalid price, a fee of 101 % and a launch in the past are refused beside their fields.
        for (const [label, typed, message] of [
          ["Price of one token, in ₹", "0", "Please enter a valid price."],
          ["Platform fee, in %", "101", "The fee must be from 0 to 100 percent"],
          ["Launch (Indian time)", "2020-01-01T00:00", "The launch cannot be in the past."],
        ] as const) {
          await open(page, "sale");
          if (javaScriptEnabled) await waitForScripts(page);
          await page.getByLabel(label).fill(typed);
          await button.click();
          await expect(page.locator(".field", { has: page.getByLabel(label) })).toContainText(
            message,
          );
          if (javaScriptEnabled) {
            await page.getByRole("button", { name: "Discard them" }).click();
            await expect(page.getByText("not saved yet")).toHaveCount(0);
          }
        }

        // A future price is scheduled, and can be withdrawn until then.
        // Two years, since the year ends in India first.
        const year = new Date().getFullYear() + 2;
        await open(page, "sale");
        if (javaScriptEnabled) await waitForScripts(page);
        await price.fill("2000");
        await start.fill(`${year}-01-01T00:00`);
        await button.click();
        await expect(dialog).toContainText(`They apply from 1 Jan ${year}, 00:00.`);
        await dialog.getByRole("button", { name: "Confirm" }).click();
        const upcoming = page.getByRole("row", { name: /₹2,000\.00/ });
        await expect(upcoming).toContainText(`1 Jan ${year}, 00:00`);
        await expect(upcoming).toContainText("Upcoming");
        await upcoming.getByRole("link", { name: /^Cancel ₹2,000\.00/ }).click();
        await expect(dialog).toContainText("What applies before it stays in force.");
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(page.getByText("Change cancelled", { exact: true })).toBeVisible();
        await expect(upcoming).toContainText("Cancelled");

        // A fee waits for a second admin, and promises nothing else.
        await open(page, "sale");
        if (javaScriptEnabled) await waitForScripts(page);
        await page.getByLabel("Platform fee, in %").fill("3.5");
        await button.click();
        await expect(dialog).toContainText("change once another owner has confirmed them");
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(page).toHaveURL(/\/admin\/changes/);
        await expect(page.getByText("3.5%")).toBeVisible();
        await open(page, "sale");
        await expect(page.getByLabel("Platform fee, in %")).not.toHaveValue("3.5");

        // Typed values outlast another tab, and are said to be unsaved.
        if (javaScriptEnabled) {
          await waitForScripts(page);
          await page.getByLabel("Least amount of an order, in ₹").fill("500");
          await page.getByRole("tab", { name: "Company" }).click();
          await expect(page.getByLabel("Legal name")).toBeVisible();
          await page.getByRole("tab", { name: "Sale" }).click();
          await expect(page.getByLabel("Least amount of an order, in ₹")).toHaveValue("500");
          await expect(page.getByText("Your changes here are not saved yet.")).toBeVisible();
          await page.getByRole("button", { name: "Discard them" }).click();
          await expect(page.getByLabel("Least amount of an order, in ₹")).toHaveValue("");
        }

        // The support contact; empty fields remove it.
        await open(page, "company");
        const support = section(page, "Support contact");
        await support.getByLabel("Support mobile").fill("12");
        await button.click();
        await expect(support.locator(".error")).toBeVisible();
        await support.getByLabel("Support mobile").fill("98765 43210");
        await support.getByLabel("Support email").fill("help@company.example");
        await save(page, javaScriptEnabled);
        await expect(support.getByLabel("Support mobile")).toHaveValue("+919876543210");
        await support.getByLabel("Support mobile").fill("");
        await save(page, javaScriptEnabled);
        await expect(support.getByLabel("Support mobile")).toHaveValue("");
        await expect(support.getByLabel("Support email")).toHaveValue("help@company.example");

        await open(page, "sale");
        const buying = page.getByLabel("Members who are not verified yet");
        await buying.selectOption("may not buy until you have verified them");
        await save(page, javaScriptEnabled);
        await expect(buying).toHaveValue("false");
        await buying.selectOption("may buy");
        await save(page, javaScriptEnabled);

        await open(page, "advanced");
        const hour = section(page, "Daily mail of the admins").getByLabel("Sent from");
        await expect(hour).toHaveValue("9");
        await hour.selectOption("18:00");
        await save(page, javaScriptEnabled);
        await expect(hour).toHaveValue("18");

        // Texts are escaped wherever they appear.
        await open(page, "texts&text=privacyPolicy");
        await section(page, "Privacy policy").getByRole("textbox").fill(`Our policy. ${HOSTILE}`);
        await save(page, javaScriptEnabled);
        await page.getByRole("link", { name: "Texts", exact: true }).click();
        await expect(page.getByRole("link", { name: "Privacy policy Your own" })).toBeVisible();
        await page.getByRole("link", { name: "Risk notice Our standard" }).click();
        await section(page, "Risk notice").getByRole("textbox").fill(`Our risk. ${HOSTILE}`);
        await save(page, javaScriptEnabled);
        await expect(section(page, "Risk notice").getByRole("textbox")).toHaveValue(
          `Our risk. ${HOSTILE}`,
        );
        await section(page, "Risk notice").getByText("Versions (1)").click();
        await expectAsTyped(page);
        const visitor = await browser.newContext({ javaScriptEnabled });
        const shown = await visitor.newPage();
        for (const path of ["/", "/privacy-policy"]) {
          await shown.goto(origin + path);
          await expect(shown.getByText(path === "/" ? /Our risk\./ : /Our policy\./)).toBeVisible();
          await expectAsTyped(shown);
        }
        await visitor.close();

        // Back to the default text; the earlier version stays readable.
        await section(page, "Risk notice").getByRole("textbox").fill("");
        await save(page, javaScriptEnabled);
        await open(page, "texts&text=privacyPolicy");
        await section(page, "Privacy policy").getByRole("textbox").fill("");
        await save(page, javaScriptEnabled);
        const versions = section(page, "Privacy policy");
        await versions.getByText("Versions (2)").click();
        await expect(versions.getByRole("listitem").first()).toContainText(
          "The standard text applied.",
        );
        await expect(versions.getByRole("listitem").nth(1)).toContainText("Our policy.");
      });
    },
  );
}

test(
  "settings and their dialogs work by keyboard, and fit a small phone in both languages",
  { tag: "@full" },
  async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    const origin = `http://cowl.localhost:${PORT}`;
    await enter(page, `${origin}/admin/login`, ADMIN);
    await page.goto(`${origin}/admin/settings`);
    await waitForScripts(page);
    await page.getByLabel("Price of one token, in ₹").fill("");
    await page.keyboard.type("19");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    for (const [symbol, colorScheme, locale] of [
      ["cowl", "dark", "en-IN"],
      ["glxy", "light", "hi-IN"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setExtraHTTPHeaders({ "accept-language": locale });
      await page.setViewportSize({ width: 320, height: 640 });
      const site = `http://${symbol}.localhost:${PORT}`;
      if (symbol !== "cowl") await enter(page, `${site}/admin/login`, ADMIN);
      for (const path of [
        ...SETTINGS_PAGES.map((tab) => `/admin/settings?tab=${tab}`),
        `/admin/settings?review=1&price=19&startsAt=${new Date().getFullYear() + 2}-01-01T00:00`,
      ]) {
        await page.goto(site + path);
        // Axe checks these screens in e2e/accessibility/screens.spec.ts.
        await expectFits(page, `${symbol} ${path}`);
      }
    }
  },
);
