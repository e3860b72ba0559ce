import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessibility";
import { foundCompany } from "../harness/new-company";
import { call, pay } from "../harness/purchases";
import { PASSWORD, enter, expect, freshEmail, register, test } from "../harness/test";

/** The words of a refund: without JavaScript in Hindi. */
const REFUND = {
  en: {
    language: "en",
    refund: "Refund",
    received: "Received",
    hint: "What you did not send back stays in this list.",
    amount: "Amount sent back",
    reference: "Reference of the refund",
    seen: "I have seen this money",
    below: "What arrived is less than what was sent back.",
    recorded: /^Refund for PUR-\d+ recorded\. ₹150\.00 of it is left\.$/,
    unneeded: "Received; not needed by the order",
  },
  hi: {
    language: "hi",
    refund: "रिफ़ंड",
    received: "मिली राशि",
    hint: "जो आपने नहीं लौटाया, वह इसी सूची में रहता है।",
    amount: "लौटाई गई राशि",
    reference: "रिफ़ंड का रेफ़रेंस नंबर",
    seen: "मैंने यह पैसा हमारे खाते में देख लिया है।",
    below: "मिली राशि लौटाई गई राशि से कम है।",
    recorded: /^PUR-\d+ का रिफ़ंड दर्ज हुआ। इसमें से ₹150\.00 बाकी हैं।$/,
    unneeded: "प्राप्त; ऑर्डर को इसकी ज़रूरत नहीं",
  },
};

/** The words of an allocation, likewise. */
const ALLOCATION = {
  en: {
    language: "en",
    allocate: "Allocate",
    received: "Received",
    onRecord: "On record for this payment is ₹5.00",
    hint: "what the order does not need stays in this list.",
    seen: "I have seen this money",
    below: "This sum pays for less than one token of the order.",
    allocated: /^5 tokens allocated for PUR-\d+\. ₹5\.00 is left\.$/,
  },
  hi: {
    language: "hi",
    allocate: "आवंटित करें",
    received: "मिली राशि",
    onRecord: "इस भुगतान के लिए ₹5.00 दर्ज है",
    hint: "जो पैसे ऑर्डर को नहीं चाहिए, वे इसी सूची में रहते हैं।",
    seen: "मैंने यह पैसा हमारे खाते में देख लिया है।",
    below: "इस राशि से ऑर्डर का एक टोकन भी नहीं खरीदा जा सकता।",
    allocated: /^PUR-\d+ के लिए 5 टोकन आवंटित हुए। ₹5\.00 बाकी हैं।$/,
  },
};

