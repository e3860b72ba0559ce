import { translatorOf } from "@server/platform/words/translators.server";
import { BUILT_IN_BRANDS } from "@themes/registry";
import { goOffline, loseAnswer } from "../harness/lost-connection";
import { fillRegistration } from "../harness/registration";
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
            const form = isFront ? "#login form" : "main form";
            const button = page.locator(`${form} button[type=submit].button`);
            await expect(button, where).toBeInViewport({ ratio: 1 });
            await expect(page).toHaveTitle(
              `${brand.metaData.title} | ${TITLES[locale][isFront ? 0 : 1]}`,
            );

            // The risk notice, with the law's rates, stands before the way to register.
            const risk = page.getByRole("main").getByRole("note").first();
            await expect(risk).toContainText(
              locale === "en-IN" ? "Risk notice:" : "जोखिम की सूचना:",
            );
            await expect(risk).toContainText(/30%.*1% TDS/);
            const begin = isFront ? page.locator("main .panel > .button") : button;
            const [above, below] = [await risk.boundingBox(), await begin.boundingBox()];
            expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);

            // On a phone the step itself stands on the brand's ground; the brand's text is beside it where
            // there is room.
            if (!isFront) {
              await expect(
                page.locator("main .panel").getByRole("heading", { level: 1 }),
              ).toBeVisible();
              await page.setViewportSize({ width: 1024, height: 640 });
            }
            const panel = page.getByRole(isFront ? "main" : "complementary");
            await expect(panel.getByText(brand.title, { exact: true })).toBeVisible();
            const purpose = translatorOf(locale === "hi-IN" ? "hi" : "en").t(
              `brand-notes:purpose.${brand.symbol}`,
            );
            await expect(panel.getByText(purpose)).toBeVisible();
            if (isFront) {
              const title =
                locale === "hi-IN" ? "टोकन का बँटवारा" : "How the tokens are distributed";
              await panel.getByText(title).first().click();
              await expect(panel.getByRole("table").getByRole("row")).toHaveCount(
                brand.tokenDistribution.length + 1,
              );
              // It says which part is sold here, and that rewards come out of it.
              await expect(panel.getByRole("row").filter({ hasText: "30%" })).toContainText(
                locale === "hi-IN"
                  ? "यहाँ बिक्री में"
                  : "On sale here. Bonuses and rewards come out of it too.",
              );
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
        await expect(calculator).toContainText("you pay ₹5,097.96 in all");
        await ask("x", "rupees");
        await expect(calculator.locator(".error")).toContainText("Enter an amount");
        // With scripts the answer needs no other page.
        if (javaScriptEnabled) expect(new URL(page.url()).search).toBe("?ref=ASHA2345");
        // The card of the link names token, price and progress.
        const meta = (name: string) => page.locator(`meta[property="og:${name}"]`);
        await expect(meta("title")).toHaveAttribute("content", /1 RSGN = ₹7\.00$/);
        await expect(meta("description")).toHaveAttribute(
          "content",
          /^\d+(\.\d+)?% of the tokens on sale are sold · Sold by /,
        );
        const card = await page.request.get((await meta("image").getAttribute("content")) ?? "");
        expect(card.headers()["content-type"]).toBe("image/png");
        // The sum goes along to Buy Token, the code to the registration.
        await ask("714", "tokens");
        await page.getByRole("button", { name: "Register and buy" }).click();
        await expect(page).toHaveURL(/\/register\?ref=ASHA2345$/);
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
        "registration proves the address first, reports missing fields, keeps its steps and the inviter's code",
        { tag: "@full" },
        async ({ page, request }) => {
          const email = freshEmail();
          await page.goto("/register?ref=ASHA2345");
          const ask = page.getByRole("button", { name: "Request OTP" });
          await ask.click();
          await expect(page.locator(".error")).toHaveText("Please enter your email address.");
          await page.getByLabel("Email ID").fill("tara@");
          await ask.click();
          await expect(page.locator(".error")).toHaveText("Please enter a valid email address.");
          await expect(page.getByLabel("Email ID")).toBeFocused();
          await page.getByLabel("Email ID").fill(email);
          await ask.click();

          // Step 2 survives a reload; going back to step 1 keeps the input.
          const heading = (name: string) => page.getByRole("heading", { name });
          await expect(heading("Enter the OTP")).toBeVisible();
          await expect(page.getByLabel("OTP")).toBeFocused();
          await page.reload();
          await expect(page.getByText(`We sent a code to ${email}.`)).toBeVisible();
          // Nothing more is shown or asked for before the code.
          await page.goto("/register?ref=ASHA2345&create=");
          await expect(heading("Your email address")).toBeVisible();
          await expect(page.getByLabel("Email ID")).toHaveValue(email);
          await page.getByRole("link", { name: "I already have a code" }).click();
          await page.getByRole("link", { name: "Back to OTP Request" }).click();
          await expect(page.getByLabel("Email ID")).toHaveValue(email);
          await page.getByRole("link", { name: "I already have a code" }).click();
          const go = page.getByRole("button", { name: "Continue" });
          await go.click();
          await expect(page.locator(".error")).toHaveText("Please enter the OTP.");
          const otp = await codeFor(request, email);
          await page.getByLabel("OTP").fill(otp === "111111" ? "222222" : "111111");
          await go.click();
          await expect(page.locator(".error")).toContainText("This OTP is wrong");
          // Another code: not at once to the same address.
          await page.getByRole("button", { name: "Resend OTP" }).click();
          await expect(
            page.getByRole("alert").filter({ hasText: "A code was just sent." }),
          ).toBeVisible();
          await page.getByLabel("OTP").fill(otp);
          await go.click();

          // Step 3: five fields; it survives a reload too.
          const create = page.getByRole("button", { name: "Create Account" });
          await expect(heading("Create Account")).toBeFocused();
          await page.reload();
          await expect(page.getByText(email)).toBeVisible();
          await expect(page.getByLabel("Referral Code")).toHaveValue("ASHA2345");
          const unknownCode =
            "There is no member with this referral code. Please check it or leave it empty.";
          await create.click();
          await expect(page.locator(".error")).toHaveText([
            "Please enter a name.",
            "Please enter a mobile number.",
            "Please enter the date of birth.",
            "Please enter your password.",
            unknownCode,
            "Please agree to the privacy policy and the terms of sale.",
          ]);
          // Each message is told once, beside its field.
          expect(await page.locator(".toast").count()).toBe(0);
          // Both texts are a tap away, in a tab of their own.
          const agree = page.getByRole("checkbox", {
            name: "I agree to the privacy policy and the",
          });
          const terms = page.locator("form").getByRole("link", { name: "terms of sale" });
          await expect(await page.request.get((await terms.getAttribute("href")) ?? "")).toBeOK();
          await expect(terms).toHaveAttribute("target", "_blank");
          await agree.check();
          // Messages that depend on the person appear beside the rest.
          await page.getByLabel("Name").fill("Tara Gate");
          await page.getByLabel("Mobile").fill("12");
          await page.getByLabel("Date of Birth").fill("2020-04-12");
          await page.getByLabel("Referral Code").fill("NOBODY22");
          await page.getByLabel("Password", { exact: true }).fill("password123");
          await create.click();
          await expect(page.locator(".error")).toHaveText([
            "Please enter a valid mobile number, for example +91 98765 43210.",
            "You must be 18 or older to take part.",
            "This password is too easy to guess. Please choose another.",
            unknownCode,
          ]);
          await page.getByLabel("Referral Code").fill("");
          await page.getByLabel("Mobile").fill("98765 43210");
          await page.getByLabel("Date of Birth").fill("1990-04-12");
          await page.getByLabel("Password", { exact: true }).fill("Prelaunch-demo-1");
          await create.click();
          await expect(page.getByText("Registered successfully")).toBeVisible();
          await expect(page).toHaveURL(/\/user\/buy-token$/);
        },
      );

      test(
        "a login that fails is told once, in its form",
        onlyInFull(!javaScriptEnabled),
        async ({ page }) => {
          await page.goto("/");
          await page.getByLabel("Email").fill("asha@member.example");
          await page.getByLabel("Password", { exact: true }).fill("not the password");
          await page.getByRole("button", { name: "Log in", exact: true }).click();
          await expect(page.locator("#login").getByRole("alert")).toBeVisible();
          expect(await page.locator(".toast").count()).toBe(0);
        },
      );
    },
  );
}

