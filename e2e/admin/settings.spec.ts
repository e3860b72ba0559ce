import type { Page } from "@playwright/test";
import { expectSound } from "../support/look";
import { ADMIN, PORT, enter, expect, logIn, test } from "../support/test";

/** A company of their own for each, since both change its price and its texts. */
const RUNS = [
  { javaScriptEnabled: true, symbol: "acw" },
  { javaScriptEnabled: false, symbol: "ntcn" },
];

const HOSTILE = `<script>document.title = "taken"</script>
<img src=x onerror="document.title='taken'"> & "quoted" </textarea>`;

const section = (page: Page, name: string) =>
  page.locator("section", { has: page.getByRole("heading", { name, exact: true }) });

/** Saves a form and, with a script, closes the message, so that the next one is the next form's. */
async function save(page: Page, name: string, hasScript: boolean) {
  await section(page, name).getByRole("button", { name: "Save" }).click();
  const saved = page.locator(".toast", { hasText: "Settings saved" });
  await expect(saved).toBeVisible();
  if (!hasScript) return;
  await saved.getByRole("button").click();
  await expect(saved).toHaveCount(0);
}

/** Shows a text as it was typed, and runs none of it. */
async function expectAsTyped(page: Page) {
  await expect(
    page.getByText(`<img src=x onerror="document.title='taken'">`).first(),
  ).toBeVisible();
  await expect(page.locator("img[src='x']")).toHaveCount(0);
  await expect(page).not.toHaveTitle("taken");
}

for (const { javaScriptEnabled, symbol } of RUNS) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("an admin sets prices, says who may buy and whom to ask, and writes the company's texts", async ({
      page,
      browser,
    }) => {
      const origin = `http://${symbol}.localhost:${PORT}`;
      const settings = `${origin}/admin/settings`;
      await logIn(page, `${origin}/admin/login`, ADMIN);
      await page.getByRole("link", { name: "Settings" }).first().click();
      await expect(page.getByRole("heading", { level: 1, name: "Company Settings" })).toBeVisible();

      // A price is asked about before it is set, and says what it does.
      const price = section(page, "Price");
      await price.getByLabel("New price of one token, in ₹").fill("1,234.5");
      await price.getByRole("button", { name: "Review the change" }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toContainText("one token costs ₹1,234.50");
      await expect(dialog).toContainText("Orders that exist keep the price they were made at");
      await dialog.getByRole("link", { name: "Cancel" }).click();
      await expect(dialog).toHaveCount(0);
      await expect(price).not.toContainText("₹1,234.50");
      await page.goto(`${settings}?price=1%2C234.5&startsAt=`);
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByText("Price set")).toBeVisible();
      await expect(price).toContainText("One token costs ₹1,234.50");
      const inForce = page.getByRole("row", { name: /₹1,234\.50/ });
      await expect(inForce).toContainText("In force");

      // The same again, and what is no price, are refused where they were typed.
      await page.goto(`${settings}?price=1234.50`);
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await expect(dialog.getByText("That is the price already.")).toBeVisible();
      if (javaScriptEnabled) {
        await expect(page.getByRole("status")).toContainText("That is the price already.");
      }
      await dialog.getByLabel("New price of one token, in ₹").fill("free");
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await expect(dialog.getByText("Please enter a valid price.")).toBeVisible();

      // A price with a date waits, and can be taken back until then.
      const year = new Date().getFullYear() + 1;
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

      // Whom to ask; and nothing typed takes it away again.
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

      // Texts are texts, wherever they are shown.
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

      // Back to our own text; the version that was stays readable.
      await section(page, "Risk notice").getByRole("textbox").fill("");
      await save(page, "Risk notice", javaScriptEnabled);
      await section(page, "Privacy policy").getByRole("textbox").fill("");
      await save(page, "Privacy policy", javaScriptEnabled);
      const versions = section(page, "Privacy policy");
      await versions.getByText("Versions (2)").click();
      await expect(versions.getByRole("listitem").first()).toContainText("Our own text counted.");
      await expect(versions.getByRole("listitem").nth(1)).toContainText("Our policy.");
    });
  });
}

test("settings and their dialogs work by keyboard and are sound in both schemes and languages", async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const origin = `http://cowl.localhost:${PORT}`;
  await enter(page, `${origin}/admin/login`, ADMIN);
  await page.goto(`${origin}/admin/settings`);
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
    for (const path of ["/admin/settings", "/admin/settings?price=19&startsAt=2027-01-01T00:00"]) {
      await page.goto(site + path);
      await expectSound(page, `${symbol} ${path}`);
    }
  }
});