/** An order of ₹200 whose payment an admin recorded, and which is unallocated since ten tokens are left. */
async function unallocatedByRecord(request: APIRequestContext, received: string) {
  // A hundred tokens, of which thirty are for sale: two orders of twenty do not fit.
  const { origin, there, adminEmail } = await foundCompany(request, 100);
  const tokenOf = async (path: string, login: object) =>
    String((await call(there, path, login))["token"]);
  const act = async (authorization: string, name: string, data: object) => {
    const answer = await there.post(`/trpc/${name}`, { data, headers: { authorization } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const login = { email: adminEmail, password: PASSWORD };
  const admin = await tokenOf("/company/auth/login", login);
  await act(admin, "prices.set", { price: "10" });
  const [late, quick] = [freshEmail(), freshEmail()];
  for (const email of [late, quick]) await register(there, { email, name: "Lata Late" });
  const memberOf = (user: string) => tokenOf("/user/auth/login", { user, password: PASSWORD });
  const payer = await memberOf(late);
  const ordered = await there.post("/api/v1/user/package/order", {
    data: { amount: 200 },
    headers: { authorization: payer },
  });
  expect(ordered.status()).toBe(200);
  const purchaseId = /PUR-\d+/.exec(await ordered.text())?.[0] ?? "";
  await act(payer, "orders.cancel", { purchaseId });
  await act(await memberOf(quick), "orders.create", { amount: "200" });
  await act(admin, "payments.record", {
    purchaseId,
    version: 0,
    paymentMethod: "BANK",
    reference: "LATE200",
    received,
  });
  return { origin, adminEmail };
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("a late payment without tokens stays on record until an admin settles it", async ({
        page,
        browser,
        request,
      }) => {
        // A hundred tokens, of which thirty are for sale.
        const { origin, there, adminEmail } = await foundCompany(request, 100);
        const admin = await call(there, "/company/auth/login", {
          email: adminEmail,
          password: PASSWORD,
        });
        const price = await there.post("/trpc/prices.set", {
          data: { price: "10" },
          headers: { authorization: String(admin["token"]) },
        });
        expect(price.status()).toBe(200);
        const [late, quick] = [freshEmail(), freshEmail()];
        for (const email of [late, quick]) await register(there, { email, name: "Lata Late" });

        // The late payer's order is cancelled, and another member holds twenty tokens.
        await enter(page, `${origin}/`, late);
        await page.goto(`${origin}/user/buy-token`);
        await page.getByLabel("Amount (INR)").fill("200");
        await page.getByRole("button", { name: "BUY NOW" }).click();
        await page.waitForURL(/\/user\/payment\?/);
        const payment = page.url();
        await page.getByRole("link", { name: "Cancel", exact: true }).click();
        await page.getByRole("button", { name: "Cancel the order" }).click();
        await expect(page).toHaveURL(/buy-token/);
        const member = await call(there, "/user/auth/login", { user: quick, password: PASSWORD });
        const taken = await there.post("/api/v1/user/package/order", {
          data: { amount: 200 },
          headers: { authorization: String(member["token"]) },
        });
        expect(taken.status()).toBe(200);

        // The money is on its way: the payment is refused, and stays on record.
        await page.goto(payment);
        await page.getByText("I have already sent the money for this order").click();
        await page.getByRole("checkbox", { name: /privacy policy/ }).check();
        await page.getByRole("button", { name: "Confirm Payment" }).click();
        await expect(
          page.getByRole("heading", { name: "Your payment is on record" }),
        ).toBeVisible();
        await expect(page.getByText("There are no longer enough tokens").first()).toBeVisible();
        await expect(page.getByText("Please do not pay again.")).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(page);
        await page.goto(`${origin}/user/payment-history`);
        await expect(page.getByRole("list", { name: "Your orders" })).toContainText("On record");
        await expect(page.getByRole("row").last()).toContainText("On record");
        await expect(page.getByRole("link", { name: /^I already paid/ })).toHaveCount(0);
        if (javaScriptEnabled) await expectAccessible(page);

        // The admin allocates the ten tokens that are left, and sends the rest of the money back.
        const desk = await (await browser.newContext({ javaScriptEnabled })).newPage();
        await enter(desk, `${origin}/admin/login`, adminEmail);
        await desk.goto(`${origin}/admin/payments`);
        await desk.getByRole("tab", { name: "Unallocated 1" }).click();
        await expect(desk.getByText("10 tokens are left to allocate.")).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(desk);

        // The list is narrowed, searched and sorted as Manage Purchase is, and keeps its address.
        await desk.goto(`${origin}/admin/payments?tab=unallocated&least=5000`);
        await expect(desk.getByText("No payment matches this search")).toBeVisible();
        await desk.getByRole("link", { name: "All dates and amounts" }).click();
        const row = desk.locator("tbody tr").filter({ hasText: "Lata Late" });
        await expect(row).toHaveCount(1);
        await expect(desk.getByText(/^1 payment · ₹[\d.]+ unallocated$/)).toBeVisible();
        const { height = 0 } = (await row.boundingBox()) ?? {};
        expect(height).toBeLessThanOrEqual(48);
        await desk.getByRole("searchbox").fill("late lata");
        await desk.getByRole("searchbox").press("Enter");
        await expect(desk).toHaveURL(/search=late\+lata/);
        await desk.getByRole("link", { name: "Unallocated", exact: true }).click();
        await expect(desk).toHaveURL(/search=late\+lata&sort=-open/);
        await expect(desk.locator("th[aria-sort=descending]")).toContainText("Unallocated");
        await expect(row).toHaveCount(1);
        await desk.getByRole("link", { name: "Allocate", exact: true }).click();
        await expect(desk.getByText("The order is for 20. Only 10 are left now")).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(desk);
        // Without the confirmation nothing is sent.
        await desk.getByRole("button", { name: "Allocate" }).click();
        const confirmed = desk.getByRole("checkbox", { name: "I have received this money" });
        await expect(confirmed).toBeFocused();
        await confirmed.check();
        await desk.getByRole("button", { name: "Allocate" }).click();
        await expect(desk.getByText(/^10 tokens allocated for PUR-/)).toBeVisible();
        await expect(desk).toHaveURL(/search=late\+lata&sort=-open/);
        await expect(desk.getByText("More than its order takes")).toBeVisible();
        await refund(desk);
        await expect(desk.getByText("No payment matches this search")).toBeVisible();
        await desk.goto(`${origin}/admin/payments?tab=unallocated`);
        await expect(desk.getByText("No payment is unallocated.")).toBeVisible();

        await page.goto(`${origin}/user/payment-history?status=APPROVED`);
        await expect(page.getByText("₹100.00").first()).toBeVisible();
        await expect(page.getByText("On record")).toHaveCount(0);
        await desk.context().close();
      });

      test("of an unallocated payment a part is sent back, and the rest stays in the list", async ({
        browser,
        request,
      }) => {
        const { origin, adminEmail } = await unallocatedByRecord(request, "200");
        const context = await browser.newContext({ javaScriptEnabled });
        const desk = await context.newPage();
        await enter(desk, `${origin}/admin/login`, adminEmail);
        const { language, ...words } = REFUND[javaScriptEnabled ? "en" : "hi"];
        await context.addCookies([{ name: "prelaunch_language", value: language, url: origin }]);
        await desk.goto(`${origin}/admin/payments?tab=unallocated`);
        await desk.getByRole("link", { name: words.refund }).click();
        const dialog = desk.getByRole("dialog");
        const received = dialog.getByLabel(words.received);
        const amount = dialog.getByLabel(words.amount);
        await expect(received).toHaveValue("200.00");
        await expect(dialog.getByText(words.hint)).toBeVisible();
        await expect(amount).toHaveValue("200.00");
        if (javaScriptEnabled) await expectAccessible(desk);
        await amount.fill("50");
        await dialog.getByLabel(words.reference).fill("REFUND-1");
        await received.fill("40");
        const seen = dialog.getByRole("checkbox", { name: words.seen });
        await seen.check();
        await dialog.getByRole("button", { name: words.refund }).click();
        await expect(dialog.getByText(words.below).first()).toBeVisible();
        await expect(received).toHaveValue("40");
        await received.fill("200");
        // After a refusal the money is confirmed anew.
        await seen.check();
        await dialog.getByRole("button", { name: words.refund }).click();
        await expect(desk.getByText(words.recorded)).toBeVisible();
        await expect(desk.getByText(words.unneeded)).toBeVisible();
        await expect(desk.getByText("₹150.00").first()).toBeVisible();
        // The amount that arrived is on record.
        // A part went back, so the money arrived: nothing but a refund is possible.
        await desk.getByRole("link", { name: words.refund }).click();
        await expect(amount).toHaveValue("150.00");
        await expect(received).toHaveCount(0);
        await expect(seen).toHaveCount(0);
        await context.close();
      });

      test("of an unallocated payment what arrived is allocated, and the rest stays in the list", async ({
        browser,
        request,
      }) => {
        const { origin, adminEmail } = await unallocatedByRecord(request, "5");
        const context = await browser.newContext({ javaScriptEnabled });
        const desk = await context.newPage();
        await enter(desk, `${origin}/admin/login`, adminEmail);
        const { language, ...words } = ALLOCATION[javaScriptEnabled ? "en" : "hi"];
        await context.addCookies([{ name: "prelaunch_language", value: language, url: origin }]);
        await desk.goto(`${origin}/admin/payments?tab=unallocated`);
        await desk.getByRole("link", { name: words.allocate, exact: true }).click();
        const dialog = desk.getByRole("dialog");
        const received = dialog.getByLabel(words.received);
        await expect(received).toHaveValue("5.00");
        await expect(dialog.getByText(words.onRecord)).toBeVisible();
        await expect(dialog.getByText(words.hint)).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(desk);
        const seen = dialog.getByRole("checkbox", { name: words.seen });
        await seen.check();
        await dialog.getByRole("button", { name: words.allocate }).click();
        await expect(dialog.getByText(words.below).first()).toBeVisible();
        await expect(received).toHaveValue("5.00");
        await received.fill("55");
        // After a refusal the money is confirmed anew.
        await seen.check();
        await dialog.getByRole("button", { name: words.allocate }).click();
        await expect(desk.getByText(words.allocated)).toBeVisible();
        await expect(desk.getByText("₹5.00").first()).toBeVisible();
        await context.close();
      });

      test("money that an order does not need pays another one that waits", async ({
        page,
        browser,
        request,
      }) => {
        const { origin, there, adminEmail } = await foundCompany(request);
        const login = { email: adminEmail, password: PASSWORD };
        const { token } = await call(there, "/company/auth/login", login);
        const act = async (name: string, data: object) => {
          const headers = { authorization: String(token) };
          const answer = await there.post(`/trpc/${name}`, { data, headers });
          expect(answer.status(), await answer.text()).toBe(200);
        };
        await act("prices.set", { price: "10" });
        const email = freshEmail();
        await register(there, { email, name: "Mona More" });
        const orderId = await pay(there, email, 100);
        await act("payments.approveReceived", { orderId, version: 1, received: "1007" });

        const desk = await (await browser.newContext({ javaScriptEnabled })).newPage();
        await enter(desk, `${origin}/admin/login`, adminEmail);
        await desk.goto(`${origin}/admin/payments?tab=unallocated`);
        await desk.goto(`${origin}/admin/payments?tab=unallocated&search=mona&sort=-open`);
        // A part was allocated, so the money arrived.
        await desk.getByRole("link", { name: "Refund" }).click();
        await expect(desk.getByRole("button", { name: "Refund" })).toBeVisible();
        await expect(desk.getByText("Not received")).toHaveCount(0);
        const list = new URL(desk.url());
        const credit = list.searchParams.get("refund") ?? "";
        list.searchParams.delete("refund");
        list.searchParams.set("step", "apply");
        list.searchParams.set("credit", credit);
        const asked = list.href;
        await desk.getByRole("link", { name: "Close" }).click();
        // No order waits: nothing leads to one, and the page says so in one sentence.
        await expect(desk.getByRole("link", { name: "Refund" })).toBeVisible();
        await expect(desk.getByRole("link", { name: "Pay an order" })).toHaveCount(0);
        await desk.goto(asked);
        await expect(desk.getByText("The member has no waiting order")).toBeVisible();
        await desk.getByRole("link", { name: "Back to the payments" }).click();
        await expect(desk).toHaveURL(
          `${origin}/admin/payments?tab=unallocated&search=mona&sort=-open`,
        );
        // The payment's own dialog opens, whatever the list shows beside it.
        await desk.goto(asked.replace("mona", "zzzz"));
        await desk.getByRole("link", { name: "Send it back instead" }).click();
        await expect(desk.getByText("No payment matches this search")).toBeVisible();
        const dialog = desk.getByRole("dialog", { name: /^Refund PUR-\d+$/ });
        await expect(dialog).toBeVisible();
        // However narrow the dialog is, the number is not broken at its hyphen.
        await desk.setViewportSize({ width: 240, height: 640 });
        const title = dialog.getByRole("heading").first();
        const { lines, inNumber } = await title.evaluate((heading) => {
          const linesOf = (node: Node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            return new Set([...range.getClientRects()].map(({ top }) => top)).size;
          };
          const number = heading.querySelector("span");
          return { lines: linesOf(heading), inNumber: number ? linesOf(number) : 0 };
        });
        expect(lines).toBeGreaterThan(1);
        expect(inNumber).toBe(1);
        await desk.setViewportSize({ width: 1280, height: 720 });
        await desk.goto(asked);
        if (javaScriptEnabled) await expectAccessible(desk);
        const choices = desk.getByRole("radio");
        await expect(choices).toHaveCount(0);
        await pay(there, email, 50);
        await pay(there, email, 20);
        await desk.goto(`${origin}/admin/payments?tab=unallocated&search=mona&sort=-open`);
        await desk.getByRole("link", { name: "Pay an order" }).click();
        await expect(desk).toHaveURL(asked);
        await expect(choices).toHaveCount(2);
        if (javaScriptEnabled) await expectAccessible(desk);
        await desk.getByRole("radio", { name: /: 2 MASP for ₹/ }).check();
        await desk.getByRole("button", { name: "Approve the order by this money" }).click();
        await expect(desk.getByText(/^Order PUR-\d+ approved: 2 tokens allocated/)).toBeVisible();
        await expect(desk).toHaveURL(
          `${origin}/admin/payments?tab=unallocated&search=mona&sort=-open`,
        );
        // The payment that was submitted for it stays to be settled, and is not allocated.
        await expect(desk.getByText("Other money paid the order")).toBeVisible();
        await expect(desk.getByRole("link", { name: "Allocate", exact: true })).toHaveCount(0);
        await desk.goto(`${origin}/admin/purchaserequest?tab=history`);
        await desk.getByRole("link", { name: "Details" }).first().click();
        await expect(desk.getByText("Paid with money of")).toBeVisible();
        await desk.context().close();

        await enter(page, `${origin}/`, email);
        await page.goto(`${origin}/user/notices`);
        await expect(page.getByText(/paid another order of yours: PUR-\d+/)).toBeVisible();
        // An order that another payment paid stays approved, beside its own on record.
        await page.goto(`${origin}/user/payment-history?status=APPROVED`);
        await expect(page.getByRole("row").nth(1)).toContainText("Approved");
        if (javaScriptEnabled) await expectAccessible(page);
      });
    },
  );
}

async function refund(desk: Page): Promise<void> {
  await desk.getByRole("link", { name: "Refund" }).click();
  const amount = desk.getByLabel("Amount sent back");
  await expect(amount).toHaveValue("100.00");
  await desk.getByLabel("Reference of the refund").fill("REFUND-1");
  await amount.fill("100.01");
  await desk.getByRole("button", { name: "Refund" }).click();
  await expect(
    desk.getByText("Only ₹100.00 of this payment is unallocated.").first(),
  ).toBeVisible();
  await amount.fill("100");
  await desk.getByRole("button", { name: "Refund" }).click();
  await expect(desk.getByText(/^Refund for PUR-\d+ recorded$/)).toBeVisible();
}
