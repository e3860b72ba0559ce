import { translatorOf } from "@server/platform/words/translators.server";
import { BUILT_IN_BRANDS } from "@themes/registry";
import { goOffline, loseAnswer } from "../harness/lost-connection";
import { PORT, codeFor, expect, freshEmail, test, onlyInFull } from "../harness/test";

/** The titles of the front page and of the registration. */
const TITLES = { "en-IN": ["Login", "Register"], "hi-IN": ["लॉग इन", "पंजीकरण"] } as const;

for (const locale of ["en-IN", "hi-IN"] as const) {
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 360, height: 640 } });

    test(
      "login and registration carry the brand; a small phone shows their button",
      onlyInFull(true),
      async ({ page }) => {
        for (const brand of BUILT_IN_BRANDS.filter((_brand, index) => index % 3 === 0)) {
          for (const path of ["/", "/register"]) {
            const where = `${brand.symbol} ${path}`;
            await page.setViewportSize({ width: 360, height: 640 });
            await page.goto(`http://${brand.symbol.toLowerCase()}.localhost:${PORT}${path}`);
            const isFront = path === "/";
            // The front page's form is one tap away, without scripts too.
            if (isFront) {
              await expect(page.getByRole("heading", { level: 1 })).toHaveText(brand.title);
              await page.locator("header a[href='#login']").click();
            }
            const button = page.locator("main form button[type=submit].button");
            await expect(button, where).toBeInViewport({ ratio: 1 });
            await expect(page).toHaveTitle(
              `${brand.metaData.title} | ${TITLES[locale][isFront ? 0 : 1]}`,
            );

            // The risk notice comes next, before any brand text.
            const risk = page.getByRole("main").getByRole("note").first();
            await expect(risk).toBeInViewport();
            await expect(risk).toContainText(
              locale === "en-IN" ? "Risk notice:" : "जोखिम की सूचना:",
            );

            const panel = page.getByRole(isFront ? "main" : "complementary");
            await expect(panel.getByText(brand.title, { exact: true })).toBeVisible();
            // The registration's picture has English words: in Hindi it is a table too.
            if (isFront || locale === "hi-IN") {
              await expect(panel.getByRole("table").getByRole("row")).toHaveCount(
                brand.tokenDistribution.length + 1,
              );
            } else {
              const chart = panel.getByRole("img", { name: brand.tokenDistribution.join(", ") });
              await chart.scrollIntoViewIfNeeded();
              await expect
                .poll(
                  () =>
                    chart.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth),
                  where,
                )
                .toBeGreaterThan(0);
              // A built-in brand's links are samples without a target.
              await expect(panel.getByRole("link")).toHaveCount(0);
            }
            const hindi = translatorOf("hi").t(`brand-notes:${brand.symbol}`);
            const note = locale === "hi-IN" ? hindi : brand.footerNote;
            await expect(panel.getByText(note)).toBeVisible();

            // Doubled font size on the narrowest phone.
            await page.setViewportSize({ width: 320, height: 640 });
            const beyond = await page.evaluate(() => {
              document.documentElement.style.fontSize = "200%";
              return document.documentElement.scrollWidth - window.innerWidth;
            });
            expect(beyond, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
          }
        }
      },
    );
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    `the front page ${javaScriptEnabled ? "with" : "without"} JavaScript`,
    onlyInFull(!javaScriptEnabled),
    () => {
      test.use({ javaScriptEnabled, viewport: { width: 375, height: 740 } });

      test("a stranger calculates both ways and keeps the invitation", async ({ page }) => {
        await page.goto("/?ref=ASHA2345");
        await expect(page.getByText("Nobody has the code ASHA2345.")).toBeVisible();
        const calculator = page.locator("#calculator");
        const ask = async (sum: string, unit: string) => {
          await calculator.getByLabel("How much").fill(sum);
          await calculator.getByLabel("Rupees or tokens").selectOption(unit);
          if (javaScriptEnabled) return;
          await calculator.getByRole("button", { name: "Calculate" }).click();
        };
        await ask("4,998", "rupees");
        await expect(calculator).toContainText("714 RSGN");
        await ask("714", "tokens");
        await expect(calculator).toContainText("₹5,097.96");
        await ask("x", "rupees");
        await expect(calculator.locator(".error")).toContainText("Enter an amount");
        // With scripts the answer needs no other page.
        if (javaScriptEnabled) expect(new URL(page.url()).search).toBe("?ref=ASHA2345");
        // The card of the link names token, price and progress.
        const meta = (name: string) => page.locator(`meta[property="og:${name}"]`);
        await expect(meta("title")).toHaveAttribute("content", /1 RSGN = ₹7\.00$/);
        await expect(meta("description")).toHaveAttribute(
          "content",
          /^\d+(\.\d+)?% sold · Sold by /,
        );
        const card = await page.request.get((await meta("image").getAttribute("content")) ?? "");
        expect(card.headers()["content-type"]).toBe("image/png");
        const join = page.getByRole("link", { name: "Register and buy" });
        await expect(join).toHaveAttribute("href", "/register?ref=ASHA2345");
      });
    },
  );
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(!javaScriptEnabled),
    () => {
      test.use({ javaScriptEnabled });

      test(
        "registration reports missing fields, keeps its steps, and the inviter's code",
        { tag: "@full" },
        async ({ page, request }) => {
          const email = freshEmail();
          await page.goto("/register?ref=ASHA2345");
          const ask = page.getByRole("button", { name: "Request OTP" });
          await ask.click();
          await expect(page.getByRole("alert")).toHaveText(
            "Please fill in Name, Email, and Mobile to request OTP.",
          );
          await page.getByLabel("Name").fill("Tara Gate");
          await page.getByLabel("Email ID").fill("tara@");
          await page.getByLabel("Mobile").fill("12");
          await ask.click();
          const messages = [
            "Please enter a valid email address.",
            "Please enter a valid mobile number, for example +91 98765 43210.",
          ];
          await expect(page.locator(".error")).toHaveText(messages);
          await expect(page.getByLabel("Email ID")).toBeFocused();
          // The messages appear beside their fields only.
          expect(await page.locator(".toast").count()).toBe(0);
          await page.getByLabel("Email ID").fill(email);
          await page.getByLabel("Mobile").fill("98765 43210");
          await ask.click();

          // Step 2 survives a reload; going back to step 1 keeps the input.
          const create = page.getByRole("button", { name: "Create Account" });
          await expect(create).toBeVisible();
          const heading = page.getByRole("heading", { name: "Create Account" });
          await expect(heading).toBeFocused();
          // An earlier refusal does not cover the next step.
          expect(await page.locator(".toast").count()).toBe(0);
          await page.reload();
          await expect(page.getByText(`We sent a code to ${email}.`)).toBeVisible();
          for (const [label, entered] of [
            ["Name", "Tara Gate"],
            ["Mobile", "+919876543210"],
            ["Email ID", email],
          ] as const) {
            await expect(page.getByLabel(label)).toHaveValue(entered);
            await expect(page.getByLabel(label)).not.toBeEditable();
          }
          await page.getByRole("link", { name: "Change name, mobile or email" }).click();
          await expect(page.getByLabel("Email ID")).toHaveValue(email);
          await expect(page.getByLabel("Email ID")).toBeEditable();
          await page.getByRole("link", { name: "I already have a code" }).click();
          await expect(page.getByLabel("Referral Code")).toHaveValue("ASHA2345");

          const unknownCode =
            "There is no member with this referral code. Please check it or leave it empty.";
          await create.click();
          await expect(page.locator(".error")).toHaveText([
            "Please enter the OTP.",
            "Please enter the date of birth.",
            "Please enter the PIN code.",
            "Please select a gender.",
            unknownCode,
            "Please enter your password.",
            "Please enter the password again.",
            "Please agree to the privacy policy and the terms of sale.",
          ]);
          // Both texts are a tap away, in a tab of their own.
          const agree = page.getByRole("checkbox", {
            name: "I agree to the privacy policy and the",
          });
          const terms = page.locator("form").getByRole("link", { name: "terms of sale" });
          await expect(await page.request.get((await terms.getAttribute("href")) ?? "")).toBeOK();
          await expect(terms).toHaveAttribute("target", "_blank");
          await agree.check();
          await page.getByLabel("OTP").fill(await codeFor(request, email));
          // Messages that depend on the person appear beside the rest.
          await page.getByLabel("Date of Birth").fill("2020-04-12");
          await page.getByLabel("Referral Code").fill("NOBODY22");
          await page.getByLabel("Password", { exact: true }).fill("password123");
          await page.getByLabel("Confirm Password").fill("password123");
          await create.click();
          await expect(page.locator(".error")).toHaveText([
            "You must be 18 or older to take part.",
            "Please enter the PIN code.",
            "Please select a gender.",
            unknownCode,
            "This password is too easy to guess. Please choose another.",
          ]);
          await page.getByLabel("Referral Code").fill("");
          await page.getByLabel("Date of Birth").fill("1990-04-12");
          await page.getByLabel("Pincode").fill("400001");
          await page.getByLabel("Gender").selectOption("other");
          await page.getByLabel("Password", { exact: true }).fill("Prelaunch-demo-1");
          await page.getByLabel("Confirm Password").fill("Prelaunch-demo-2");
          await create.click();
          await expect(page.locator(".error")).toHaveText(["Passwords do not match!"]);
          await expect(page.getByLabel("Pincode")).toHaveValue("400001");

          // Another code, from here: not at once to the same address, so as if to another; what is typed
          // stays.
          const again = page.getByRole("button", { name: "Resend OTP" });
          // A slow walk has waited long enough for another code, and is refused a moment later.
          await expect(async () => {
            await again.click();
            const refused = page.getByRole("alert").filter({ hasText: "A code was just sent." });
            await expect(refused).toBeVisible({ timeout: 5_000 });
          }).toPass();
          await expect(page.getByLabel("Pincode")).toHaveValue("400001");
          const other = freshEmail();
          await page.getByLabel("Email ID").evaluate((field: HTMLInputElement, address) => {
            field.value = address;
          }, other);
          await again.click();
          await expect(page.getByText("OTP sent successfully")).toContainText(
            "We sent a new code. Only the newest one works.",
          );
          await expect(page.getByLabel("Pincode")).toHaveValue("400001");
          await expect(page.getByLabel("Gender")).toHaveValue("other");
          await expect(agree).toBeChecked();
          await page.getByLabel("OTP").fill(await codeFor(request, other));
          await page.getByLabel("Referral Code").fill("");
          await page.getByLabel("Password", { exact: true }).fill("Prelaunch-demo-1");
          await page.getByLabel("Confirm Password").fill("Prelaunch-demo-1");
          await create.click();
          await expect(page.getByText("Registered successfully")).toBeVisible();
          await expect(page).toHaveURL(/:\d+\/\?to=%2Fuser%2Fbuy-token&registered=1$/);
          await expect(page.getByLabel("Email")).toHaveValue(other);
        },
      );
    },
  );
}

