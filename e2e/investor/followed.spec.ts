import { expectAccessible } from "../harness/accessibility";
import { extractText, getDocumentProxy } from "unpdf";
import { enterAsNewMember, placeOrder } from "../harness/orders";
import { approve, idOf, reject } from "../harness/purchases";
import { enter, expect, freshEmail, logIn, register, test, onlyInFull } from "../harness/test";

const WHY = { reason: "No such credit <b>yet</b>", refundNote: "Nothing came, nothing goes back" };

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(true),
    () => {
      test.use({ javaScriptEnabled });

      test("a pending payment is followed, rejected with a reason, submitted again and receipted", async ({
        page,
        request,
      }) => {
        const email = freshEmail();
        await register(request, { email });
        await logIn(page, "/", email);
        const main = page.getByRole("main");
        const payByHand = async () => {
          await page.getByRole("tab", { name: "Manual", exact: true }).click();
          await page.getByRole("checkbox").check();
          await page.getByRole("button", { name: "Confirm Payment" }).click();
          await expect(page).toHaveURL(/\/user\/buy-token$/);
        };
        const lines = page.getByRole("list", { name: "Your orders" });
        /** A pending page updates itself; without JavaScript the member refreshes it. */
        const expectMessage = async (words: RegExp) => {
          if (javaScriptEnabled) {
            await expect(page.getByRole("status").getByText(words)).toBeVisible({
              timeout: 60_000,
            });
          } else {
            await page.reload();
          }
          await expect(lines.getByText("Pending")).toHaveCount(0);
        };
        await page.goto("/user/buy-token");
        await page.locator("[name=amount]").fill("7000");
        await page.getByRole("button", { name: "BUY NOW" }).click();
        await page.waitForURL(/\/user\/payment\?/);
        const orderNumber = new URL(page.url()).searchParams.get("purchaseId") ?? "";
        await payByHand();
        await expect(lines).toContainText("₹7,140.00 is being checked");
        await lines.getByRole("link").click();
        await expect(page).toHaveURL(`/user/orders/${orderNumber}`);
        await expect(main.getByRole("heading", { name: `Order ${orderNumber}` })).toBeVisible();
        await expect(main.getByText("Your payment is being checked")).toBeVisible();
        const mail = main.getByRole("link", { name: "Write the mail", includeHidden: true }).nth(1);
        expect(await mail.getAttribute("href")).toMatch(
          new RegExp(`^mailto:.*subject=${orderNumber}`),
        );
        if (javaScriptEnabled) await expectAccessible(page);
        const id = await idOf(request, email, orderNumber);

        const read = async (bytes: Buffer) => {
          const pages = await getDocumentProxy(new Uint8Array(bytes));
          return (await extractText(pages, { mergePages: true })).text;
        };
        const pdf = await page.request.get(`/user/receipts/${orderNumber}.pdf`);
        expect(pdf.headers()["content-type"]).toBe("application/pdf");
        expect(await read(await pdf.body())).toContain("No tokens are allocated until");

        // An admin decides elsewhere; the page updates without interaction.
        await reject(request, id, WHY);
        await expectMessage(/was rejected\. The reason is on its page\./);
        await page.goto(`/user/orders/${orderNumber}`);
        await expect(main.getByText(`writes: ${WHY.reason}`)).toBeVisible();
        await expect(main.getByText(WHY.refundNote).first()).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(page);
        await page.goto("/user/payment-history?status=REJECTED");
        const row = main.getByRole("row").nth(1);
        await expect(row).toContainText(WHY.reason);
        await row.getByRole("link", { name: /^View/ }).click();
        const receipt = page.getByRole("dialog", { name: "View Payment Receipt" });
        await expect(receipt).toContainText(`Reason${WHY.reason}About your money${WHY.refundNote}`);
        await expect(receipt.getByRole("note", { name: "Risk notice" })).toBeVisible();

        // The payment keeps the agreement, and links to the agreed version.
        await receipt.getByText("To check it yourself").click();
        await expect(receipt).toContainText(
          /Privacy policy and terms of sale agreed\d+ \w{3}( \d{4})?, \d+:\d\d [ap]m/,
        );
        const policy = receipt.getByRole("link", { name: /^Read it \(version [0-9a-f]{12}\)$/ });
        const text = await page.request.get((await policy.getAttribute("href")) ?? "");
        expect(await text.text()).toContain("This is the text members agreed to");

        // The order is paid again, with new consent.
        await receipt.getByRole("link", { name: "Submit again" }).click();
        await page.waitForURL(/\/user\/payment\?/);
        expect(new URL(page.url()).searchParams.get("purchaseId")).toBe(orderNumber);
        await expect(main.getByText("Your payment for this order was rejected.")).toBeVisible();
        await expect(main.getByText(`Reason: ${WHY.reason}`)).toBeVisible();
        await expect(main.getByText(`About your money: ${WHY.refundNote}`)).toBeVisible();
        await payByHand();
        await expect(lines.getByRole("listitem")).toHaveCount(1);
        await expect(lines).toContainText(orderNumber);
        await approve(request, id);
        // Returning to the page polls at once.
        if (javaScriptEnabled) {
          await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
        }
        await expectMessage(/was approved: 1,000 RSGN are yours/);
        // The decision is still shown after a reload; the list of pending payments links to all.
        await page.reload();
        await expect(lines).toContainText("1,000 RSGN are yours");
        await lines.getByRole("link").click();
        await expect(main.getByRole("heading", { name: "1,000 RSGN are yours" })).toBeVisible();
        // Where nothing waits, the history shows every payment.
        await page.goto("/user/payment-history");
        await expect(page.getByLabel("Status")).toHaveValue("ALL");
        await expect(page.getByRole("table")).toContainText(orderNumber);

        await page.goto(`/user/payment-history?status=APPROVED&receipt=${orderNumber}`);
        await expect(receipt).not.toContainText(WHY.reason);
        const keep = page.getByRole("link", { name: "Download the receipt (PDF)" });
        const kept = await page.request.get((await keep.getAttribute("href")) ?? "");
        expect((await read(await kept.body())).replace(/\s/g, "")).toMatch(/[0-9a-f]{64}/);

        // The statement of the year has the purchase, as a table and as a PDF.
        const yearly = "/user/payment-history/statement";
        const table = await page.request.get(`${yearly}?as=csv`);
        expect(table.headers()["content-type"]).toContain("text/csv");
        expect(await table.text()).toContain(`,${orderNumber},1000,0,7000.00,140.00,7140.00,`);
        const printed = await page.request.get(yearly);
        expect(await read(await printed.body())).toContain(orderNumber);
        expect((await page.request.get(`${yearly}?year=x`)).status()).toBe(400);

        // A visitor gets neither the status nor the receipt.
        const stranger = await request.get(`/user/order-standing?of=${orderNumber}`);
        expect(stranger.status()).toBe(401);
        const refused = await request.get(`/user/receipts/${orderNumber}.pdf`, { maxRedirects: 0 });
        expect(refused.status()).toBe(302);
        expect((await request.get(yearly, { maxRedirects: 0 })).status()).toBe(302);
      });
    },
  );
}

test("another member finds neither the order's page, nor its status, nor its receipt", async ({
  browser,
  page,
  request,
}) => {
  const owner = await (await browser.newContext()).newPage();
  await enterAsNewMember(owner, request);
  const order = await placeOrder(owner, "7000");
  expect((await owner.request.get(`/user/orders/${order}`)).status()).toBe(200);
  await enter(page, "/", "asha@member.example");
  for (const path of [`/user/orders/${order}`, `/user/receipts/${order}.pdf`]) {
    expect((await page.request.get(path)).status()).toBe(404);
  }
  const status = await page.request.get(`/user/order-standing?of=${order}`);
  expect(await status.json()).toEqual([]);
  await owner.context().close();
  const own = await page.request.get("/user/receipts/PUR-000000.pdf");
  expect(own.status()).toBe(404);
  for (const number of ["PUR-000000", "nothing"]) {
    expect((await page.request.get(`/user/orders/${number}`)).status()).toBe(404);
  }
  const statuses = await page.request.get("/user/order-standing?of=PUR-000000,PUR-999999");
  expect(await statuses.json()).toEqual([]);
  const odd = await page.request.get("/user/order-standing?of=%00,../etc");
  expect(odd.status()).toBe(400);
});
