import type { Page } from "@playwright/test";
import { appCode, callAsSuperAdmin, enterAsSuperAdmin } from "../harness/super-admin";
import { expectAccessible } from "../harness/accessibility";
import {
  PASSWORD,
  codeFor,
  expect,
  logIn,
  submitAndWait,
  test,
  textsTo,
  onlyInFull,
} from "../harness/test";

const NEW_PASSWORD = "Another-secret-9";

async function logOut(page: Page) {
  await page.goto("/admin/logout");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(true),
    () => {
      test.use({ javaScriptEnabled });

      test("an invited admin sets a password, enables two-factor login, and requires it of the others", async ({
        page,
        request,
      }) => {
        test.slow();
        const id = crypto.randomUUID().slice(0, 8);
        const email = `invited-${id}@company.example`;
        await callAsSuperAdmin(request, "POST", "/company/add", {
          companyName: `Guarded ${id}`,
          email,
          mobile: "9876500001",
          tokenSymbol: "COWL",
          totalSupply: 100_000,
          price: "10",
          adminName: "Ira Invited",
          adminEmail: email,
        });

        // A truncated link shows the next step; the complete one sets a password, once.
        const invitationOf = async (address: string) => {
          let link = "";
          await expect(async () => {
            const [text] = await textsTo(request, address);
            link = /\/admin\/set-password\?token=[\w-]+/.exec(text ?? "")?.[0] ?? "";
            expect(link).not.toBe("");
          }).toPass();
          return link;
        };
        const link = await invitationOf(email);
        await page.goto(link.slice(0, -1));
        await expect(page.getByText("This link has been used, is too old")).toBeVisible();
        await page.goto(link);
        await expect(page).toHaveTitle(/\| Set Password$/);
        await expect(page.getByText("Welcome, Ira Invited.")).toBeVisible();
        await expect(page.getByLabel("Email")).toHaveValue(email);
        const again = page.getByLabel("Confirm New Password");
        const type = async (password: string, repeated = password) => {
          await page.getByLabel("New Password", { exact: true }).fill(password);
          await again.fill(repeated);
        };
        const choose = async (password: string) => {
          await type(password);
          await submitAndWait(page, () => again.press("Enter"));
        };
        await type(PASSWORD, "Something-else-9");
        // With scripts it is not sent, and the button is marked as not ready.
        await again.press("Enter");
        await expect(page.getByText("New passwords do not match.").first()).toBeVisible();
        await choose("password");
        await expect(page.locator(".error")).toContainText("too easy to guess");
        await choose(NEW_PASSWORD);
        await expect(page.getByText("Password set successfully")).toBeVisible();
        await expect(page).toHaveURL(/\/admin\/dashboard$/);
        await page.goto(link);
        await page.getByRole("link", { name: "Send a code instead" }).click();

        // A forgotten password: the admins' two-step reset.
        await page.getByLabel("Email").fill(email);
        await page.getByRole("button", { name: "Send Reset Code" }).click();
        await expect(
          page.getByRole("heading", { name: "Verify Code & Set New Password" }),
        ).toBeVisible();
        await page.getByLabel("Verification Code").fill(await codeFor(request, email));
        await page.getByLabel("New Password", { exact: true }).fill(PASSWORD);
        await page.getByLabel("Confirm New Password").fill(PASSWORD);
        await page.getByRole("button", { name: "Reset Password" }).click();
        await expect(page.getByText("Password reset successfully")).toBeVisible();

        // Setup requires the password; the first code enables it.
        await logIn(page, "/admin/login", email);
        await page.goto("/admin/security");
        await expect(page).toHaveTitle(/\| Your account$/);
        await expect(page.getByText("Set up your own first")).toBeVisible();
        const setUp = page.getByRole("button", { name: "Set up" });
        const app = page.locator("section", {
          has: page.getByRole("heading", { name: "Authenticator app" }),
        });
        await app.getByLabel("Current Password").fill("wrong");
        await setUp.click();
        await expect(page.getByText("The current password is not right.").first()).toBeVisible();
        await app.getByLabel("Current Password").fill(PASSWORD);
        await setUp.click();
        await expect(
          page.getByRole("img", { name: "QR code for your authenticator app" }),
        ).toBeVisible();
        const key = (await page.locator("main .mono").first().textContent()) ?? "";
        if (javaScriptEnabled) await expectAccessible(page);
        const confirm = page.getByRole("button", { name: "Switch on" });
        await page.getByLabel("Code of the app").fill("12345");
        await confirm.click();
        await expect(page.locator(".error")).toContainText("This code is not right");
        // The period may end before the code arrives, so neither code is of the oldest valid one.
        const first = appCode(key);
        await page.getByLabel("Code of the app").fill(first);
        await confirm.click();
        await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
        const recovery = await page.getByRole("main").getByRole("listitem").allTextContents();
        expect(recovery).toHaveLength(10);
        await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(page);
        await page.goto("/admin/security");
        await expect(page.getByText(recovery[0] ?? "-")).toHaveCount(0);

        // A login now requires a code, and rejects a used one.
        const begin = async () => {
          await logOut(page);
          await page.getByLabel("Email").fill(email);
          await page.getByLabel("Password").fill(PASSWORD);
          await page.getByRole("button", { name: "Login" }).click();
          await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
        };
        const code = page.getByLabel("Code of the app, or a recovery code");
        const finish = page.getByRole("button", { name: "Log in" });
        await begin();
        if (javaScriptEnabled) await expectAccessible(page);
        await code.fill(first);
        await finish.click();
        await expect(page.locator(".error")).toContainText("was used already");
        await page.goto("/admin/usermanage");
        await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
        await page.goto("/admin/logout");
        await begin();
        const taken = appCode(key, 1);
        await code.fill(taken);
        await finish.click();
        await page.waitForURL(/\/admin\/dashboard/);
        await begin();
        await code.fill(taken);
        await finish.click();
        await expect(page.locator(".error")).toContainText("was used already");
        await code.fill((recovery[0] ?? "").toLowerCase());
        await finish.click();
        await page.waitForURL(/\/admin\/dashboard/);
        await page.goto("/admin/security");
        await expect(page.getByText("9 recovery codes are left.")).toBeVisible();

        // Once required, an admin without an authenticator app can only set one up.
        await page.getByRole("button", { name: "Require it of every admin" }).click();
        await expect(page.getByText("Every admin now needs an authenticator app.")).toBeVisible();
        const other = `second-${id}@company.example`;
        await page.goto("/admin/usermanage?add=1");
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Role").selectOption("Admin");
        await dialog.getByLabel("Name").fill("Second Admin");
        await dialog.getByLabel("Mobile").fill("98765 00001");
        await dialog.getByLabel("Email").fill(other);
        await dialog.getByRole("button", { name: "Add", exact: true }).click();
        await expect(page.getByText("User added successfully")).toBeVisible();
        await logOut(page);
        // An admin is invited: nobody types a password for them.
        await page.goto(await invitationOf(other));
        await choose(PASSWORD);
        for (const path of ["/admin/usermanage", "/admin/purchaserequest"]) {
          await expect(page).toHaveURL(/\/admin\/security$/);
          await expect(page.getByText("Set yours up to continue.")).toBeVisible();
          await page.goto(path);
        }
        // Their own password, too.
        await expect(page).toHaveURL(/\/admin\/security$/);
        const own = page.locator("section", {
          has: page.getByRole("heading", { name: "Change password" }),
        });
        const change = async (current: string) => {
          await own.getByLabel("Current Password").fill(current);
          await own.getByLabel("New Password", { exact: true }).fill(NEW_PASSWORD);
          await own.getByLabel("Confirm New Password").fill(NEW_PASSWORD);
          await own.getByRole("button", { name: "Update Password" }).click();
        };
        await change("wrong");
        await expect(own.locator(".error")).toContainText("The current password is not right.");
        await change(PASSWORD);
        await expect(page.getByText("Password updated successfully")).toBeVisible();
        await logOut(page);

        // Turning it off requires password and code; the rule also applies to the admin who made it.
        await page.getByLabel("Email").fill(email);
        await page.getByLabel("Password").fill(PASSWORD);
        await page.getByRole("button", { name: "Login" }).click();
        await code.fill(recovery[1] ?? "");
        await finish.click();
        await page.waitForURL(/\/admin\/dashboard/);
        await page.goto("/admin/security");
        const off = page.locator("section", {
          has: page.getByRole("heading", { name: "Switch off" }),
        });
        await off.getByLabel(/^Code of the app/).fill(recovery[2] ?? "");
        await off.getByRole("button", { name: "Switch off" }).click();
        await expect(off.locator(".error")).toBeVisible();
        await off.getByLabel("Current Password").fill(PASSWORD);
        await off.getByLabel(/^Code of the app/).fill(recovery[2] ?? "");
        await off.getByRole("button", { name: "Switch off" }).click();
        await expect(page.getByText("Your authenticator app is switched off.")).toBeVisible();
        await page.goto("/admin/dashboard");
        await expect(page).toHaveURL(/\/admin\/security$/);
        await expect(async () => {
          expect((await textsTo(request, email)).join()).toContain("no longer takes a code");
        }).toPass();
      });
    },
  );
}

test(
  "a super admin has the same protection, without a password",
  { tag: "@full" },
  async ({ page, context, request }) => {
    await enterAsSuperAdmin(context, request);
    await page.goto("/superadmin/security");
    await expect(page).toHaveTitle(/\| Your account$/);
    await expect(page.getByLabel("Current Password")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: /^Every admin/ })).toHaveCount(0);
    await page.getByRole("button", { name: "Set up" }).click();
    await expect(
      page.getByRole("img", { name: "QR code for your authenticator app" }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Code of the app").fill("12345");
    await page.getByRole("button", { name: "Switch on" }).click();
    await expect(page.locator(".error")).toContainText("This code is not right");
  },
);