test(
  "a lost connection keeps the page and the input, and shows a message",
  onlyInFull(true),
  async ({ page, context }) => {
    await page.goto("/");
    await page.getByLabel("Email").fill("asha@member.example");
    await page.getByLabel("Password").fill("Prelaunch-demo-1");
    await loseAnswer(page, page.getByRole("button", { name: "Log in" }), {
      pending: "Logging in...",
      words: "Failed to login a user",
    });
    await expect(page.locator(".toast")).toHaveText("Failed to login a user");
    await expect(page.getByLabel("Password")).toHaveValue("Prelaunch-demo-1");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/user\/dashboard/);
    await context.clearCookies();

    await page.goto("/register");
    await page.getByLabel("Name").fill("Tara Gate");
    await page.getByLabel("Email ID").fill(freshEmail());
    await page.getByLabel("Mobile").fill("98765 43210");
    await goOffline(page);
    await page.getByRole("button", { name: "Request OTP" }).click();
    await expect(page.getByRole("alert")).toContainText("Failed to send OTP");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Request OTP" }).click();
    await page.getByLabel("OTP").fill("123456");
    await page.getByLabel("Date of Birth").fill("1990-04-12");
    await page.getByLabel("Pincode").fill("400001");
    await page.getByLabel("Gender").selectOption("other");
    await page.getByLabel("Password", { exact: true }).fill("Prelaunch-demo-1");
    await page.getByLabel("Confirm Password").fill("Prelaunch-demo-1");
    await page.getByLabel("I agree to the").check();
    await goOffline(page);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByRole("alert")).toContainText("Failed to register a user");
    await expect(page.getByLabel("OTP")).toHaveValue("123456");
    await context.setOffline(false);

    await page.goto("/fogot-password");
    await page.getByLabel("Email").fill(freshEmail());
    const send = page.getByRole("button", { name: "Send Reset Code" });
    await loseAnswer(page, send, { pending: "Sending Code...", words: "Failed to send otp" });
    await send.click();
    await page.getByLabel("Verification Code").fill("123456");
    await page.getByLabel("New Password", { exact: true }).fill("Another-secret-9");
    await page.getByLabel("Confirm New Password").fill("Another-secret-9");
    await loseAnswer(page, page.getByRole("button", { name: "Reset Password" }), {
      pending: "Resetting Password...",
      words: "Failed to updated password",
    });
    await expect(page.getByLabel("Verification Code")).toHaveValue("123456");
  },
);
