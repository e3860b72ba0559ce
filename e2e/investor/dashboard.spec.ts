import { expectAccessible } from "../harness/accessibility";
import { approve, pay } from "../harness/purchases";
import { enter, expect, freshEmail, logIn, register, test, onlyInFull } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(javaScriptEnabled),
    () => {
      test.use({ javaScriptEnabled });

      test(
        "a member sees first steps, pending payments and allocations, and verifies a hash",
        { tag: "@full" },
        async ({ page, request }) => {
          const email = freshEmail();
          await register(request, { email });
          await logIn(page, "/", email);
          await expect(page).toHaveTitle(/\| Dashboard$/);
          const main = page.getByRole("main");
          const global = main.getByRole("tab", { name: /^Global Stock/ });
          const mine = main.getByRole("tab", { name: /^My Stock/ });
          await expect(global).toHaveAttribute("aria-selected", "true");
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

          // The sidebar collapses, also without JavaScript.
          const side = page.getByRole("complementary");
          await expect(side).toContainText(/Tara WalkerID: [2-9A-HJ-NP-Z]{8}/);
          await expect(side.getByRole("link")).toHaveText([
            "Dashboard",
            "Buy Token",
            "Payment History",
            "Profile",
            "Referral",
          ]);
          const fold = side.getByRole("button", { name: "Collapse the menu" });
          for (const isFolded of [true, false]) {
            await fold.click();
            await expect(fold).toHaveAttribute("aria-pressed", String(isFolded));
            await expect(side.getByText("Tara Walker")).toHaveCount(isFolded ? 0 : 1);
            await expect(side.getByRole("navigation")).toBeVisible();
          }

          // A member without orders sees the first steps. The cards work by keyboard.
          await mine.focus();
          await page.keyboard.press("Enter");
          await expect(mine).toHaveAttribute("aria-selected", "true");
          await expect(global).not.toHaveAttribute("aria-selected", "true");
          await expect(main.getByText("You have no tokens yet.")).toBeVisible();
          if (javaScriptEnabled) await expectAccessible(page);
          await main.getByRole("link", { name: "Buy your first tokens" }).click();
          await expect(page).toHaveURL(/\/user\/buy-token$/);

          // An open order is offered again, with the remaining time.
          await page.getByLabel("Amount (INR)").fill("700");
          await page.getByRole("button", { name: "BUY NOW" }).click();
          await expect(page).toHaveURL(/\/user\/payment\?/);
          const payment = page.url();
          await page.goto("/user/dashboard");
          await expect(main.getByText("Your first tokens, in three steps")).toHaveCount(0);
          await expect(main.getByRole("timer")).toHaveText(/^1[45]:\d\d$/);
          const holdings = main.locator("section[aria-labelledby=holdings]");
          await expect(holdings).toContainText("Your tokens");
          await expect(holdings).toContainText("0 RSGN");
          await expect(holdings.getByRole("link")).toHaveCount(0);
          await main.getByRole("list", { name: "Your orders" }).getByRole("link").click();
          await main.getByRole("link", { name: "Continue to payment" }).click();
          await expect(page).toHaveURL(payment);

          // A paid order is pending; once approved, its tokens belong to the member.
          const order = await pay(request, email, 700);
          await page.goto("/user/dashboard?stock=myStock");
          await expect(main.getByRole("list", { name: "Your orders" })).toContainText("Pending");
          await expect(mine).toContainText("0 RSGN");
          await expect(holdings).toContainText(
            /Not yet approved\s*100 RSGN\s*They are yours once your payment has arrived in full/,
          );
          await expect(main.getByRole("figure")).toHaveCount(0);
          await approve(request, order);
          await page.reload();
          await expect(main.getByRole("list", { name: "Your orders" })).not.toContainText(
            "Pending",
          );
          await expect(mine).toContainText("100 RSGN");
          await expect(holdings).toContainText("100 RSGN");
          await expect(holdings).toContainText(/They unlock on \d+ \w{3}( \d{4})?, in \d+ days\./);
          await expect(holdings.getByRole("link")).toHaveText([/^They unlock on/, "Buy tokens"]);
          const made = main.getByRole("group").filter({ hasText: "Your tokens in detail" });
          await made.getByText("Your tokens in detail").click();
          await expect(made.getByRole("definition")).toHaveText([
            "100 RSGN",
            "with their bonus",
            "0 RSGN",
            "for friends who bought",
            "₹714.00",
            "₹14.00 of it was the fee",
          ]);
          await expect(made.getByRole("figure")).toContainText("not a price");
          await expect(made.getByRole("img", { name: /: 100 on .*, 100 today\.$/ })).toBeVisible();
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

          // The hash is shortened, and leads to its page.
          await cells.nth(2).getByRole("link").click();
          await expect(page).toHaveURL(/\/allocation\/[0-9a-f]{64}$/);
          const hash = page.url().split("/").at(-1) ?? "";
          await expect(main.getByRole("heading", { name: "100 RSGN bought" })).toBeVisible();
          const verdict = main.getByRole("status");
          await expect(verdict).toContainText(
            /^Verified: entry [\d,]+ of the listThe record is unchanged/,
          );
          const where = javaScriptEnabled ? "in your browser" : "on the server";
          await expect(verdict).toContainText(`Calculated ${where}.`);
          await expect(main.getByText(hash).first()).not.toBeVisible();
          await main.getByText("Details", { exact: true }).click();
          await expect(main.getByText(hash)).toHaveCount(2);
          if (javaScriptEnabled) await expectAccessible(page);

          // Another member's allocation is a 404.
          const other = await page.request.get(
            `/user/dashboard/allocation/${hash.replaceAll(/[0-7]/g, "8")}`,
          );
          expect(other.status()).toBe(404);

          // After logout no page opens.
          await side.getByRole("button", { name: "Logout" }).click();
          await expect(page).toHaveURL(/:\d+\/$/);
          await page.goto("/user/dashboard?stock=myStock");
          await expect(page).toHaveURL(/:\d+\/\?to=%2Fuser%2Fdashboard%3Fstock%3DmyStock$/);
        },
      );
    },
  );
}

test("a page number beyond the last is empty, and an invalid one is the first", async ({
  page,
}) => {
  await enter(page, "/", "asha@member.example");
  await page.goto("/user/ranking?page=99");
  await expect(page.getByText("No data available.")).toBeVisible();
  await page.goto("/user/ranking?page=nonsense");
  const rows = page.getByRole("main").getByRole("row");
  await expect(rows.nth(1).getByRole("cell").first()).toHaveText(/^1\b/);
});

/** An address, and the elements, bytes of markup and bytes of data that its page has at most. */
const BUDGETS = [
  ["/user/dashboard", 240, 20_000, 8000],
  ["/user/buy-token", 180, 17_000, 8000],
] as const;

for (const [path, elements, bytes, most] of BUDGETS) {
  test(`${path} keeps its budget of elements, bytes and data`, async ({ page }) => {
    await enter(page, "/", "asha@member.example");
    const html = await (await page.request.get(path)).text();
    const data = /streamController\.enqueue\((".*?[^\\]")\)/s.exec(html)?.[1] ?? "";
    // Tests that run beside this one buy as the same member: their orders are lines of this list, and
    // a part of the data.
    const without = html.replace(/<ul[^>]*aria-label="Your orders".*?<\/ul>/s, "");
    expect(without.match(/<[a-z]/gi)?.length).toBeLessThanOrEqual(elements);
    expect(without.length - data.length).toBeLessThan(bytes);
    expect(data.length).toBeGreaterThan(1000);
    expect(data.length).toBeLessThan(most);
  });
}
