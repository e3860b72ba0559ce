import { spawnSync } from "node:child_process";
import path from "node:path";
import { registerOn } from "../harness/registration";
import {
  PASSWORD,
  PORT,
  codeFor,
  expect,
  freshEmail,
  logIn,
  test,
  textsTo,
  onlyInFull,
} from "../harness/test";

/** Adds a super admin with the operator's command while the product runs. */
function addSuperAdmin(email: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["build/operator.js", "super-admin", "add", email],
    {
      encoding: "utf8",
      env: { ...process.env, DEMO: "1", DATA_DIR: path.join(process.env["E2E_RUN"] ?? "", "data") },
    },
  );
  expect(status, stderr).toBe(0);
}

test(
  "a super admin's login leads to the first token sold on a new brand",
  onlyInFull(true),
  async ({ page, request, browser }) => {
    test.slow();
    const mark = crypto.randomUUID().slice(0, 8);
    const host = `walk-${mark}.localhost`;
    const site = `http://${host}:${PORT}`;
    const superAdmin = `walk-${mark}@platform.example`;
    addSuperAdmin(superAdmin);

    await page.goto("/superadmin/login");
    await page.getByLabel("Email").fill(superAdmin);
    await page.getByRole("button", { name: "Get OTP" }).click();
    await page.getByLabel("OTP").fill(await codeFor(request, superAdmin));
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL(/\/superadmin\/dashboard$/);

    // The company, with its first admin
    const name = `Walk Tokens ${mark}`;
    const adminEmail = `walk-${mark}@company.example`;
    await page.goto("/superadmin/companymanage?add=1");
    const form = page.getByRole("dialog", { name: "Add Company" });
    await form.getByLabel("Company name").fill(name);
    await form.getByLabel("Email", { exact: true }).fill("desk@walk.example");
    await form.getByLabel("Mobile").fill("98765 43210");
    await form.getByLabel("Symbol").fill("WALK");
    await form.getByLabel("Token name").fill("Walk Token");
    await form.getByLabel("Total supply").fill("1000");
    await form.getByLabel("Price of one token").fill("10");
    await form.getByLabel("Admin name").fill("Asha Walker");
    await form.getByLabel("Admin email").fill(adminEmail);
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

    // Its host, and its brand
    await page.getByLabel("Host", { exact: true }).fill(host);
    await page.getByRole("button", { name: "Add domain" }).click();
    await expect(page.getByText(`${host} now shows this company.`)).toBeVisible();
    await expect(page.getByText("Points here", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Brand studio" }).click();
    await page.getByLabel("Brand", { exact: true }).selectOption("COWL");
    await page.getByRole("button", { name: "Start a draft" }).click();
    await expect(page.getByText("A new draft is ready.")).toBeVisible();
    await page.locator("summary", { hasText: "Names and texts" }).click();
    await page.getByLabel("Title").first().fill(`A walk ${mark}`);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByText("Version 1 is live.")).toBeVisible();

    // The invited admin sets a password and adds a payment account.
    const invitation = async () => (await textsTo(request, adminEmail)).join("\n");
    await expect.poll(invitation).toContain("/admin/set-password");
    const link = /http\S+set-password\S+/.exec(await invitation())?.[0] ?? "";
    expect(link).toContain(site);
    // An invitation sent before the host existed works on the platform's, and links to the company's.
    const early = new URL(link);
    early.host = `localhost:${PORT}`;
    const adminPage = await (await browser.newContext()).newPage();
    await adminPage.goto(early.href);
    await adminPage.getByLabel("New Password", { exact: true }).fill(PASSWORD);
    await adminPage.getByLabel("Confirm New Password").fill(PASSWORD);
    await adminPage.locator("main button[type=submit].button").click();
    await expect(adminPage.getByText("Password set successfully.")).toBeVisible();
    await adminPage.getByRole("link", { name: "Go to the login" }).click();
    await expect(adminPage).toHaveURL(`${site}/admin/login`);
    await logIn(adminPage, `${site}/admin/login`, adminEmail);
    await adminPage.goto(`${site}/admin/beneficiary?add=1`);
    const account = adminPage.getByRole("dialog");
    for (const [label, value] of [
      ["Holder Name", name],
      ["Bank Name", "HDFC Bank"],
      ["Branch Name", "Fort, Mumbai"],
      ["Account Number", "501000123456"],
      ["IFSC Code", "HDFC0000060"],
      ["UPI ID", "walk@okbank"],
    ] as const)
      await account.getByLabel(label).fill(value);
    await account.getByRole("button", { name: "Add" }).click();
    await expect(adminPage.getByText("Beneficiary added successfully")).toBeVisible();

    // A visitor finds the brand, registers, buys and pays.
    const buyer = await (await browser.newContext()).newPage();
    const email = freshEmail();
    await buyer.goto(`${site}/register`);
    await expect(buyer.getByText(`A walk ${mark}`).first()).toBeVisible();
    await registerOn(buyer, request, { email });
    await buyer.goto(`${site}/user/buy-token`);
    await buyer.getByLabel("Amount (INR)").fill("10");
    await buyer.getByRole("button", { name: "BUY NOW" }).click();
    await expect(buyer).toHaveURL(/\/user\/payment\?purchaseId=/);
    await expect(buyer.getByText("501000123456")).toBeVisible();
    await buyer.goto(`${buyer.url()}&tab=manual`);
    await buyer.getByRole("checkbox").check();
    await buyer.getByRole("button", { name: "Confirm Payment" }).click();
    await expect(buyer.getByText("MANUAL payment submitted successfully.")).toBeVisible();

    // The admin approves: the first token is sold.
    await adminPage.goto(`${site}/admin/purchaserequest`);
    await adminPage.getByRole("link", { name: "Approve" }).first().click();
    const decision = adminPage.getByRole("dialog");
    await decision.getByRole("checkbox").check();
    await decision.getByRole("button", { name: "Confirm" }).click();
    await expect(adminPage.getByText("Purchase approved successfully")).toBeVisible();
    await page.goto(`/superadmin/dashboard?search=${encodeURIComponent(name)}`);
    await expect(
      page.getByRole("row").filter({ hasText: name }).filter({ hasText: /WALK/ }),
    ).toContainText("299");
  },
);
