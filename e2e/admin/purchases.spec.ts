import type { APIRequestContext, Page } from "@playwright/test";
import { expectSoundInBothSchemes } from "../support/look";
import { freshReference, proofPicture } from "../support/proof";
import { approve, call, pay } from "../support/purchases";
import { ADMIN, PASSWORD, enter, expect, freshEmail, register, test } from "../support/test";

const PURCHASES = "/admin/purchaserequest";

/** A member with so many payments of ₹700, ₹701, …; returns their name and the payments, oldest first. */
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

    test("several purchases are decided in one action, each with its result", async ({
      page,
      request,
    }) => {
      const { name, ids } = await waiting(request, 4);
      await enter(page, "/admin/login", ADMIN);
      await page.goto(listOf(name));
      await expect(rows(page)).toHaveCount(4);
      if (javaScriptEnabled) await page.getByLabel("Select all on this page").check();
      else await page.getByRole("link", { name: "Select all on this page" }).click();
      await expect(page.getByRole("checkbox", { name: /^Select PUR-/, checked: true })).toHaveCount(
        4,
      );
      await page.getByRole("button", { name: "Approve selected" }).click();

      // It says what it will do, and asks.
      const dialog = page.getByRole("dialog", { name: "Approve several purchases" });
      await expect(dialog.getByText(/approves 4 purchases of ₹2,862\.12 in all/)).toBeVisible();
      // Another admin is quicker with one of them.
      await approve(request, ids[0] ?? "");
      await dialog.getByRole("button", { name: "Approve 4" }).click();
      const confirm = dialog.getByLabel("I have seen the money of every one of these");
      await expect(confirm).not.toBeChecked();
      await confirm.check();
      await dialog.getByRole("button", { name: "Approve 4" }).click();

      const result = page.getByRole("dialog", { name: "What came of it" });
      await expect(result.getByText("3 purchases approved")).toBeVisible();
      await expect(result.getByText("1 was not decided")).toBeVisible();
      await expect(result.getByRole("listitem")).toHaveCount(4);
      await expect(result.getByRole("listitem").first()).toContainText(/already/i);
      await result.getByRole("link", { name: "Back to the list" }).click();
      await expect(page.getByText("No data available.")).toBeVisible();
      await page.goto(`${listOf(name)}&tab=history`);
      await expect(rows(page)).toHaveCount(4);
    });

    test("one is approved with the question, one rejected with a reason, one approval reversed", async ({
      page,
      request,
    }) => {
      const { name } = await waiting(request, 2);
      await enter(page, "/admin/login", ADMIN);
      await page.goto(listOf(name));
      await expect(page.getByRole("heading", { level: 1, name: "Manage Purchase" })).toBeVisible();
      await rows(page).first().getByRole("link", { name: "Reject" }).click();
      const reject = page.getByRole("dialog", { name: "Reject purchase" });
      await reject.getByLabel("Reason", { exact: true }).fill("No such credit");
      await reject.getByLabel("Refund note").fill("Back to your bank on Monday");
      await reject.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByText("Purchase rejected successfully")).toBeVisible();

      await rows(page).first().getByRole("link", { name: "Approve" }).click();
      const ask = page.getByRole("dialog", { name: "Approve purchase" });
      await expect(ask.getByText("Transaction No.: --")).toBeVisible();
      await ask.getByRole("checkbox").check();
      await ask.getByRole("button", { name: "Confirm" }).click();
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
    });
  });
}

test("what wants a second look says so in words, and can be listed alone", async ({
  page,
  request,
}) => {
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
  const [second, first] = [rows(page).nth(0), rows(page).nth(1)];
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

  // The proof opens by its key, and from there one goes on to the decision.
  await page.keyboard.press("o");
  await expect(dialog.getByRole("img", { name: "View Receipt" })).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Approve" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Approve purchase" })).toBeVisible();
});

test("keys move, approve in three strokes, reject and help, and never while typing", async ({
  page,
  request,
}) => {
  const { name } = await waiting(request, 3);
  await enter(page, "/admin/login", ADMIN);
  await page.goto(listOf(name));
  await expect(page.getByLabel("Select all on this page")).toBeVisible();
  const dialog = page.getByRole("dialog");

  // In the search they are letters.
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("End");
  await page.keyboard.type("ar?");
  await expect(page.getByRole("searchbox")).toHaveValue(`${name}ar?`);
  await expect(dialog).toHaveCount(0);
  await page.goto(listOf(name));
  await expect(page.getByLabel("Select all on this page")).toBeVisible();

  // Three strokes approve the first one.
  const firstOrder = await rows(page).first().getByRole("checkbox").getAttribute("aria-label");
  await page.keyboard.press("a");
  await expect(dialog.getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Purchase approved successfully")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByLabel(firstOrder ?? "")).toHaveCount(0);

  // j and k move, x selects, r asks for the reason of the row they stand on.
  await page.keyboard.press("j");
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

  // Help, and the switch.
  await page.keyboard.press("?");
  await expect(dialog.getByText("Open the proof")).toBeVisible();
  await dialog.getByLabel("Use these keys").uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("a");
  await page.keyboard.press("?");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "Keys" }).click();
  await dialog.getByLabel("Use these keys").check();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog", { name: "Approve purchase" })).toBeVisible();
});

test("what another admin has just decided shows at once and cannot be decided twice", async ({
  page,
  request,
}) => {
  const { email, name, ids } = await waiting(request, 2);
  await enter(page, "/admin/login", ADMIN);
  await page.goto(listOf(name));
  const [newest, oldest] = [rows(page).nth(0), rows(page).nth(1)];
  await expect(newest.getByRole("link", { name: "Approve" })).toBeVisible();
  await approve(request, ids[1] ?? "");
  await pay(request, email, 710);
  await expect(newest.getByText("Approved")).toBeVisible({ timeout: 15_000 });
  await expect(newest.getByText(/Admin$/)).toBeVisible();
  await expect(newest.getByRole("checkbox")).toBeDisabled();
  await expect(newest.getByRole("link", { name: "Approve" })).toHaveCount(0);

  // What is new is told, and waits to be asked for: no row has moved.
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("status").getByRole("link", { name: "1 new request – show it" }).click();
  await expect(rows(page).first()).toContainText("₹724.20");
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole("link", { name: /new request/ })).toHaveCount(0);

  // In a dialog that is open already too.
  await oldest.getByRole("link", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Confirm" })).toBeVisible();
  await approve(request, ids[0] ?? "");
  await expect(dialog.getByText(/already been decided by .*Admin: Approved/)).toBeVisible({
    timeout: 15_000,
  });
  await expect(dialog.getByRole("button", { name: "Confirm" })).toHaveCount(0);
});

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 768, height: 1000 } });

  test("no part of the desk has an accessibility fault or scrolls sideways", async ({
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
      await expectSoundInBothSchemes(page, look);
    }
  });
});
