import { extractText, getDocumentProxy } from "unpdf";
import { ADMIN, PASSWORD, expect, freshEmail, logIn, register, test } from "../support/test";

test("a payment is followed to its end on the page that waits, and its receipt can be kept", async ({
  page,
  request,
}) => {
  const email = freshEmail();
  await register(request, { email });
  await logIn(page, "/", email);
  await page.goto("/user/buy-token");
  await page.locator("[name=amount]").fill("7000");
  await page.getByRole("button", { name: "BUY NOW" }).click();
  await page.waitForURL(/\/user\/payment\?/);
  const orderNumber = new URL(page.url()).searchParams.get("purchaseId") ?? "";
  await page.getByRole("link", { name: "Manual", exact: true }).click();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Confirm Payment" }).click();
  await expect(page).toHaveURL(/\/user\/buy-token/);
  const waiting = page.getByRole("region", { name: "Waiting for approval" });
  await expect(waiting).toContainText(orderNumber);

  const pdf = await page.request.get(`/user/receipts/${orderNumber}.pdf`);
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  const read = async (bytes: Buffer) =>
    (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text;
  expect(await read(await pdf.body())).toContain("No tokens are allocated until");

  // An admin decides, elsewhere; nothing on this page is touched.
  const login = await request.post("/api/v1/company/auth/login", {
    data: { email: ADMIN, password: PASSWORD },
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const headers = { authorization: data.token };
  const list = await request.get(`/api/v1/admin/transaction/list?search=${orderNumber}`, {
    headers,
  });
  const found = (await list.json()) as { data: { records: { id: string }[] } };
  const approved = await request.post("/api/v1/admin/transaction/approve", {
    headers,
    data: { id: found.data.records[0]?.id },
  });
  expect(approved.status()).toBe(200);
  await expect(
    page.getByRole("status").getByText(/was approved: 1,000 RSGN are yours/),
  ).toBeVisible({ timeout: 20_000 });
  await expect(waiting).toHaveCount(0);
  // Who did not see the moment still finds it there; the list of what waits leads on to the rest.
  await page.reload();
  const decision = page.getByRole("region", { name: `Decision on ${orderNumber}` });
  await expect(decision).toContainText("was approved: 1,000 RSGN are yours");
  await page.goto("/user/payment-history");
  await page.getByRole("link", { name: "Show all payments" }).click();
  await expect(page.getByRole("table")).toContainText(orderNumber);

  await page.goto(`/user/payment-history?status=APPROVED&receipt=${orderNumber}`);
  const keep = page.getByRole("link", { name: "Download the receipt (PDF)" });
  const kept = await page.request.get((await keep.getAttribute("href")) ?? "");
  expect((await read(await kept.body())).replace(/\s/g, "")).toMatch(/[0-9a-f]{64}/);

  // A stranger's browser gets neither the standing nor the receipt.
  const stranger = await request.get(`/user/order-standing?of=${orderNumber}`);
  expect(stranger.status()).toBe(401);
  const refused = await request.get(`/user/receipts/${orderNumber}.pdf`, { maxRedirects: 0 });
  expect(refused.status()).toBe(302);
});

test("another member finds neither the order's standing nor its receipt", async ({ page }) => {
  await logIn(page, "/", "asha@member.example");
  const own = await page.request.get("/user/receipts/PUR-000000.pdf");
  expect(own.status()).toBe(404);
  const standing = await page.request.get("/user/order-standing?of=PUR-000000,PUR-999999");
  expect(await standing.json()).toEqual([]);
  const odd = await page.request.get("/user/order-standing?of=%00,../etc");
  expect(odd.status()).toBe(400);
});
