import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { pay } from "../harness/purchases";
import { enterAsSuperAdmin } from "../harness/super-admin";
import { ADMIN, enter, expect, freshEmail, register, test } from "../harness/test";

/** The file behind the page's link, without its UTF-8 BOM. */
async function download(page: Page) {
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Download .*CSV/ }).click();
  const file = await waiting;
  const bytes = await readFile(await file.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = bytes.subarray(3).toString("utf8");
  expect(text.endsWith("\r\n")).toBe(true);
  return { name: file.suggestedFilename(), lines: text.trimEnd().split("\r\n") };
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("each table of the admin area is exported with its filters", async ({
        page,
        request,
      }) => {
        const email = freshEmail();
        const name = `=Formula ${email.replace(/[^a-z]/g, "").slice(0, 20)}`;
        await register(request, { email, name });
        await pay(request, email, 49_000);
        await enter(page, "/admin/login", ADMIN);
        const search = encodeURIComponent(name);

        await page.goto(`/admin/purchaserequest?search1=${search}`);
        const purchases = await download(page);
        expect(purchases.name).toMatch(/^purchases-\d{4}-\d\d-\d\d\.csv$/);
        expect(purchases.lines).toHaveLength(2);
        expect(purchases.lines[0]).toContain("Final Amount (INR)");
        expect(purchases.lines[1]).toContain(`'${name},98765 43210,MANUAL`);
        expect(purchases.lines[1]).toMatch(/,49000\.00,980\.00,49980\.00,/);
        expect(purchases.lines[1]).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
        await page.goto(`/admin/purchaserequest?tab=history&search1=${search}`);
        expect((await download(page)).lines).toHaveLength(1);

        await page.goto(`/admin/usermanage?search=${search}&approval=waiting`);
        const users = await download(page);
        expect(users.lines).toHaveLength(2);
        expect(users.lines[1]).toContain(`'${name},${email},98765 43210`);
        await page.goto(`/admin/usermanage?search=${search}&approval=verified`);
        expect((await download(page)).lines).toHaveLength(1);

        await page.goto(`/admin/activity?search=${encodeURIComponent(email)}`);
        const activity = await download(page);
        expect(activity.lines.length).toBeGreaterThanOrEqual(3);
        expect(activity.lines.join()).toContain("Submitted a payment");

        await page.goto("/admin/beneficiary");
        const accounts = await download(page);
        expect(accounts.name).toMatch(/^beneficiaries-/);
        expect(accounts.lines.join()).toContain("@okbank");

        // Each export is in the audit log, with its filter and its number of rows.
        await page.goto("/admin/activity?action=export");
        const taken = page
          .getByRole("row", { name: /Downloaded people/ })
          .filter({ hasText: name });
        await expect(taken.last()).toContainText("Verification refused: No");
        await expect(taken.last()).toContainText("Rows: 1");
        await expect(
          page.getByRole("cell", { name: "Downloaded bank details" }).first(),
        ).toBeVisible();
      });
    },
  );
}

test(
  "each table of the platform is exported by its super admin",
  { tag: "@full" },
  async ({ page, context, request }) => {
    await enterAsSuperAdmin(context, request);
    for (const [path, expected] of [
      ["/superadmin/companymanage?search=Resurgence", "Resurgence Labs"],
      ["/superadmin/transactionmanage?status=APPROVED", ",Approved,"],
      ["/superadmin/beneficiarymanage?search=glxy", "glxy@okbank"],
    ] as const) {
      await page.goto(path);
      const { lines } = await download(page);
      expect(lines.length).toBeGreaterThan(1);
      for (const line of lines.slice(1)) expect(line).toContain(expected);
    }
    await page.goto("/superadmin/companymanage/00000000-0000-7000-8000-000000000000");
    await page.getByRole("navigation").getByRole("link", { name: "Transaction Manage" }).click();
    await expect(page).toHaveURL(/transactionmanage$/);
  },
);

test("other users cannot export a table", { tag: "@full" }, async ({ page, request }) => {
  const tables = [
    "/admin/exports/purchases",
    "/admin/exports/members",
    "/admin/exports/beneficiaries",
    "/admin/exports/activity",
    "/superadmin/exports/companies",
    "/superadmin/exports/transactions",
    "/superadmin/exports/beneficiaries",
  ];
  const refused = async (path: string) => {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect([302, 404], path).toContain(answer.status());
    expect(answer.headers()["content-type"] ?? "").not.toContain("csv");
  };
  for (const path of tables) await refused(path);
  const email = freshEmail();
  await register(request, { email });
  await enter(page, "/", email);
  for (const path of tables) await refused(path);
  await enter(page, "/admin/login", ADMIN);
  for (const path of tables.filter((one) => one.startsWith("/superadmin"))) await refused(path);
  // An unknown export is a 404.
  const none = await page.goto("/admin/exports/sessions");
  expect(none?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is nothing here.");

  // A missing record keeps the admin area's menu.
  const nowhere = "00000000-0000-7000-8000-000000000000";
  const gone = await page.goto(`/admin/usermanage/${nowhere}`);
  expect(gone?.status()).toBe(404);
  await expect(page).toHaveTitle(/./);
  await expect(page.getByRole("link", { name: "Go to the home page" })).toHaveAttribute(
    "href",
    "/admin",
  );
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /^Payments/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();
});
