import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectSound } from "../harness/accessibility";
import { freshReference, proofPicture } from "../harness/orders";
import { approve, call, pay, reject as rejectOrder } from "../harness/purchases";
import { ADMIN, PASSWORD, enter, expect, freshEmail, register, test } from "../harness/test";

const PURCHASES = "/admin/purchaserequest";

/**
 * A member with `count` payments of ₹700, ₹701, …; returns their name and the payments in order.
 */
async function waiting(request: APIRequestContext, count: number) {
  const email = freshEmail();
  const letters = [...email.replace(/[^a-f]/g, "")].join("").slice(0, 6);
  const name = `Waiting ${letters}${Date.now().toString(36).replace(/\d/g, "q")}`;
  await register(request, { email, name });
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await pay(request, email, 700 + n));
  return { email, name, ids };
}

const listOf = (name: string) => `${PURCHASES}?search1=${encodeURIComponent(name)}`;
const rows = (page: Page) => page.locator("tbody tr");

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("several purchases are decided in one action, with a result for each", async ({
      page,
      request,
    }) => {
      const { name, ids } = await waiting(request, 4);
      await enter(page, "/admin/login", ADMIN);
      await page.goto(listOf(name));
      await expect(rows(page)).toHaveCount(4);
      // The longest wait is first; a head sorts by its column, and above it is what the list adds up to.
      await expect(page.getByText("4 purchases · ₹2,862.12 in all")).toBeVisible();
      await expect(rows(page).first()).toContainText("₹714.00");
      await page.getByRole("link", { name: "Final Amount" }).click();
      await expect(page.getByRole("columnheader", { name: "Final Amount" })).toHaveAttribute(
        "aria-sort",
        "descending",
      );
      await expect(rows(page).first()).toContainText("₹717.06");
      if (javaScriptEnabled) await page.getByLabel("Select all on this page").check();
      else await page.getByRole("link", { name: "Select all on this page" }).click();
      await expect(page.getByRole("checkbox", { name: /^Select PUR-/, checked: true })).toHaveCount(
        4,
      );
      await page.getByRole("button", { name: "Approve selected" }).click();

      // It states its effect, and asks for confirmation.
      await expect(page.getByRole("heading", { name: "Approve several purchases" })).toBeVisible();
      const dialog = page.getByRole("main");
      await expect(dialog.getByText(/approves 4 purchases of ₹2,862\.12 in all/)).toBeVisible();
      // Another admin decides on one of them first.
      await approve(request, ids[0] ?? "");
      await dialog.getByRole("button", { name: "Approve 4" }).click();
      const confirm = dialog.getByLabel("I have seen the money of every one of these");
      await expect(confirm).not.toBeChecked();
      await confirm.check();
      await dialog.getByRole("button", { name: "Approve 4" }).click();

      await expect(page.getByRole("heading", { name: "Results" })).toBeVisible();
      const result = page.getByRole("main").getByRole("list", { name: "Result" });
      await expect(page.getByText("3 purchases approved")).toBeVisible();
      await expect(page.getByText("1 was not decided")).toBeVisible();
      await expect(result.getByRole("listitem")).toHaveCount(4);
      await expect(result.getByRole("listitem").first()).toContainText(/already/i);
      await page.getByRole("link", { name: "Back to the list" }).click();
      await expect(page.getByText("No data available.")).toBeVisible();
      await page.goto(`${listOf(name)}&tab=history`);
      await expect(rows(page)).toHaveCount(4);
    });

    test("one is approved with the question, one rejected with a reason, one approval reversed", async ({
      page,
      request,
    }) => {
      const { name } = await waiting(request, javaScriptEnabled ? 2 : 3);
      await enter(page, "/admin/login", ADMIN);
      await page.goto(listOf(name));
      await expect(page.getByRole("heading", { level: 1, name: "Manage Purchase" })).toBeVisible();
      await rows(page).first().getByRole("link", { name: "Reject" }).click();
      const reject = page.getByRole("dialog", { name: "Reject purchase" });
      await reject.getByLabel("Reason", { exact: true }).fill("No such credit");
      await reject.getByLabel("Refund note").fill("Back to your bank on Monday");
      await reject.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByText("Purchase rejected successfully")).toBeVisible();

      if (javaScriptEnabled) {
        await rows(page).first().getByRole("link", { name: "Approve" }).click();
        const ask = page.getByRole("dialog", { name: "Approve purchase" });
        await expect(ask.getByText("Transaction No.: --")).toBeVisible();
        await ask.getByRole("checkbox").check();
        await ask.getByRole("button", { name: "Confirm" }).click();
      } else {
        await page.getByRole("link", { name: "One by one" }).click();
        await expect(page.getByText("Transaction No.: --")).toBeVisible();
        await expect(page.getByRole("heading", { name: "The member" })).toBeVisible();
        await page.getByLabel("I have seen this money").check();
        await page.getByRole("button", { name: "Approve", exact: true }).click();
      }
      await expect(page.getByText("Purchase approved successfully")).toBeVisible();

      await page.goto(`${listOf(name)}&tab=history`);
      await expect(rows(page)).toHaveCount(1);
      await rows(page).getByRole("link", { name: "Details" }).click();
      const view = page.getByRole("dialog", { name: "Purchase" });
      await view.getByLabel("Reason", { exact: true }).fill("Wrong account");
      await view.getByRole("button", { name: "Reverse" }).click();
      await expect(page.getByText("Purchase reversed successfully")).toBeVisible();
      await page.goto(`${listOf(name)}&tab=history&status=REJECTED`);
      await expect(rows(page)).toHaveCount(1);
      await page.getByRole("link", { name: "Details" }).click();
      await expect(page.getByRole("dialog").getByText("No such credit").first()).toBeVisible();
      await page.goto(`${listOf(name)}&tab=history&status=REVERSED`);
      await expect(rows(page)).toHaveCount(1);
      if (javaScriptEnabled) return;

      // Of the third, another sum than the total arrived.
      await page.goto(listOf(name));
      await rows(page).first().getByRole("link", { name: "Approve" }).click();
      await page.getByRole("link", { name: "Another sum arrived" }).click();
      await page.getByLabel("Received").fill("ten");
      await page.getByRole("button", { name: "Show what it pays for" }).click();
      await expect(page.getByText("Please enter a valid amount.")).toBeVisible();
      // Fourteen tokens at ₹7 with a fee of 2 % cost ₹99.96.
      await page.getByLabel("Received").fill("100");
      await page.getByRole("button", { name: "Show what it pays for" }).click();
      await expect(page.getByText("₹0.04", { exact: true })).toBeVisible();
      await page.getByRole("checkbox", { name: "I have seen ₹100.00 in our account." }).check();
      await page.getByRole("button", { name: "Approve 14 RSGN" }).click();
      await expect(page.getByText("Purchase approved. What stays open")).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payments without an order");
      await page.goto(`${listOf(name)}&tab=history`);
      await expect(rows(page).getByText("₹99.96")).toBeVisible();
    });
  });
}

