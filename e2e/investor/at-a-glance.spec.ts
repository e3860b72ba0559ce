import { expectAccessible } from "../harness/accessibility";
import { enterAsNewMember, placeOrder, proofPicture } from "../harness/orders";
import { approve, pay } from "../harness/purchases";
import { expect, test, waitForScripts, onlyInFull } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(javaScriptEnabled),
    () => {
      test.use({ javaScriptEnabled });

      test(
        "Buy Token tells the limit of waiting payments before anything is typed",
        { tag: "@full" },
        async ({ page, request }) => {
          const email = await enterAsNewMember(page, request);
          const main = page.getByRole("main");
          const waiting = main.getByText("Payments waiting").locator("xpath=following-sibling::dd");
          const quick = main.getByRole("group", { name: "Quick amounts" });
          await page.goto("/user/buy-token");
          await expect(waiting).toHaveCount(0);
          await expect(quick).toBeVisible();
          await expect(main.getByText("You can order now")).toBeVisible();
          await pay(request, email, 70);
          await page.reload();
          await expect(waiting).toHaveText(/^1 \(at most \d+\)$/);
          const [, most = ""] = /most (\d+)/.exec((await waiting.textContent()) ?? "") ?? [];

          for (let paid = 1; paid < Number(most); paid += 1) await pay(request, email, 70);
          await page.reload();
          await expect(waiting).toHaveText(`${most} (at most ${most})`);
          const refusal = `You have ${most} payments waiting for approval. Please wait until one is decided.`;
          await expect(main.getByText(refusal)).toBeVisible();
          await expect(quick).toHaveCount(0);
          await expect(main.getByText("You can order now")).toHaveCount(0);
          const amount = main.getByLabel("Amount (INR)");
          const buy = main.getByRole("button", { name: "BUY NOW" });
          await amount.fill("70");
          if (javaScriptEnabled) {
            await expect(buy).toBeDisabled();
          } else {
            await buy.click();
            await expect(page).toHaveURL(/\/user\/buy-token/);
            await expect(page.getByRole("alert").filter({ hasText: refusal })).toBeVisible();
            await expect(amount).toHaveValue("70");
          }
        },
      );

      test("a password is shown while it is typed, where scripts run", async ({ page }) => {
        await page.goto("/");
        if (javaScriptEnabled) await waitForScripts(page);
        const password = page.getByLabel("Password", { exact: true });
        const show = page.getByRole("button", { name: "Show what you type" });
        await password.fill("Prelaunch-demo-1");
        await expect(password).toHaveAttribute("type", "password");
        await expect(show).toHaveCount(javaScriptEnabled ? 1 : 0);
        if (!javaScriptEnabled) return;
        for (const [type, isShown] of [
          ["text", "true"],
          ["password", "false"],
        ] as const) {
          await show.click();
          await expect(password).toHaveAttribute("type", type);
          await expect(password).toHaveValue("Prelaunch-demo-1");
          await expect(show).toHaveAttribute("aria-pressed", isShown);
        }
      });

      test(
        "the reader's own row of Global Stock is marked, and no other",
        { tag: "@full" },
        async ({ page, request }) => {
          const email = await enterAsNewMember(page, request);
          await approve(request, await pay(request, email, 700));
          const rows = page.getByRole("main").getByRole("row");
          const own = rows.filter({ has: page.getByText("You", { exact: true }) });
          // So small a holding is not among the first five: the ranking leads to its row.
          await page.goto("/user/dashboard?stock=globalStock");
          await expect(rows).toHaveCount(6);
          await expect(own).toHaveCount(0);
          await page.getByRole("link", { name: "See the whole ranking" }).click();
          await expect(page.getByRole("main")).toContainText(/Place \d+\s*of \d+ members/);
          await page.getByRole("link", { name: "Show my row" }).click();
          await expect(own).toHaveCount(1);
          if (javaScriptEnabled) await expectAccessible(page);
          await expect(own).toContainText("100");
          const others = rows.filter({ hasNot: page.getByText("You", { exact: true }) });
          expect(await others.count()).toBeGreaterThan(0);
          const shade = (row: typeof own) =>
            row.first().evaluate((line) => getComputedStyle(line).backgroundColor);
          expect(await shade(own)).not.toBe(await shade(others.last()));
        },
      );
    },
  );
}

test(
  "account, IFSC code and holder are copied as they are, and an upload runs in the brand's colours",
  onlyInFull(true),
  async ({ page, request }) => {
    await enterAsNewMember(page, request);
    await placeOrder(page, "7000");
    await waitForScripts(page);
    const main = page.getByRole("main");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const label of ["Account Number", "IFSC Code", "Holder Name"]) {
      const shown = main.getByText(label, { exact: true }).locator("xpath=following-sibling::dd");
      await main.getByRole("button", { name: `Copy: ${label}` }).click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied, label).not.toBe("");
      await expect(shown).toContainText(copied);
    }

    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "I've paid: send the number" }).click();
    const dialog = page.getByRole("dialog");
    let answer = () => undefined as void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/user/uploads", async (route) => {
      await answered;
      await route.continue();
    });
    await dialog.getByLabel("Upload Transaction File").setInputFiles(await proofPicture());
    const bar = dialog.getByRole("progressbar");
    await expect(bar).toBeVisible();
    // No browser tells the style of the drawn part: its rule is read.
    const colours = await bar.evaluate((element) => {
      const rules = (list: CSSRuleList): string[] =>
        [...list].flatMap((rule) => [
          ...(rule instanceof CSSStyleRule && rule.selectorText.endsWith("-progress-value")
            ? [rule.style.background]
            : []),
          ...("cssRules" in rule ? rules(rule.cssRules as CSSRuleList) : []),
        ]);
      return [...element.ownerDocument.styleSheets].flatMap((sheet) => rules(sheet.cssRules));
    });
    expect(colours).toEqual(["var(--accent)"]);
    answer();
    await expect(dialog.getByText("Uploaded: slip.png")).toBeVisible();
  },
);
