import {
  PASSWORD,
  PORT,
  codeFor,
  expect,
  freshEmail,
  logIn,
  onlyInFull,
  register,
  test,
} from "../harness/test";

/** A company's own domain. */
const HOST = `http://glxy.localhost:${PORT}`;
/** A phone's browser: programs are not counted. */
const PHONE =
  "Mozilla/5.0 (Linux; Android 13; Pixel 6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36";
const DAY_SECONDS = 24 * 60 * 60;

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(!javaScriptEnabled),
    () => {
      test("a friend's link on a company's domain is known at the registration after a login, another language and a day", async ({
        browser,
        playwright,
      }) => {
        test.setTimeout(120_000);
        const request = await playwright.request.newContext({
          baseURL: `http://localhost:${PORT}`,
          // Node resolves no name below localhost.
          extraHTTPHeaders: { host: new URL(HOST).host },
        });
        const [inviter, neighbour, invited] = [freshEmail(), freshEmail(), freshEmail()];
        for (const email of [inviter, neighbour]) await register(request, { email });
        const look = { baseURL: HOST, userAgent: PHONE, javaScriptEnabled };

        // The inviter agrees to be named, and makes a link for flyers.
        const home = await browser.newContext(look);
        const desk = await home.newPage();
        await logIn(desk, "/", inviter);
        await desk.goto("/user/profile");
        await desk.getByLabel("Show my first name and initial").check();
        await desk.getByRole("button", { name: "Save this choice" }).click();
        await expect(desk.getByText("Your choice is saved")).toBeVisible();
        await desk.goto("/user/referral");
        await desk.getByLabel("A link of its own").fill("Flyer");
        await desk.getByRole("button", { name: "Make link" }).click();
        const short = desk.getByRole("main").getByText(/\/r\/\w+\?c=flyer$/);
        const link = (await short.textContent()) ?? "";
        const code = /\/r\/(\w+)/.exec(link)?.[1] ?? "";
        for (const [as, type] of [
          ["PNG", "image/png"],
          ["SVG", "image/svg+xml"],
        ] as const) {
          const file = desk.getByRole("link", { name: `Download ${as}` });
          const href = (await file.getAttribute("href")) ?? "";
          const sent = await desk.evaluate(
            async (url) => (await fetch(url)).headers.get("content-type"),
            href,
          );
          expect(sent).toBe(type);
        }

        // The friend opens it in lower case, and reads who invited them.
        const first = await browser.newContext(look);
        const phone = await first.newPage();
        await phone.goto(link.replace(code, code.toLowerCase()));
        await expect(phone).toHaveURL(new RegExp(`/\\?ref=${code}&c=flyer$`, "i"));
        await expect(phone.getByText(`Tara W. invited you (code ${code}).`)).toBeVisible();
        const [kept] = (await first.cookies()).filter(({ name }) => name.endsWith("_referral"));
        expect(kept).toMatchObject({ httpOnly: true, sameSite: "Lax" });
        expect((kept?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * DAY_SECONDS);

        // Another member logs in and out on this phone, and the language is changed.
        await logIn(phone, "/", neighbour);
        await phone.goto("/user/logout");
        await phone.locator("form[method=post] button[type=submit]").last().click();
        await phone.evaluate(() =>
          fetch("/preferences", { method: "POST", body: new URLSearchParams({ language: "hi" }) }),
        );

        // A day later the browser is started again; the address has no code.
        const state = await first.storageState();
        await first.close();
        const cookies = state.cookies.map((one) => ({
          ...one,
          expires: one.expires - DAY_SECONDS,
        }));
        const second = await browser.newContext({ ...look, storageState: { ...state, cookies } });
        const later = await second.newPage();
        await later.goto("/");
        await expect(later.getByText(`Tara W. ने आपको बुलाया है (कोड ${code})।`)).toBeVisible();
        await later.getByRole("link", { name: "खाता बनाएँ" }).click();
        await later.getByRole("link", { name: "लॉग इन पर वापस" }).click();
        await later.getByRole("link", { name: "खाता बनाएँ" }).click();
        await later.locator("[name=name]").fill("Invited Walker");
        await later.locator("[name=email]").fill(invited);
        await later.locator("[name=mobile]").fill("98765 43211");
        await later.getByRole("button", { name: "OTP माँगें" }).click();
        await expect(later.locator("[name=referralCode]")).toHaveValue(code);
        await later.locator("[name=otp]").fill(await codeFor(request, invited));
        await later.locator("[name=dateOfBirth]").fill("1991-05-13");
        await later.locator("[name=pincode]").fill("400001");
        await later.locator("[name=gender]").selectOption("other");
        await later.locator("[name=password]").fill(PASSWORD);
        await later.locator("[name=confirmPassword]").fill(PASSWORD);
        await later.locator("[name=showsName]").check();
        await later.locator("[name=consent]").check();
        await later.getByRole("button", { name: "खाता बनाएँ" }).click();
        await later.waitForURL(/registered=1/);
        await second.close();

        // The inviter sees who joined, by which link; the click is counted within seconds.
        const row = (text: string) => desk.getByRole("row").filter({ hasText: text });
        await expect(async () => {
          await desk.goto("/user/referral?part=members");
          await expect(row("flyer").getByRole("cell").nth(1)).toHaveText("1", { timeout: 500 });
        }).toPass();
        await expect(row("flyer").getByRole("cell").nth(2)).toHaveText("1");
        await expect(row("Invited W.")).toContainText("None yet");
        // Their own code is told once, and stops nothing.
        await desk.goto(`/?ref=${code}`);
        await expect(desk).toHaveURL(/\/user\/dashboard$/);
        await expect(desk.getByText("This is your own link.")).toBeVisible();
        await desk.goto("/terms?ref=NOBODY22");
        await expect(desk.getByText("the code NOBODY22 changes nothing")).toBeVisible();
        await home.close();
        await request.dispose();
      });
    },
  );
}

test("a code that nobody has is told, and a registration with it succeeds without a referrer", async ({
  page,
  request,
}) => {
  const email = freshEmail();
  await page.goto("/register?ref=NOBODY22");
  await expect(page.getByText("Nobody has the code NOBODY22.")).toBeVisible();
  await page.getByLabel("Name").fill("Tara Gate");
  await page.getByLabel("Email ID").fill(email);
  await page.getByLabel("Mobile").fill("98765 43210");
  await page.getByRole("button", { name: "Request OTP" }).click();
  await page.getByLabel("OTP").fill(await codeFor(request, email));
  await page.getByLabel("Date of Birth").fill("1990-04-12");
  await page.getByLabel("Pincode").fill("400001");
  await page.getByLabel("Gender").selectOption("other");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Password").fill(PASSWORD);
  await page.getByLabel("I agree to the").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL(/registered=1/);
});
