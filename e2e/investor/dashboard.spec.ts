import { expectAccessible } from "../support/look";
import { approve, pay } from "../support/purchases";
import { enter, expect, freshEmail, logIn, register, test } from "../support/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a member sees what to do, what waits and what is theirs, and checks a hash", async ({
      page,
      request,
    }) => {
      const email = freshEmail();
      await register(request, { email });
      await logIn(page, "/", email);
      await expect(page).toHaveTitle(/\| Dashboard$/);
      const main = page.getByRole("main");
      const global = main.getByRole("link", { name: /^Global Stock/ });
      const mine = main.getByRole("link", { name: /^My Stock/ });
      await expect(global).toHaveAttribute("aria-current", "true");
      await expect(global).toContainText("View More");
      await expect(global).toContainText("RSGN");
      await expect(main.getByRole("heading", { name: "Global Stock Details" })).toBeVisible();
      await expect(main.getByRole("columnheader")).toHaveText([
        "Stock Rank",
        "Wallet Address",
        "Stock Qty.",
        "Transaction Hash",
        "Date & time",
        "Time Left",
      ]);

      // The menu folds to the side, before any script too.
      const side = page.getByRole("complementary");
      await expect(side).toContainText(/Tara WalkerID: [2-9A-HJ-NP-Z]{8}/);
      await expect(side.getByRole("link")).toHaveText([
        "Dashboard",
        "Buy Token",
        "Payment History",
        "Profile",
        "Referral",
      ]);
      await side.getByLabel("Fold the menu").click();
      await expect(side.getByRole("navigation")).toBeHidden();
      await side.getByLabel("Fold the menu").click();
      await expect(side.getByRole("navigation")).toBeVisible();

      // Whoever has nothing yet is told what to do. The cards work by keyboard.
      await mine.focus();
      await page.keyboard.press("Enter");
      await expect(mine).toHaveAttribute("aria-current", "true");
      await expect(global).not.toHaveAttribute("aria-current", "true");
      await expect(main.getByText("You have no tokens yet.")).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
      await main.getByRole("link", { name: "Buy your first tokens" }).click();
      await expect(page).toHaveURL(/\/user\/buy-token$/);

      // An order that is open is offered again, with the time that is left.
      await page.getByLabel("Amount (INR)").fill("700");
      await page.getByRole("button", { name: "BUY NOW" }).click();
      await expect(page).toHaveURL(/\/user\/payment\?/);
      const payment = page.url();
      await page.goto("/user/dashboard");
      await expect(main.getByText("Your first tokens, in three steps")).toHaveCount(0);
      await expect(main.getByRole("timer")).toHaveText(/^1[45]:\d\d$/);
      await main.getByRole("link", { name: "Continue to payment" }).click();
      await expect(page).toHaveURL(payment);

      // What was paid waits; once approved it is the member's.
      const order = await pay(request, email, 700);
      await page.goto("/user/dashboard?stock=myStock");
      await expect(main.getByRole("region", { name: "Waiting for approval" })).toBeVisible();
      await expect(mine).toContainText("0 RSGN");
      await approve(request, order);
      await page.reload();
      await expect(main.getByRole("region", { name: "Waiting for approval" })).toHaveCount(0);
      await expect(mine).toContainText("100 RSGN");
      await expect(main.getByRole("columnheader")).toHaveText([
        "Member ID",
        "Stock Qty.",
        "Transaction Hash",
        "Date & Time",
        "Reward",
        "Time Left",
      ]);
      const cells = main.getByRole("row").nth(1).getByRole("cell");
      await expect(cells.nth(1)).toHaveText("100");
      await expect(cells.nth(4)).toHaveText("N/A");

      // The hash is short, and copied whole; anybody can work it out anew.
      const hash = (await cells.nth(2).locator("[title]").getAttribute("title")) ?? "";
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      if (javaScriptEnabled) {
        await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
        await cells
          .nth(2)
          .getByRole("button", { name: /^Copy the hash/ })
          .click();
        await expect(page.getByText("Hash copied to clipboard!")).toBeVisible();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hash);
      }
      await cells
        .nth(2)
        .getByRole("link", { name: /^Check the hash/ })
        .click();
      await expect(main.getByRole("heading", { name: "Check an allocation" })).toBeVisible();
      await main.getByRole("button", { name: "Check" }).click();
      await expect(main.getByText("The hash is right.")).toBeVisible();
      await expect(main.getByText("The text agrees with the books.")).toBeVisible();
      await expect(main.getByText("It continues the allocation before it.")).toBeVisible();
      const by = javaScriptEnabled ? "Your own browser" : "The server";
      await expect(main.getByText(`${by} worked this out.`)).toBeVisible();
      await expect(main.getByRole("status").getByText(hash)).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);

      // Another member's allocation is nobody else's business.
      const other = await page.request.get(
        `/user/dashboard/allocation/${hash.replaceAll(/[0-7]/g, "8")}`,
      );
      expect(other.status()).toBe(404);

      // Out again, and nothing opens any more.
      await side.getByRole("button", { name: "Logout" }).click();
      await expect(page).toHaveURL(/:\d+\/$/);
      await page.goto("/user/dashboard?stock=myStock");
      await expect(page).toHaveURL(/:\d+\/$/);
    });
  });
}

test("a page beyond the last is empty, and one that is no number is the first", async ({
  page,
}) => {
  await enter(page, "/", "asha@member.example");
  await page.goto("/user/dashboard?stock=globalStock&page=99");
  await expect(page.getByText("No data available.")).toBeVisible();
  await page.goto("/user/dashboard?limit=10&page=nonsense");
  const rows = page.getByRole("main").getByRole("row");
  await expect(rows.nth(1).getByRole("cell").first()).toHaveText("1");
});
