import { callAsSuperAdmin } from "../harness/super-admin";
import { PASSWORD, enter, expect, test } from "../harness/test";

test("the admin of a company without a host uses the platform's host, and sees no other company's data", async ({
  page,
  request,
}) => {
  const name = `Hostless ${crypto.randomUUID().slice(0, 8)}`;
  const adminEmail = `${name.toLowerCase().replace(" ", "-")}@company.example`;
  await callAsSuperAdmin(request, "POST", "/company/add", {
    companyName: name,
    email: adminEmail,
    mobile: "9876500001",
    tokenSymbol: "PPCN",
    totalSupply: 100_000,
    price: "10",
    adminName: "Hana Hostless",
    adminEmail,
    adminPassword: PASSWORD,
  });

  await enter(page, "/admin/login", adminEmail);
  await page.goto("/admin/purchaserequest");
  await expect(page.getByText(name).filter({ visible: true })).toBeVisible();
  await expect(page.getByText("No payment waits for a decision.")).toBeVisible();
  await expect(page.locator("link[rel=icon]").first()).toHaveAttribute("href", /\/brands\/ppcn\//);
  // The public site still belongs to the host's company.
  await page.goto("/");
  await expect(page.locator("link[rel=icon]").first()).toHaveAttribute("href", /\/brands\/rsgn\//);
});
