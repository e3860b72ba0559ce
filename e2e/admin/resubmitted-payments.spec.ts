import type { APIRequestContext } from "@playwright/test";
import { freshReference, proofPicture } from "../harness/orders";
import { listOf, rows, waiting } from "../harness/purchase-list";
import { call, reject as rejectOrder } from "../harness/purchases";
import { ADMIN, PASSWORD, enter, expect, test, onlyInFull } from "../harness/test";

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
  test.describe(
    `a payment submitted again meanwhile, JavaScript ${javaScriptEnabled}`,
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test(
        "a payment submitted again is not approved by an open dialog, which says what changed",
        onlyInFull(!javaScriptEnabled),
        async ({ page, request, browser }) => {
          const { email, name } = await waiting(request, 1);
          await enter(page, "/admin/login", ADMIN);
          await page.goto(listOf(name));
          await rows(page).first().getByRole("link", { name: "Approve" }).click();
          const dialog = page.getByRole("dialog", { name: "Approve purchase" });
          await expect(dialog.getByText("Paid in person")).toBeVisible();

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
        },
      );

      test(
        "a payment submitted again is left out of a decision on several, with what changed",
        onlyInFull(true),
        async ({ page, request }) => {
          const { email, name, ids } = await waiting(request, 2);
          await enter(page, "/admin/login", ADMIN);
          await page.goto(`${listOf(name)}&bulk=approve&id=${ids.join("&id=")}`);
          await expect(
            page.getByRole("heading", { name: "Approve several purchases" }),
          ).toBeVisible();
          const dialog = page.getByRole("main");
          await expect(dialog.getByRole("listitem")).toHaveCount(2);
          await rejectOrder(request, ids[0] ?? "", { reason: "No such credit", refundNote: "" });
          await submitAgain(request, email, 700);

          await dialog.getByLabel("I have received the money of").check();
          await dialog.getByRole("button", { name: "Approve 2" }).click();
          await expect(page.getByRole("heading", { name: "Results" })).toBeVisible();
          const result = page.getByRole("main").getByRole("list", { name: "Result" });
          await expect(page.getByText(/^1 purchase approved, .* The member is told/)).toBeVisible();
          await expect(result.getByRole("listitem").first()).toContainText(
            "the method is UPI, not MANUAL",
          );
          await page.goto(listOf(name));
          await expect(rows(page)).toHaveCount(1);
        },
      );
    },
  );
}

test(
  "a dialog opened before submissions were counted decides nothing",
  { tag: "@full" },
  async ({ page, request }) => {
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
  },
);
