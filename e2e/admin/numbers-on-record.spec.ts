import type { APIRequestContext } from "@playwright/test";
import { expectAccessible } from "../harness/accessibility";
import { freshReference, proofPicture } from "../harness/orders";
import { PURCHASES } from "../harness/purchase-list";
import { approve, call } from "../harness/purchases";
import {
  ADMIN,
  PASSWORD,
  enter,
  expect,
  freshEmail,
  onlyInFull,
  register,
  test,
} from "../harness/test";

/** A member's payment with a number that waits. */
async function paid(request: APIRequestContext, referenceNumber: string) {
  const email = freshEmail();
  await register(request, { email, name: "Rahul Record" });
  const login = { user: email, password: PASSWORD };
  const token = String((await call(request, "/user/auth/login", login))["token"]);
  const upload = await request.post("/api/v1/superadmin/media/add", {
    headers: { authorization: `Bearer ${token}` },
    multipart: { medias: await proofPicture() },
  });
  const { data } = (await upload.json()) as { data: { id: string }[] };
  const payment = { paymentMethod: "UPI", amount: 720, receiptId: data[0]?.id, referenceNumber };
  return String((await call(request, "/user/package/purchase", payment, token))["id"]);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test(
        "a payment whose number is on record names that money, and is only rejected",
        onlyInFull(!javaScriptEnabled),
        async ({ page, request }) => {
          const number = freshReference();
          const first = await paid(request, number);
          await approve(request, first);
          const login = { email: ADMIN, password: PASSWORD };
          const token = String((await call(request, "/company/auth/login", login))["token"]);
          const reversed = await request.post("/trpc/orders.reverse", {
            data: { orderId: first, reason: "Another member's" },
            headers: { authorization: token },
          });
          expect(reversed.status()).toBe(200);
          const second = await paid(request, number);

          await enter(page, "/admin/login", ADMIN);
          await page.goto(`${PURCHASES}?approve=${second}`);
          const title = "Money with this number is on record already";
          const note = page.locator(".note").filter({ hasText: title });
          await expect(note).toContainText(
            /PUR-\d+: ₹[\d,.]+ received, ₹[\d,.]+ of it unallocated/,
          );
          await expect(page.getByRole("button", { name: "Confirm" })).toHaveCount(0);
          if (javaScriptEnabled) await expectAccessible(page);
          for (const [other, decision] of [
            [
              `/admin/payments?step=sum&order=${second}`,
              page.getByRole("button", { name: /^Show what/ }),
            ],
            [`/admin/payments?view=${second}`, page.locator("[data-decision=approve]")],
          ] as const) {
            await page.goto(other);
            await expect(note).toBeVisible();
            await expect(decision).toHaveCount(0);
            if (javaScriptEnabled) await expectAccessible(page);
          }

          // The first member's record is taken back, which its dialog explains.
          await note.getByRole("link", { name: "Unallocated payments" }).click();
          await page.getByRole("link", { name: "Not received" }).click();
          await expect(page.getByText(`The number ${number} is on record for PUR-`)).toBeVisible();
          await page.getByLabel("Reason").fill("Another member's");
          await page.getByRole("button", { name: "Not received" }).click();
          await expect(page.getByText("marked as not received")).toBeVisible();
          await page.goto(`${PURCHASES}?approve=${second}`);
          await expect(page.getByText("already on record when it was submitted")).toBeVisible();
          await expect(note).toHaveCount(0);
          await expect(page.getByRole("button", { name: "Confirm" })).toBeVisible();
        },
      );
    },
  );
}