/** Uploads a proof and submits a rejected order again, by UPI. Returns the new reference. */
async function submitAgain(request: APIRequestContext, email: string, amount: number) {
  const { token } = await call(request, "/user/auth/login", { user: email, password: PASSWORD });
  const headers = { authorization: `Bearer ${String(token)}` };
  const upload = await request.post("/api/v1/superadmin/media/add", {
    headers,
    multipart: { medias: await proofPicture() },
  });
  const { data } = (await upload.json()) as { data: { id: string }[] };
  const listed = await request.get("/api/v1/user/transaction/list?status=REJECTED", { headers });
  const mine = (await listed.json()) as { data: { records: { orderNumber: string }[] } };
  const referenceNumber = freshReference();
  const payment = {
    purchaseId: mine.data.records[0]?.orderNumber,
    paymentMethod: "UPI",
    amount,
    referenceNumber,
    receiptId: data[0]?.id,
  };
  await call(request, "/user/package/purchase", payment, String(token));
  return referenceNumber;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a payment submitted again meanwhile, JavaScript ${javaScriptEnabled}`, () => {
    test.use({ javaScriptEnabled });

    test("is not approved by an open dialog, which says what changed", async ({
      page,
      request,
      browser,
    }) => {
      const { email, name } = await waiting(request, 1);
      await enter(page, "/admin/login", ADMIN);
      await page.goto(listOf(name));
      await rows(page).first().getByRole("link", { name: "Approve" }).click();
      const dialog = page.getByRole("dialog", { name: "Approve purchase" });
      await expect(dialog.getByText("Transaction No.: --")).toBeVisible();

      // Another admin rejects it in another browser, and the member pays in another way.
      const other = await browser.newContext();
      const desk = await other.newPage();
      await enter(desk, "/admin/login", ADMIN);
      await desk.goto(listOf(name));
      await rows(desk).first().getByRole("link", { name: "Reject" }).click();
      const reject = desk.getByRole("dialog", { name: "Reject purchase" });
      await reject.getByLabel("Reason", { exact: true }).fill("No such credit");
      await reject.getByRole("button", { name: "Confirm" }).click();
      await expect(desk.getByText("Purchase rejected successfully")).toBeVisible();
      await other.close();
      const reference = await submitAgain(request, email, 700);

      await dialog.getByRole("checkbox").check();
      await dialog.getByRole("button", { name: "Confirm" }).click();
      const alert = dialog.getByRole("alert");
      await expect(alert).toContainText("submitted this payment again since it was shown");
      await expect(alert).toContainText("the method is UPI, not MANUAL");
      await expect(alert).toContainText(`the reference is ${reference}, not none`);
      await expect(alert).toContainText("a proof was added");
      // It shows the present submission, and asks about its money anew.
      await expect(dialog.getByText(`Transaction No.: ${reference}`)).toBeVisible();
      await expect(dialog.getByRole("img", { name: "View Receipt" })).toBeVisible();
      await expect(dialog.getByRole("checkbox")).not.toBeChecked();
      await dialog.getByRole("checkbox").check();
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByText("Purchase approved successfully")).toBeVisible();
    });

    test("is left out of a decision on several, with what changed", async ({ page, request }) => {
      const { email, name, ids } = await waiting(request, 2);
      await enter(page, "/admin/login", ADMIN);
      await page.goto(`${listOf(name)}&bulk=approve&id=${ids.join("&id=")}`);
      await expect(page.getByRole("heading", { name: "Approve several purchases" })).toBeVisible();
      const dialog = page.getByRole("main");
      await expect(dialog.getByRole("listitem")).toHaveCount(2);
      await rejectOrder(request, ids[0] ?? "", { reason: "No such credit", refundNote: "" });
      await submitAgain(request, email, 700);

      await dialog.getByLabel("I have seen the money of every one of these").check();
      await dialog.getByRole("button", { name: "Approve 2" }).click();
      await expect(page.getByRole("heading", { name: "Results" })).toBeVisible();
      const result = page.getByRole("main").getByRole("list", { name: "Result" });
      await expect(page.getByText("1 purchase approved")).toBeVisible();
      await expect(result.getByRole("listitem").first()).toContainText(
        "the method is UPI, not MANUAL",
      );
      await page.goto(listOf(name));
      await expect(rows(page)).toHaveCount(1);
    });
  });
}

test("a dialog from before submissions were counted decides nothing", async ({ page, request }) => {
  const { name } = await waiting(request, 1);
  await enter(page, "/admin/login", ADMIN);
  await page.goto(listOf(name));
  await rows(page).first().getByRole("link", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve purchase" });
  await dialog.locator('input[name="version"]').evaluate((input) => input.remove());
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByRole("alert")).toContainText("does not say which submission");
  await page.goto(listOf(name));
  await expect(rows(page)).toHaveCount(1);
});

test("flagged orders state the reason and can be listed separately", async ({ page, request }) => {
  const { email, name } = await waiting(request, 1);
  const { token } = await call(request, "/user/auth/login", { user: email, password: PASSWORD });
  const headers = { authorization: `Bearer ${String(token)}` };
  const medias = await proofPicture();
  const submit = async (paymentMethod: string, amount: number, more: object) => {
    const upload = await request.post("/api/v1/superadmin/media/add", {
      headers,
      multipart: { medias },
    });
    const { data } = (await upload.json()) as { data: { id: string }[] };
    const receiptId = data[0]?.id;
    const payment = { paymentMethod, amount, receiptId, ...more };
    await call(request, "/user/package/purchase", payment, String(token));
  };
  await submit("UPI", 710, { referenceNumber: freshReference(), paidAmount: "1" });
  await submit("UPI", 711, { referenceNumber: "odd1" });

  await enter(page, "/admin/login", ADMIN);
  await page.goto(`${listOf(name)}&show=flagged`);
  await expect(rows(page)).toHaveCount(2);
  const [first, second] = [rows(page).nth(0), rows(page).nth(1)];
  await expect(first.getByText("Other amount")).toBeVisible();
  await expect(second.getByText("Same file")).toBeVisible();
  await expect(second.getByText("Odd reference")).toBeVisible();
  await second.getByRole("link", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("The same file was sent with another order")).toBeVisible();
  await expect(dialog.getByText(/^Also on PUR-\d+/)).toBeVisible();
  await expect(dialog.getByRole("img", { name: "View Receipt" })).toBeVisible();
  await page.getByRole("link", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);

  // The proof opens by its key, and links to the decision.
  await page.keyboard.press("o");
  await expect(dialog.getByRole("img", { name: "View Receipt" })).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Approve" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Approve purchase" })).toBeVisible();
});

test("keys move, approve with three keystrokes, reject and show help, but not while typing", async ({
  page,
  request,
}) => {
  const { name } = await waiting(request, 3);
  await enter(page, "/admin/login", ADMIN);
  await page.goto(listOf(name));
  await expect(page.getByLabel("Select all on this page")).toBeVisible();
  const dialog = page.getByRole("dialog");

  // In the search field the keys type letters.
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("End");
  await page.keyboard.type("ar?");
  await expect(page.getByRole("searchbox")).toHaveValue(`${name}ar?`);
  await expect(dialog).toHaveCount(0);
  await page.goto(listOf(name));
  await expect(page.getByLabel("Select all on this page")).toBeVisible();

  // Three keystrokes approve the first one.
  const firstOrder = await rows(page).first().getByRole("checkbox").getAttribute("aria-label");
  await page.keyboard.press("a");
  await expect(dialog.getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Purchase approved successfully")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByLabel(firstOrder ?? "")).toHaveCount(0);

  // j and k move, x selects, r asks for the reason for the cursor's row.
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press("x");
  await expect(rows(page).nth(1).getByRole("checkbox")).toBeChecked();
  await expect(page.getByText(/^1 selected · ₹/)).toBeVisible();
  await page.keyboard.press("k");
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press("j");
  const order = (await rows(page).nth(1).getByRole("checkbox").getAttribute("aria-label")) ?? "";
  await page.keyboard.press("r");
  await expect(dialog.getByLabel("Reason", { exact: true })).toBeFocused();
  await expect(dialog.getByText(order.replace("Select ", ""))).toBeVisible();
  await page.keyboard.type("jar");
  await expect(dialog.getByLabel("Reason", { exact: true })).toHaveValue("jar");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  // Help, and the switch for shortcuts.
  await page.keyboard.press("?");
  await expect(dialog.getByText("Open the proof")).toBeVisible();
  await dialog.getByLabel("Use keyboard shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("a");
  await page.keyboard.press("?");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "Shortcuts" }).click();
  await dialog.getByLabel("Use keyboard shortcuts").check();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog", { name: "Approve purchase" })).toBeVisible();

  // One by one, the same three keystrokes approve; the next payment is shown, and Ctrl+Enter confirms.
  await page.goto(listOf(name).replace("?", "/split?"));
  await expect(page.getByText("Keys", { exact: true })).toBeVisible();
  const listed = page.getByRole("region", { name: "Payments of the list" }).getByRole("listitem");
  await expect(listed).toHaveCount(2);
  const shown = page.getByRole("heading", { level: 2, name: /^PUR-/ });
  const last = (await listed.nth(1).locator(".mono").textContent()) ?? "";
  await page.keyboard.press("a");
  await expect(page.getByLabel("I have seen this money")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(listed).toHaveCount(1);
  await expect(shown).toContainText(last);
  await page.keyboard.press("r");
  await expect(page.getByLabel("Reason", { exact: true })).toBeFocused();
  await page.keyboard.type("No such credit");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Purchase rejected successfully")).toBeVisible();
  await expect(page.getByText("No payment matches.")).toBeVisible();
});

test("after a decision the cursor moves to the next row and scrolls it into view", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 480 });
  const { name, ids } = await waiting(request, 5);
  const [first, second, third, fourth, fifth] = ids.map((id) =>
    page.locator(`#purchase-${id}`),
  ) as [Locator, Locator, Locator, Locator, Locator];
  const expectCursorOn = async (row: Locator) => {
    await expect(row).toHaveAttribute("data-current", "true");
    await expect(row).toBeFocused();
    await expect(row).toBeInViewport({ ratio: 1 });
  };
  const dialog = page.getByRole("dialog");
  await enter(page, "/admin/login", ADMIN);
  await page.goto(listOf(name));
  await expect(page.getByLabel("Select all on this page")).toBeVisible();

  for (const row of [first, second, third]) {
    await page.keyboard.press("j");
    await expect(row).toBeFocused();
  }
  await page.keyboard.press("a");
  await expect(dialog.getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(third).toHaveCount(0);
  await expectCursorOn(fourth);

  // The next key acts on that row.
  const order = (await fourth.getByRole("checkbox").getAttribute("aria-label")) ?? "";
  await page.keyboard.press("r");
  await expect(dialog.getByText(order.replace("Select ", ""))).toBeVisible();
  await dialog.getByLabel("Reason", { exact: true }).fill("No such credit");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(fourth).toHaveCount(0);
  await expectCursorOn(fifth);

  // After the last row the cursor moves to the one before it.
  await fifth.getByRole("link", { name: "Approve" }).click();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(fifth).toHaveCount(0);
  await expectCursorOn(second);

  // A bulk decision has a page of its own, which leads back to the list.
  await page.keyboard.press("x");
  await page.getByRole("button", { name: "Approve selected" }).click();
  await page.getByLabel("I have seen the money of every one of these").check();
  await page.getByRole("button", { name: "Approve 1" }).click();
  await expect(page.getByRole("heading", { name: "Results" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(second).toHaveCount(0);
  await expect(first).toHaveAttribute("data-current", "true");
});

test("after a decision on several the cursor stands on the row that follows them", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 480 });
  const { name, ids } = await waiting(request, 5);
  const row = (at: number) => page.locator(`#purchase-${ids[at] ?? ""}`);
  await enter(page, "/admin/login", ADMIN);
  await page.goto(listOf(name));
  await expect(page.getByLabel("Select all on this page")).toBeVisible();
  for (const at of [1, 2]) await row(at).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Approve selected" }).click();
  await page.getByLabel("I have seen the money of every one of these").check();
  await page.getByRole("button", { name: "Approve 2" }).click();
  await expect(page.getByRole("heading", { name: "Results" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(row(3)).toHaveAttribute("data-current", "true");
  await expect(row(3)).toBeFocused();
  await expect(row(3)).toBeInViewport({ ratio: 1 });
  // The keys go on from there.
  await page.keyboard.press("j");
  await expect(row(4)).toHaveAttribute("data-current", "true");
  // Nothing follows the last row: the list begins anew.
  await row(4).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Reject selected" }).click();
  await page.getByLabel("Reason", { exact: true }).fill("No such credit");
  await page.getByRole("button", { name: "Reject 1" }).click();
  await expect(page.getByRole("heading", { name: "Results" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(row(0)).toHaveAttribute("data-current", "true");
});

test("another admin's decision appears at once and cannot be repeated", async ({
  page,
  request,
}) => {
  const { email, name, ids } = await waiting(request, 2);
  await enter(page, "/admin/login", ADMIN);
  await page.goto(listOf(name));
  const newest = rows(page).last();
  await expect(newest.getByRole("link", { name: "Approve" })).toBeVisible();
  await approve(request, ids[1] ?? "");
  await pay(request, email, 710);
  await expect(newest.getByText("Approved")).toBeVisible();
  await expect(newest.getByText(/Admin$/)).toBeVisible();
  await expect(newest.getByRole("checkbox")).toBeDisabled();
  await expect(newest.getByRole("link", { name: "Approve" })).toHaveCount(0);

  // New orders are announced and shown on request: no row has moved.
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("status").getByRole("link", { name: "1 new request – show it" }).click();
  await expect(rows(page).first()).toContainText("₹724.20");
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole("link", { name: /new request/ })).toHaveCount(0);

  // Also in a dialog that is already open.
  await rows(page).last().getByRole("link", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Confirm" })).toBeVisible();
  await approve(request, ids[0] ?? "");
  await expect(dialog.getByText(/already been decided by .*Admin: Approved/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Confirm" })).toHaveCount(0);
});

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 768, height: 1000 } });

  test("the admin area has no accessibility violation and no horizontal scrolling", async ({
    page,
    request,
  }) => {
    test.slow();
    const { name, ids } = await waiting(request, 2);
    await enter(page, "/admin/login", ADMIN);
    const list = listOf(name);
    const [one, two] = ids;
    const some = `id=${one ?? ""}&id=${two ?? ""}`;
    const dialogs = [
      `approve=${one ?? ""}`,
      `bulk=approve&${some}`,
      `bulk=reject&${some}`,
      "keys=1",
    ];
    for (const look of [
      list,
      ...dialogs.map((dialog) => `${list}&${dialog}`),
      `${PURCHASES}?tab=history`,
    ]) {
      await page.goto(look);
      // A tablet's layout changes no colour (e2e/white-label/axe.spec.ts).
      await expectSound(page, look);
    }
  });
});
