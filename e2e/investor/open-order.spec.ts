import type { Browser, Page } from "@playwright/test";
import { goOffline } from "../harness/lost-connection";
import { enter, expect, freshEmail, register, test, onlyInFull } from "../harness/test";

/** The member's open order, as offered on the buy page. */
async function openOrder(page: Page): Promise<{ orderNumber: string; total: string } | null> {
  const html = await (await page.request.get("/user/buy-token")).text();
  const line = html.split("</li>").find((part) => part.includes(">Pay ₹")) ?? "";
  const [, orderNumber = "", total = ""] =
    /\/user\/orders\/(PUR-\d+)[^]*₹([\d,.]+)/.exec(line.slice(line.lastIndexOf("<li"))) ?? [];
  return orderNumber === "" ? null : { orderNumber, total };
}

const orderNumberOf = (page: Page) => new URL(page.url()).searchParams.get("purchaseId") ?? "";

async function member(browser: Browser, options: { javaScriptEnabled?: boolean } = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const email = freshEmail();
  await register(context.request, { email });
  await enter(page, "/", email);
  return { context, page };
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test(
      "going back, buying twice and a second tab leave one open order without messages",
      onlyInFull(true),
      async ({ browser }) => {
        const { context, page } = await member(browser, { javaScriptEnabled });
        await page.goto("/user/buy-token");
        await page.locator("[name=amount]").fill("7000");
        await page.getByRole("button", { name: "BUY NOW" }).dblclick();
        // The second click may abort the navigation of the first, which fails `waitForURL`.
        await expect(page).toHaveURL(/\/user\/payment\?/);
        const first = orderNumberOf(page);
        expect(await openOrder(page)).toMatchObject({ orderNumber: first });

        // Going back and buying the same amount returns the same order.
        await page.goBack();
        await page.waitForURL(/\/user\/buy-token/);
        await page.locator("[name=amount]").fill("7000");
        await page.getByRole("button", { name: "BUY NOW" }).click();
        await page.waitForURL(/\/user\/payment\?/);
        expect(orderNumberOf(page)).toBe(first);

        // Both pages offer it again, with the remaining time.
        for (const path of ["/user/buy-token", "/user/dashboard"]) {
          await page.goto(path);
          const offer = page.getByRole("list", { name: "Your orders" });
          await expect(offer.getByRole("timer")).toContainText(/^1[0-5]:\d\d$/);
          await offer.getByRole("link").click();
          await page.getByRole("link", { name: "Continue to payment" }).click();
          await page.waitForURL(/\/user\/payment\?/);
          expect(orderNumberOf(page)).toBe(first);
        }

        // Another amount in a second tab replaces it; the first tab says so and links to it.
        const second = await context.newPage();
        await second.goto("/user/buy-token");
        await second.locator("[name=amount]").fill("1400");
        await second.getByRole("button", { name: "BUY NOW" }).click();
        await second.waitForURL(/\/user\/payment\?/);
        const latest = orderNumberOf(second);
        expect(latest).not.toBe(first);
        expect(await openOrder(page)).toMatchObject({ orderNumber: latest, total: "1,428.00" });
        await page.reload();
        await expect(
          page.getByText(`Order ${first} was replaced by your order ${latest}.`),
        ).toBeVisible();
        await page.getByRole("link", { name: `Go to your order ${latest}` }).click();
        await expect(page.getByText("₹1,428.00").first()).toBeVisible();
        expect(orderNumberOf(page)).toBe(latest);
        await context.close();
      },
    );
  });
}

test("a double click creates one order; a lost connection keeps the input and creates one", async ({
  browser,
}) => {
  const { context, page } = await member(browser);
  await page.goto("/user/buy-token");
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  await page.locator("[name=amount]").fill("7000");
  const buy = page.getByRole("button", { name: "BUY NOW" });
  await expect(buy).toBeEnabled();
  await goOffline(page);
  await buy.click();
  const notice = page.getByText("We couldn't place your order.").first();
  await expect(notice).toBeVisible();
  await expect(page.locator("[name=amount]")).toHaveValue("7,000");
  await context.setOffline(false);
  await expect.poll(() => openOrder(page)).toBeNull();

  posts.length = 0;
  await buy.dblclick();
  await expect(page).toHaveURL(/\/user\/payment\?/);
  expect(posts.length).toBeLessThanOrEqual(2);
  expect(await openOrder(page)).toMatchObject({ orderNumber: orderNumberOf(page) });

  // The response is lost: the order exists, and a repeated submission returns it.
  await page.goto("/user/buy-token");
  await page.locator("[name=amount]").fill("2100");
  await page.route(/\/user\/buy-token/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await buy.click();
  await expect(notice).toBeVisible();
  await page.unroute(/\/user\/buy-token/);
  const made = await openOrder(page);
  expect(made).toMatchObject({ total: "2,142.00" });
  await buy.click();
  await page.waitForURL(/\/user\/payment\?/);
  expect(orderNumberOf(page)).toBe(made?.orderNumber);
  await context.close();
});