test(
  "a lost connection keeps the page and the input, and shows a message",
  onlyInFull(true),
  async ({ page, context, request }) => {
    await page.goto("/");
    await page.getByLabel("Email").fill("asha@member.example");
    await page.getByLabel("Password").fill("Prelaunch-demo-1");
    await loseAnswer(page, page.getByRole("button", { name: "Log in" }), {
      pending: "Logging in...",
      words: "Failed to login a user",
      hasToast: false,
    });
    // It is told once, in the form.
    expect(await page.locator(".toast").count()).toBe(0);
    await expect(page.getByLabel("Password")).toHaveValue("Prelaunch-demo-1");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/user\/dashboard/);
    await context.clearCookies();

    await page.goto("/register");
    const email = freshEmail();
    await page.getByLabel("Email ID").fill(email);
    await goOffline(page);
    await page.getByRole("button", { name: "Request OTP" }).click();
    await expect(page.getByRole("alert")).toContainText("Failed to send OTP");
    await context.setOffline(false);
    await fillRegistration(page, request, { email });
    await goOffline(page);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByRole("alert")).toContainText("Failed to register a user");
    await expect(page.getByLabel("Mobile")).toHaveValue("98765 43210");
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
      words: "Failed to update the password",
    });
    await expect(page.getByLabel("Verification Code")).toHaveValue("123456");
  },
);
