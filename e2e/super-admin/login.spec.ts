import { SECOND_SUPER_ADMIN, SUPER_ADMIN, addSuperAdmin } from "../harness/super-admin";
import { PORT, codeFor, expect, textsTo, test, waitForScripts, onlyInFull } from "../harness/test";

const LOGIN = "/superadmin/login";
const nobody = () => `nobody-${crypto.randomUUID().slice(0, 8)}@platform.example`;

test("a super admin logs in with a mailed code, and is notified of the new device", async ({
  page,
  request,
}) => {
  await page.goto("/superadmin/companymanage");
  await expect(page).toHaveURL(/\/superadmin\/login\?to=%2Fsuperadmin%2Fcompanymanage$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Super Admin");
  await page.getByLabel("Email").fill(SECOND_SUPER_ADMIN);
  await page.getByRole("button", { name: "Get OTP" }).click();
  await expect(page.getByText("Resend OTP in")).toContainText(/02:[3-5]\d/);
  await expect(page.getByLabel("Email")).toHaveAttribute("readonly");
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();

  // A mistake returns to the first step, which leads to the still valid code.
  const code = await codeFor(request, SECOND_SUPER_ADMIN);
  await page.getByLabel("OTP").fill(code === "111111" ? "111112" : "111111");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert").first()).toContainText("wrong");
  await expect(page.getByLabel("Email")).not.toHaveAttribute("readonly");
  await expect(page.getByLabel("Email")).toHaveValue(SECOND_SUPER_ADMIN);
  await page.getByRole("button", { name: "Get OTP" }).click();
  await expect(page.getByText("Resend OTP in")).toContainText(/02:\d\d/);
  await page.getByLabel("OTP").fill(code);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/superadmin\/companymanage$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Company");

  const messages = async () => (await textsTo(request, SECOND_SUPER_ADMIN)).join("\n");
  await expect.poll(messages).toMatch(/logged in to your super admin account .*\w+, Linux/);
  await page.goto(LOGIN);
  await expect(page).toHaveURL(/\/superadmin\/dashboard$/);
  await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/superadmin\/login$/);
  await page.goto("/superadmin/dashboard");
  await expect(page).toHaveURL(/\/superadmin\/login$/);
});

test(
  "a super admin's login returns to its first step when the countdown reaches zero",
  { tag: "@full" },
  async ({ page }) => {
    await page.clock.install();
    await page.goto(LOGIN);
    await waitForScripts(page);
    const email = nobody();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Get OTP" }).click();
    await expect(page.getByRole("timer")).toHaveText(/02:[3-5]\d/);
    await page.clock.fastForward("03:00");
    await expect(page.getByText("This OTP has expired. Request a new one.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByRole("button", { name: "Get OTP" })).toBeVisible();
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test(
    "without JavaScript both steps of the login are plain forms, and an unknown address gets the same response",
    { tag: "@full" },
    async ({ page }) => {
      await page.goto(LOGIN);
      await page.getByLabel("Email").fill(nobody());
      await page.getByRole("button", { name: "Get OTP" }).click();
      await expect(page.getByLabel("Email")).toHaveAttribute("readonly");
      await page.getByLabel("OTP").fill("123456");
      await page.getByRole("button", { name: "Login" }).click();
      await expect(page.getByRole("alert").first()).toContainText("wrong");
      await page.getByRole("button", { name: "Get OTP" }).click();
      await page.getByRole("link", { name: "Use another email" }).click();
      await expect(page.getByLabel("Email")).toHaveValue("");
    },
  );

  test(
    "without JavaScript a super admin just added by command logs in and out",
    onlyInFull(true),
    async ({ page, request }) => {
      const email = nobody();
      addSuperAdmin(email);
      await page.goto(LOGIN);
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Get OTP" }).click();
      await page.getByLabel("OTP").fill(await codeFor(request, email));
      await page.getByRole("button", { name: "Login" }).click();
      await expect(page).toHaveURL(/\/superadmin\/dashboard$/);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
      await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click();
      await expect(page).toHaveURL(/\/superadmin\/login$/);
    },
  );
});

test("a company's host does not serve the super admin's login", async ({ request }) => {
  const headers = { host: `glxy.localhost:${PORT}` };
  expect((await request.get(LOGIN, { headers })).status()).toBe(404);
  const call = `/api/v1/superadmin/auth/login/email/otp?email=${SUPER_ADMIN}`;
  const asked = await request.get(call, { headers });
  expect(asked.status()).toBe(404);
});
