import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { expectSoundInSchemes } from "../harness/accessibility";
import {
  PASSWORD,
  codeFor,
  enter,
  expect,
  freshEmail,
  logIn,
  register,
  test,
  textsTo,
} from "../harness/test";
import { foundCompany } from "../harness/new-company";
import { proofPicture } from "../harness/orders";

/** The file that the browser saves after the form is sent. */
async function downloaded(page: Page, password: string): Promise<Record<string, unknown>> {
  const section = page.locator("#data");
  await section.getByLabel("Current Password").fill(password);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: "Download my data" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  return JSON.parse(await readFile(await file.path(), "utf8")) as Record<string, unknown>;
}

/** Verifies the member over REST, as an admin. */
async function verify(
  request: APIRequestContext,
  adminEmail: string,
  email: string,
): Promise<void> {
  const login = await request.post("/api/v1/company/auth/login", {
    data: { email: adminEmail, password: PASSWORD },
  });
  const headers = {
    authorization: ((await login.json()) as { data: { token: string } }).data.token,
  };
  const list = await request.get(`/api/v1/admin/auth/list?search=${email}`, { headers });
  const { data } = (await list.json()) as { data: { data: { id: string }[] } };
  const changed = await request.put("/api/v1/admin/auth/update", {
    data: { id: data.data[0]?.id, isApproved: true },
    headers,
  });
  expect(changed.status()).toBe(200);
}

