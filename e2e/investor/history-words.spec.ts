import { pay } from "../harness/purchases";
import {
  enter,
  expect,
  freshEmail,
  register,
  test,
  waitForScripts,
  onlyInFull,
} from "../harness/test";

test(
  "the history shows that it is loading, and the countdown that it has ended",
  onlyInFull(true),
  async ({ page, request }) => {
    const email = freshEmail();
    await register(request, { email });
    await pay(request, email, 70);
    await pay(request, email, 700);
    await enter(page, "/", email);
    const main = page.getByRole("main");
    const rows = main.getByRole("row");
    await page.goto("/user/payment-history");
    await expect(rows).toHaveCount(3);

    // The server searches, starting from page one.
    const number = (await rows.nth(2).getByRole("cell").nth(2).textContent()) ?? "";
    await page.goto("/user/payment-history?page=2&limit=25");
    await expect(page).toHaveURL(/limit=25/);
    await main.getByRole("searchbox").fill(number);
    await main.getByRole("searchbox").press("Enter");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText("₹71.40");
    await expect(page).not.toHaveURL(/page=2/);

    // A slow response shows the documented text.
    let release = () => undefined as void;
    const answered = new Promise<void>((resolve) => (release = resolve));
    const asked: URLSearchParams[] = [];
    await page.route("**/user/payment-history.data*", async (route) => {
      asked.push(new URL(route.request().url()).searchParams);
      await answered;
      // The browser has aborted the first of them.
      await route.continue().catch(() => undefined);
    });
    await main.getByLabel("Status").selectOption("APPROVED");
    await expect(main.getByText("Loading transactions...")).toBeVisible();
    // Input in the meantime is searched for as well, and keeps the filter.
    await main.getByRole("searchbox").fill("UPI");
    await expect.poll(() => asked.length).toBe(2);
    expect(asked[1]?.get("status")).toBe("APPROVED");
    expect(asked[1]?.get("search")).toBe("UPI");
    release();
    await expect(main.getByText("No payment history found.")).toBeVisible();
    await expect(main.getByText("Loading transactions...")).toHaveCount(0);
    await page.unrouteAll({ behavior: "wait" });

    await page.goto("/user/payment-history?receipt=PUR-000000000");
    await expect(main.getByRole("alert")).toContainText(/^Error fetching data: .+/);
    await main.getByRole("link", { name: "Try again" }).click();
    await expect(rows).toHaveCount(3);

    // After fifteen minutes on the page's clock the time is over, and payment is still possible.
    await page.goto("/user/buy-token");
    await page.getByLabel("Amount (INR)").fill("140");
    await page.getByRole("button", { name: "BUY NOW" }).click();
    await expect(page).toHaveURL(/\/user\/payment\?/);
    await page.clock.install();
    await page.goto(`${page.url()}&tab=manual`);
    // The server's markup has a time too: the scripts count from when they begin.
    await waitForScripts(page);
    await expect(main.getByRole("timer")).toHaveText(/^14:\d\d$/);
    await page.clock.fastForward("14:00");
    await expect(main.getByRole("timer")).toHaveText(/^0[01]:\d\d$/);
    await page.clock.fastForward("01:01");
    await expect(main.getByText("expired!")).toBeVisible();
    await expect(main.getByRole("timer")).toHaveCount(0);
    await main.getByRole("checkbox").check();
    await main.getByRole("button", { name: "Confirm Payment" }).click();
    await expect(page).toHaveURL(/\/user\/buy-token$/);

    // A toast closes after five seconds.
    const toast = page.locator(".toast");
    await expect(toast).toHaveText("MANUAL payment submitted successfully.");
    await page.clock.runFor(5000);
    await expect(toast).toHaveCount(0);
  },
);
