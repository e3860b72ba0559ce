import type { Page } from "@playwright/test";
import { expectFits } from "../harness/accessibility";
import {
  ADMIN,
  PORT,
  enter,
  expect,
  logIn,
  test,
  waitForScripts,
  onlyInFull,
} from "../harness/test";

/** Each run has its own company, since both change its price and its texts. */
const RUNS = [
  { javaScriptEnabled: true, symbol: "acw" },
  { javaScriptEnabled: false, symbol: "ntcn" },
];

const HOSTILE = `<script>document.title = "taken"</script>
<img src=x onerror="document.title='taken'"> & "quoted" </textarea>`;

const section = (page: Page, name: string) =>
  page.locator("section", { has: page.getByRole("heading", { name, exact: true }) });

/** Saves a form and, with JavaScript, closes the toast before the next form shows its own. */
async function save(page: Page, name: string, hasScript: boolean) {
  await section(page, name).getByRole("button", { name: "Save" }).click();
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
    onlyInFull(javaScriptEnabled),
    () => {
      test.use({ javaScriptEnabled });

      test("an admin sets prices, purchase rules and the support contact, and writes the company's texts", async ({
        page,
        browser,
      }) => {
        const origin = `http://${symbol}.localhost:${PORT}`;
        const settings = `${origin}/admin/settings`;
        await logIn(page, `${origin}/admin/login`, ADMIN);
        await page.getByRole("link", { name: "Settings" }).first().click();
        await expect(
          page.getByRole("heading", { level: 1, name: "Company Settings" }),
        ).toBeVisible();

        // A new price shows its effect and asks for confirmation.
        const price = section(page, "Price");
        await price.getByLabel("New price of one token, in ₹").fill("1,234.5");
        await price.getByRole("button", { name: "Review the change" }).click();
        const dialog = page.getByRole("dialog");
        await expect(dialog).toContainText("one token costs ₹1,234.50");
        await expect(dialog).toContainText("Existing orders keep their price");
        await dialog.getByRole("link", { name: "Cancel" }).click();
        await expect(dialog).toHaveCount(0);
        await expect(price).not.toContainText("₹1,234.50");
        await page.goto(`${settings}?price=1%2C234.5&startsAt=`);
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(page.getByText("Price set")).toBeVisible();
        await expect(price).toContainText("One token costs ₹1,234.50");
        const inForce = page.getByRole("row", { name: /₹1,234\.50/ });
        await expect(inForce).toContainText("In force");

        // An unchanged price and an invalid one are refused beside their field.
        await page.goto(`${settings}?price=1234.50`);
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(dialog.getByText("That is the price already.")).toBeVisible();
        if (javaScriptEnabled) {
          await expect(page.getByRole("status")).toContainText("That is the price already.");
        }
        await dialog.getByLabel("New price of one token, in ₹").fill("free");
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(dialog.getByText("Please enter a valid price.")).toBeVisible();

        // A future price is scheduled, and can be withdrawn until then.
        // Two years, since the year ends in India first.
        const year = new Date().getFullYear() + 2;
        await page.goto(`${settings}?price=2000&startsAt=${year}-01-01T00:00`);
        await expect(dialog).toContainText(
          `From 01/01/${year}, 12:00 AM, one token costs ₹2,000.00.`,
        );
        await dialog.getByRole("button", { name: "Confirm" }).click();
        const upcoming = page.getByRole("row", { name: /₹2,000\.00/ });
        await expect(upcoming).toContainText(`01/01/${year}, 12:00 AM`);
        await expect(upcoming).toContainText("Upcoming");
        await expect(price).toContainText("One token costs ₹1,234.50");
        await upcoming.getByRole("link", { name: /^Cancel the price of ₹2,000\.00/ }).click();
        await expect(dialog).toContainText("The price before it stays in force.");
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(page.getByText("Price cancelled", { exact: true })).toBeVisible();
        await expect(upcoming).toContainText("Cancelled");

        // The support contact; empty fields remove it.
        const support = section(page, "Support contact");
        await support.getByLabel("Support mobile").fill("12");
        await support.getByRole("button", { name: "Save" }).click();
        await expect(support.locator(".error")).toBeVisible();
        await support.getByLabel("Support mobile").fill("98765 43210");
        await support.getByLabel("Support email").fill("help@company.example");
        await save(page, "Support contact", javaScriptEnabled);
        await expect(support.getByLabel("Support mobile")).toHaveValue("+919876543210");
        await support.getByLabel("Support mobile").fill("");
        await save(page, "Support contact", javaScriptEnabled);
        await expect(support.getByLabel("Support mobile")).toHaveValue("");
        await expect(support.getByLabel("Support email")).toHaveValue("help@company.example");

        const buying = section(page, "Who may buy").getByLabel("Members who are not verified yet");
        await buying.selectOption("may not buy until you have verified them");
        await save(page, "Who may buy", javaScriptEnabled);
        await expect(buying).toHaveValue("false");
        await buying.selectOption("may buy");
        await save(page, "Who may buy", javaScriptEnabled);

        const hour = section(page, "Daily mail of the admins").getByLabel("Sent from");
        await expect(hour).toHaveValue("9");
        await hour.selectOption("06:00 PM");
        await save(page, "Daily mail of the admins", javaScriptEnabled);
        await expect(hour).toHaveValue("18");

        // The limits of tokens held without a proof. A refused value is reported beside its field.
        const held = section(page, "Tokens held without a proof");
        const share = held.getByLabel("An unverified member may hold at most");
        await expect(share).toHaveValue("10");
        await share.fill("0");
        await held.getByRole("button", { name: "Save" }).click();
        await expect(held.locator(".error")).toContainText("above 0 and at most 100 percent");
        await share.fill("12.5");
        const days = held.getByLabel("Days until an undecided payment");
        await days.fill("10");
        await save(page, "Tokens held without a proof", javaScriptEnabled);
        await expect(share).toHaveValue("12.5");
        await expect(days).toHaveValue("10");

        // Texts are escaped wherever they appear.
        await section(page, "Risk notice").getByRole("textbox").fill(`Our risk. ${HOSTILE}`);
        await save(page, "Risk notice", javaScriptEnabled);
        await section(page, "Privacy policy").getByRole("textbox").fill(`Our policy. ${HOSTILE}`);
        await save(page, "Privacy policy", javaScriptEnabled);
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
        await save(page, "Risk notice", javaScriptEnabled);
        await section(page, "Privacy policy").getByRole("textbox").fill("");
        await save(page, "Privacy policy", javaScriptEnabled);
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
  onlyInFull(true),
  async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    const origin = `http://cowl.localhost:${PORT}`;
    await enter(page, `${origin}/admin/login`, ADMIN);
    await page.goto(`${origin}/admin/settings`);
    await waitForScripts(page);
    await page.getByLabel("New price of one token, in ₹").focus();
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
        "/admin/settings",
        "/admin/settings?price=19&startsAt=2099-01-01T00:00",
      ]) {
        await page.goto(site + path);
        // Axe checks these screens in e2e/white-label/axe.spec.ts.
        await expectFits(page, `${symbol} ${path}`);
      }
    }
  },
);