const NEW_PASSWORD = "Another-secret-9";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("a member downloads their data, asks for the account's end, and keeps it by a login", async ({
        page,
        request,
      }) => {
        const email = freshEmail();
        await register(request, { email });
        await enter(page, "/", email);
        await page.goto("/user/profile?part=data");
        const data = page.locator("#data");
        await data.getByLabel("Current Password").fill("Not-my-password-1");
        await data.getByRole("button", { name: "Download my data" }).click();
        await expect(page.locator(".toast")).toHaveText(/current password/i);
        await expect(page).toHaveURL(/\/user\/profile\?part=data/);
        expect(await downloaded(page, PASSWORD)).toMatchObject({
          format: "prelaunch-member-data",
          person: { email },
        });
        await expect(page).toHaveURL(/\/user\/profile\?part=data/);

        await page.getByRole("link", { name: "End my account" }).click();
        const end = page.locator("#end");
        await end.getByRole("button", { name: "End my account" }).click();
        await expect(end.locator(".error").first()).toBeVisible();
        await end.getByLabel("Current Password").fill(PASSWORD);
        await end.getByRole("button", { name: "End my account" }).click();
        await expect(page.locator(".toast")).toHaveText(/Your account ends on/);
        await page.goto("/user/profile");
        await expect(page).not.toHaveURL(/user\/profile/);
        await enter(page, "/", email);
        const texts = await textsTo(request, email);
        expect(texts.filter((text) => text.includes("your account does not end"))).toHaveLength(1);
      });

      test("a member manages their profile: picture, details, password, sessions", async ({
        browser,
        request: outside,
      }) => {
        // A company that verifies without evidence, unlike the demo's.
        const { origin, there: request, adminEmail } = await foundCompany(outside);
        const here = await browser.newContext({ baseURL: origin, javaScriptEnabled });
        const page = await here.newPage();
        const email = freshEmail();
        await register(request, { email });
        await enter(page, `${origin}/`, email);
        await page.goto("/user/profile");
        await expect(page).toHaveTitle(/\| Profile$/);
        const save = page.getByRole("button", { name: "Save", exact: true });
        const main = page.getByRole("main");
        const part = (name: string) =>
          page
            .getByRole("navigation", { name: "Parts of your profile" })
            .getByRole("link", { name });

        await expect(main.getByText("Not verified yet")).toBeVisible();
        await expect(main.locator("dl")).toHaveText(
          new RegExp(
            `^Email ID${email}Mobile[+\\d ]+Referral Code \\(Member ID\\)\\w+Wallet AddressNot given yetStock balance0 [A-Z]+Tokens of all members0 [A-Z]+$`,
          ),
        );

        // Saving requires the current password; a refusal keeps the input.
        const openDetails = () => main.getByText("Picture, contact and wallet").click();
        await openDetails();
        await main.getByLabel("Mobile").fill("12");
        await save.click();
        await expect(main.locator(".error")).toHaveText([
          "Please enter a valid mobile number, for example +91 98765 43210.",
          "Please enter your current password.",
        ]);
        // The messages appear beside their fields only.
        expect(await page.locator(".toast").count()).toBe(0);
        await main.getByLabel("Mobile").fill("98765 43210");
        await main.getByLabel("Current Password").fill(PASSWORD);
        await main.getByLabel("Wallet Address").fill("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD");
        await save.click();
        await expect(main.locator(".error")).toHaveText([/^This wallet address/]);
        await expect(main.getByLabel("Mobile")).toHaveValue("98765 43210");

        await main.getByLabel("Wallet Address").fill("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed");
        await main.getByLabel("Current Password").fill(PASSWORD);
        await main.getByLabel("Profile picture").setInputFiles(await proofPicture());
        if (javaScriptEnabled) {
          await expect(page.getByText("is uploaded. Save to keep it.")).toBeVisible();
        }
        await save.click();
        await expect(page.getByText("Profile updated successfully")).toBeVisible();
        await expect(main.getByLabel("Wallet Address")).toHaveValue(
          "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        );
        await openDetails();
        const picture = main.getByRole("img", { name: "Profile picture" });
        await expect(picture).toBeVisible();
        await expect
          .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
          .toBeGreaterThan(0);

        // A file that is not a picture is refused beside its field.
        await main.getByLabel("Profile picture").setInputFiles({
          name: "me.svg",
          mimeType: "image/svg+xml",
          buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
        });
        await main.getByLabel("Current Password").fill(PASSWORD);
        if (!javaScriptEnabled) await save.click();
        // The message lists picture formats, not proof formats.
        await expect(main.locator(".error")).toHaveText(
          "Please upload an image (JPEG, PNG, WebP or AVIF).",
        );
        await page.goto("/user/profile");
        await openDetails();
        await main.getByRole("checkbox", { name: "Remove picture" }).check();
        await main.getByLabel("Current Password").fill(PASSWORD);
        await save.click();
        await expect(page.getByText("Profile updated successfully")).toBeVisible();
        await expect(picture).toHaveCount(0);

        // Language and colour scheme.
        const looks = main.locator("details", { has: page.locator("[action='/preferences']") });
        const openLooks = () => looks.locator("summary").click();
        await openLooks();
        await looks.getByRole("button", { name: "Dark" }).click();
        await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
        await openLooks();
        await looks.getByRole("button", { name: "हिन्दी" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "प्रोफ़ाइल" })).toBeVisible();
        await expect(page.locator("html[lang=hi][data-scheme=dark]")).toHaveCount(1);
        await openLooks();
        await looks.getByRole("button", { name: "English" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();

        // The identity is verified by an admin, and again after a change.
        await part("Identity").click();
        await main.getByLabel("Name", { exact: true }).fill("Asha Walker");
        await main.getByLabel("Aadhaar").fill("2345 6789 0124");
        await main.getByLabel("Current Password").fill(PASSWORD);
        await save.click();
        await expect(page.getByText("Profile updated successfully")).toBeVisible();
        await expect(main.getByText(/Kept as .*0124\. Leave empty/)).toBeVisible();
        expect(await page.content()).not.toContain("234567890124");
        await verify(request, adminEmail, email);
        await page.reload();
        await expect(main.getByText("Verified", { exact: true })).toBeVisible();
        await expect(main.getByLabel("Name", { exact: true })).toHaveCount(0);
        await main.getByRole("link", { name: "Change" }).click();
        await expect(main.getByText(/you are no longer verified until/)).toBeVisible();
        if (javaScriptEnabled) await expectSoundInSchemes(page, "a change of identity");
        await main.getByLabel("Name", { exact: true }).fill("Asha Runner");
        await save.click();
        await expect(main.locator(".error")).toHaveText("Please enter your current password.");
        await expect(main.getByLabel("Name", { exact: true })).toHaveValue("Asha Runner");
        await main.getByLabel("Current Password").fill(PASSWORD);
        await save.click();
        await expect(page.getByText("Profile updated successfully")).toBeVisible();
        await expect(main.getByText("Not verified yet")).toBeVisible();
        await expect
          .poll(async () => (await textsTo(request, adminEmail)).join())
          .toMatch(/Asha Walker \(\w+\) has changed the name\./);

        // A second device, logged out from the first.
        const elsewhere = await browser.newContext({ baseURL: origin, javaScriptEnabled });
        const second = await elsewhere.newPage();
        await logIn(second, "/", email);
        await part("Security").click();
        await page.getByRole("button", { name: "Log out there" }).click();
        await expect(page.getByText("That session has ended.")).toBeVisible();
        await second.goto("/user/profile");
        await expect(second.getByLabel("Password", { exact: true })).toBeVisible();
        await logIn(second, "/", email);

        // A new password with a code logs the other device out.
        await page.getByRole("button", { name: "Send OTP" }).click();
        await expect(page.getByText("OTP sent successfully")).toBeVisible();
        const change = page.locator("#password");
        await change.getByLabel("OTP").fill(await codeFor(request, email));
        await change.getByLabel("Current Password").fill(PASSWORD);
        await change.getByLabel("New Password", { exact: true }).fill(NEW_PASSWORD);
        await change.getByLabel("Confirm New Password").fill("Something-else-9");
        await change.getByRole("button", { name: "Update Password" }).click();
        await expect(change.getByText("New passwords do not match.")).toBeVisible();
        await change.getByLabel("OTP").fill(await codeFor(request, email));
        await change.getByLabel("Current Password").fill(PASSWORD);
        await change.getByLabel("New Password", { exact: true }).fill(NEW_PASSWORD);
        await change.getByLabel("Confirm New Password").fill(NEW_PASSWORD);
        await change.getByRole("button", { name: "Update Password" }).click();
        await expect(page.getByText("Password updated successfully")).toBeVisible();
        await second.goto("/user/profile");
        await expect(second.getByLabel("Password", { exact: true })).toBeVisible();

        // Log out everywhere.
        await page.goto("/user/profile?part=security");
        await page.getByRole("button", { name: "Log out everywhere" }).click();
        await expect(page.getByText("You are logged out everywhere.")).toBeVisible();
        await page.goto("/user/dashboard");
        await expect(page).toHaveURL(/:\d+\/\?to=%2Fuser%2Fdashboard$/);
        await Promise.all([elsewhere.close(), here.close()]);
      });
    },
  );
}
