import { expectSound } from "../harness/accessibility";
import { freshReference, proofPicture } from "../harness/orders";
import { PURCHASES, listOf, rows, waiting } from "../harness/purchase-list";
import { approve, call, pay } from "../harness/purchases";
import { ADMIN, PASSWORD, enter, expect, test, onlyInFull } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test(
      "several purchases are decided in one action, with a result for each",
      onlyInFull(javaScriptEnabled),
      async ({ page, request }) => {
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
        await expect(
          page.getByRole("checkbox", { name: /^Select PUR-/, checked: true }),
        ).toHaveCount(4);
        await page.getByRole("button", { name: "Approve selected" }).click();

        // It states its effect, and asks for confirmation.
        await expect(
          page.getByRole("heading", { name: "Approve several purchases" }),
        ).toBeVisible();
        const dialog = page.getByRole("main");
        await expect(dialog.getByText(/approves 4 purchases of ₹2,862\.12 in all/)).toBeVisible();
        // Another admin decides on one of them first.
        await approve(request, ids[0] ?? "");
        await dialog.getByRole("button", { name: "Approve 4" }).click();
        const confirm = dialog.getByLabel("I have received the money of");
        await expect(confirm).not.toBeChecked();
        await confirm.check();
        // Without scripts the answer is the page as it is now, which leaves the decided one out.
        const count = javaScriptEnabled ? 4 : 3;
        await dialog.getByRole("button", { name: `Approve ${count}` }).click();

        if (javaScriptEnabled) {
          await expect(page.getByRole("heading", { name: "Results" })).toBeVisible();
          const result = page.getByRole("main").getByRole("list", { name: "Result" });
          await page.locator("summary", { hasText: "3 purchases approved" }).click();
          await expect(result.getByRole("listitem")).toHaveCount(4);
          await expect(page.getByText("1 was not decided")).toBeVisible();
          await expect(result.getByRole("listitem").last()).toContainText(/already/i);
          await page.getByRole("link", { name: "Back to the list" }).click();
        } else {
          // Nothing was refused: the list follows.
          await expect(page.getByText(/^3 purchases approved, .* you can undo/)).toBeVisible();
        }
        await expect(page.getByText("No purchase matches this search")).toBeVisible();
        await page.goto(`${listOf(name)}&tab=history`);
        await expect(rows(page)).toHaveCount(4);
      },
    );

    test(
      "one purchase is approved with the question, one rejected with a reason, one approval reversed",
      onlyInFull(true),
      async ({ page, request }) => {
        const { name } = await waiting(request, javaScriptEnabled ? 2 : 3);
        await enter(page, "/admin/login", ADMIN);
        await page.goto(listOf(name));
        await expect(
          page.getByRole("heading", { level: 1, name: "Manage Purchase" }),
        ).toBeVisible();
        await rows(page).first().getByRole("link", { name: "Reject" }).click();
        const reject = page.getByRole("dialog", { name: "Reject purchase" });
        await reject.getByLabel("Reason", { exact: true }).fill("No such credit");
        await reject.getByLabel("Refund note").fill("Back to your bank on Monday");
        await reject.getByRole("button", { name: "Confirm" }).click();
        await expect(page.getByText("Purchase rejected successfully")).toBeVisible();

        if (javaScriptEnabled) {
          await rows(page).first().getByRole("link", { name: "Approve" }).click();
          const ask = page.getByRole("dialog", { name: "Approve purchase" });
          await expect(ask.getByText("Paid in person")).toBeVisible();
          await ask.getByRole("checkbox").check();
          await ask.getByRole("button", { name: "Confirm" }).click();
        } else {
          await page.getByRole("link", { name: "One by one" }).click();
          await expect(page.getByText("Paid in person")).toBeVisible();
          await expect(page.getByRole("heading", { name: "The member" })).toBeVisible();
          await page.getByLabel("I have received this money.").check();
          await page.getByRole("button", { name: "Approve", exact: true }).click();
        }
        await expect(page.getByText("Purchase approved successfully")).toBeVisible();

        await page.goto(`${listOf(name)}&tab=history`);
        await expect(rows(page)).toHaveCount(1);
        await rows(page).getByRole("link", { name: "Details" }).click();
        const view = page.getByRole("dialog", { name: "Purchase" });
        // It says what was decided, by whom and when; what can be corrected stands behind one name.
        await expect(view.getByText(/^Approved: 100 RSGN allocated$/)).toBeVisible();
        await expect(view.getByText(/^\d+ \w+ \d{4}, \d\d:\d\d by .*Admin$/)).toBeVisible();
        await expect(view.getByLabel("Reason", { exact: true })).toBeHidden();
        await view.locator("summary", { hasText: "Correct…" }).click();
        await view.locator("summary", { hasText: "Reverse the approval" }).click();
        await expect(view.getByText("It cannot be undone.")).toBeVisible();
        await view.getByLabel("Reason", { exact: true }).fill("Wrong account");
        await view.getByRole("button", { name: "Reverse" }).click();
        await expect(page.getByText("Purchase reversed successfully")).toBeVisible();
        // It leads to the payment, which is to be settled.
        await expect(page).toHaveURL(/\/admin\/payments\?tab=unallocated&search=PUR-\d+$/);
        await expect(rows(page).first()).toContainText(name);
        await page.goto(`${listOf(name)}&tab=history&status=REJECTED`);
        await expect(rows(page)).toHaveCount(1);
        await page.getByRole("link", { name: "Details" }).click();
        await expect(page.getByRole("dialog").getByText("No such credit").first()).toBeVisible();
        await page.goto(`${listOf(name)}&tab=history&status=REVERSED`);
        await expect(rows(page)).toHaveCount(1);
        if (javaScriptEnabled) return;

        // The third order received another sum than its total.
        await page.goto(listOf(name));
        await rows(page).first().getByRole("link", { name: "Approve" }).click();
        await page.getByRole("link", { name: "Did another amount arrive?" }).click();
        await page.getByLabel("Received", { exact: true }).fill("ten");
        await page.getByRole("button", { name: "Show what it pays for" }).click();
        await expect(page.getByText("Please enter a valid amount.")).toBeVisible();
        // Fourteen tokens at ₹7 with a fee of 2 % cost ₹99.96.
        await page.getByLabel("Received", { exact: true }).fill("100");
        await page.getByRole("button", { name: "Show what it pays for" }).click();
        await expect(page.getByText("₹0.04", { exact: true })).toBeVisible();
        await page.getByRole("checkbox", { name: "I have seen ₹100.00 in our account." }).check();
        await page.getByRole("button", { name: "Approve 14 RSGN" }).click();
        // The admin stays in the queue, where the strip undoes it; the rest is on its own tab.
        await expect(page.getByText("Purchase approved")).toBeVisible();
        await expect(page).toHaveURL(/form=list.*undo=last/);
        await page.goto(`${listOf(name)}&tab=history`);
        await expect(rows(page).getByText("₹99.96")).toBeVisible();
      },
    );
  });
}

test(
  "flagged orders state the reason and can be listed separately",
  onlyInFull(true),
  async ({ page, request }) => {
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
    await expect(dialog.getByText(/^Same picture as PUR-\d+$/)).toBeVisible();
    await expect(dialog.getByText("Number has 4 letters and digits")).toBeVisible();
    await expect(dialog.getByRole("img", { name: "View Receipt" })).toBeVisible();
    await page.getByRole("link", { name: "Close" }).click();
    await expect(dialog).toHaveCount(0);

    // The proof opens by its key, and links to the decision.
    await page.keyboard.press("o");
    await expect(dialog.getByRole("img", { name: "View Receipt" })).toBeVisible();
    await expect(dialog.getByRole("link", { name: "Approve" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Approve purchase" })).toBeVisible();
  },
);

test(
  "another admin's decision appears at once and cannot be repeated",
  onlyInFull(true),
  async ({ page, request }) => {
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
  },
);

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 768, height: 1000 } });

  test(
    "on a tablet the admin area has no accessibility violation and no horizontal scrolling",
    onlyInFull(true),
    async ({ page, request }) => {
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
        // A tablet's layout changes no colour (e2e/accessibility/screens.spec.ts).
        await expectSound(page, look);
      }
    },
  );
});
