import { PASSWORD, codeFor, expect, logIn, test } from "../support/test";

const SUPER_ADMIN = "super@platform.example";

test("the admin of a company without a host works on the platform's own, and sees nothing of another's", async ({
  page,
  request,
}) => {
  const send = async (path: string, data: object, token?: string) => {
    const headers: Record<string, string> = token ? { authorization: token } : {};
    const answer = await request.post(`/api/v1${path}`, { data, headers });
    return ((await answer.json()) as { data: Record<string, string> | null }).data;
  };
  await request.get(`/api/v1/superadmin/auth/login/email/otp?email=${SUPER_ADMIN}`);
  const otp = await codeFor(request, SUPER_ADMIN);
  const root = await send("/superadmin/auth/login/verify", { email: SUPER_ADMIN, otp });
  const name = `Hostless ${crypto.randomUUID().slice(0, 8)}`;
  const adminEmail = `${name.toLowerCase().replace(" ", "-")}@company.example`;
  await send(
    "/superadmin/company/add",
    {
      companyName: name,
      email: adminEmail,
      mobile: "9876500001",
      tokenSymbol: "GLXY",
      totalSupply: 100_000,
      price: "10",
      adminName: "Hana Hostless",
      adminEmail,
      adminPassword: PASSWORD,
    },
    root?.["token"],
  );

  await logIn(page, "/admin/login", adminEmail);
  await page.goto("/admin/purchaserequest");
  await expect(page.getByText(name).filter({ visible: true })).toBeVisible();
  await expect(page.getByText("No data available.").first()).toBeVisible();
  await expect(page.locator("link[rel=icon]").first()).toHaveAttribute("href", /\/brands\/glxy\//);
  // The front of the house is still the company's whose host it is.
  await page.goto("/");
  await expect(page.locator("link[rel=icon]").first()).toHaveAttribute("href", /\/brands\/rsgn\//);
});
