import {
  PASSWORD,
  codeFor,
  expect,
  freshEmail,
  logIn,
  register,
  submitAndWait,
  test,
  textsTo,
} from "../harness/test";

const NEW_PASSWORD = "Another-secret-9";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("resetting a forgotten password sends a notice and ends other sessions", async ({
        page,
        request,
        browser,
      }) => {
        const email = freshEmail();
        await register(request, { email });
        const elsewhere = await browser.newContext();
        const second = await elsewhere.newPage();
        await logIn(second, "/", email);

        await page.goto("/forgot-password");
        await expect(page).toHaveURL(/\/fogot-password$/);
        await expect(page).toHaveTitle(/\| Reset Password$/);

        // Step 1 reports missing and invalid input.
        const send = page.getByRole("button", { name: "Send Reset Code" });
        const address = page.getByRole("textbox", { name: "Email" });
        if (javaScriptEnabled) await expect(send).toBeDisabled();
        await address.press("Enter");
        await expect(page.locator(".error")).toHaveText("Please enter your email address.");
        if (javaScriptEnabled) await expect(address).toBeFocused();
        await address.fill(email);
        await send.click();

        // Step 2 survives a reload, as when a phone switches to its mail.
        await expect(
          page.getByRole("heading", { name: "Verify Code & Set New Password" }),
        ).toBeVisible();
        if (javaScriptEnabled) {
          await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
        }
        await page.reload();
        await expect(page.getByRole("status").filter({ hasText: email })).toBeVisible();
        await expect(address).toHaveValue(email);
        await expect(address).not.toBeEditable();

        const otp = page.getByLabel("Verification Code");
        const next = page.getByLabel("New Password", { exact: true });
        const again = page.getByLabel("Confirm New Password");
        const submit = page.getByRole("button", { name: "Reset Password" });
        const fill = async (code: string, typed: string, repeated: string) => {
          await otp.fill(code);
          await next.fill(typed);
          await again.fill(repeated);
        };
        if (javaScriptEnabled) await expect(submit).toBeDisabled();
        // Scripts say it before the form is sent.
        if (javaScriptEnabled) await otp.press("Enter");
        else await submitAndWait(page, () => otp.press("Enter"));
        await expect(page.getByRole("alert")).toHaveText("Please fill in all fields.");
        await expect(page.locator(".error")).toHaveCount(0);

        await fill("12 34", NEW_PASSWORD, "Something-else-9");
        if (javaScriptEnabled) {
          // The button is disabled, and the page says why.
          await expect(submit).toBeDisabled();
          await expect(page.locator(".error")).toHaveText("New passwords do not match.");
          await expect(again).toHaveAttribute("aria-invalid", "true");
        }
        if (javaScriptEnabled) await again.press("Enter");
        else await submitAndWait(page, () => again.press("Enter"));
        await expect(page.locator(".error")).toHaveText([
          "The OTP is six digits.",
          "New passwords do not match.",
        ]);
        if (javaScriptEnabled) {
          // Each goes with its cause, and a password can be read while it is typed.
          await otp.fill("123456");
          await expect(page.locator(".error")).toHaveText("New passwords do not match.");
          await next.fill("Something-else-9");
          await expect(page.locator(".error")).toHaveCount(0);
          const show = page.getByRole("button", { name: "Show what you type" }).first();
          await show.click();
          await expect(show).toHaveAttribute("aria-pressed", "true");
          await expect(next).toHaveAttribute("type", "text");
          await otp.fill("12 34");
        }
        await expect(otp).toHaveValue("12 34");

        const code = await codeFor(request, email);
        await fill(code === "111111" ? "222222" : "111111", NEW_PASSWORD, NEW_PASSWORD);
        await submit.click();
        await expect(page.locator(".error")).toHaveText([
          /^This OTP is wrong or no longer valid\./,
        ]);

        // Back to step 1 with the address kept and all else cleared; a recent code stays valid.
        await page.getByRole("link", { name: "Resend Code or Change Email" }).click();
        await expect(page.getByRole("heading", { name: "Reset Password" })).toBeVisible();
        await expect(address).toHaveValue(email);
        await expect(address).toBeEditable();
        await send.click();
        await expect(page.getByRole("alert")).toContainText("A code was just sent.");
        await page.getByRole("link", { name: "I already have a code" }).click();
        await expect(otp).toHaveValue("");
        await expect(next).toHaveValue("");

        await fill(code, "password123", "password123");
        await submit.click();
        await expect(page.locator(".error")).toHaveText([/^This password is too easy to guess\./]);
        await fill(code, NEW_PASSWORD, NEW_PASSWORD);
        await submit.click();
        await expect(page.getByText("Password reset successfully")).toBeVisible();
        await expect(page).toHaveURL(/:\d+\/$/);

        // The old password is invalid on every device; a mail reports the change.
        await second.goto("/user/dashboard");
        await expect(second).toHaveURL(/:\d+\/\?ended=1$/);
        await elsewhere.close();
        await expect(page.getByLabel("Email")).toHaveValue(email);
        await page.getByLabel("Password").fill(PASSWORD);
        await page.getByRole("button", { name: "Log in" }).click();
        await expect(page.getByRole("alert")).toHaveText("The email or the password is not right.");
        await page.getByLabel("Password").fill(NEW_PASSWORD);
        await page.getByRole("button", { name: "Log in" }).click();
        await expect(page).toHaveURL(/\/user\/dashboard/);
        await expect
          .poll(async () => (await textsTo(request, email))[0])
          .toContain("Your password was changed just now");

        // After the last step the browser no longer shows the address.
        await page.goto("/fogot-password?verify");
        await expect(page.getByRole("heading", { name: "Reset Password" })).toBeVisible();
        await expect(address).toHaveValue("");
      });
    },
  );
}
