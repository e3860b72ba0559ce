import { expectAccessible } from "../harness/accessibility";
import { ACCOUNT, withAccount } from "../harness/new-company";
import { proofPicture } from "../harness/orders";
import { call, tokenOfMember } from "../harness/purchases";
import { enter, expect, freshEmail, register, test } from "../harness/test";

const UTR = "412345678901";

test(
  "an approved order whose money the bank sent back is reversed, with nothing left to refund",
  { tag: "@full" },
  async ({ page, request }) => {
    const { origin, there, adminEmail, headers } = await withAccount(request);
    const email = freshEmail();
    await register(there, { email, name: "Bela Banker" });
    const token = await tokenOfMember(there, email);
    const upload = await there.post("/api/v1/superadmin/media/add", {
      headers: { authorization: `Bearer ${token}` },
      multipart: { medias: await proofPicture() },
    });
    const { data } = (await upload.json()) as { data: { id: string }[] };
    const payment = { paymentMethod: "BANK", amount: 100, referenceNumber: UTR };
    const order = await call(
      there,
      "/user/package/purchase",
      { ...payment, receiptId: data[0]?.id },
      token,
    );
    await call(there, "/admin/transaction/approve", { id: order["id"] }, headers.authorization);
    const today = new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10);
    const day = today.split("-").toReversed().join("/");
    const rows = [
      `Account number,${ACCOUNT}`,
      "Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.",
      `${day},NEFT CR-BELA BANKER-${UTR},${UTR},,100.00`,
      `${day},NEFT RETURN-${UTR}-ACCOUNT CLOSED,${UTR},100.00,`,
    ];
    await enter(page, `${origin}/admin/login`, adminEmail);
    await page.goto(`${origin}/admin/payments?tab=bank&step=import`);
    await page.locator("input[type=file]").setInputFiles({
      name: "november.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(rows.join("\n")),
    });
    await page.getByRole("button", { name: "Read the file" }).click();
    await page.getByRole("button", { name: "Import 2 new entries" }).click();
    await expect(page.getByText("2 new entries of 2 were imported.")).toBeVisible();

    // The panel of the order says what a reversal does with it; the entry offers it at once.
    await page.goto(`${origin}/admin/payments?tab=decide&view=${String(order["id"])}`);
    await page.locator("summary", { hasText: "Correct…" }).click();
    await page.locator("summary", { hasText: "Reverse the approval" }).click();
    await expect(page.getByText("₹100.00 of it went back already")).toBeVisible();
    await page.goto(`${origin}/admin/payments?tab=bank&show=WENT_BACK`);
    await expectAccessible(page);
    const number = String(order["orderNumber"]);
    await page.getByRole("button", { name: `Reverse ${number}` }).click();
    await expect(page.getByText(`${number} is reversed`)).toBeVisible();
    await page.goto(`${origin}/admin/payments?tab=unallocated`);
    await expect(page.getByText(number)).toHaveCount(0);
  },
);
