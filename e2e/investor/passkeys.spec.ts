import type { Page } from "@playwright/test";
import { expectSoundInSchemes } from "../harness/accessibility";
import {
  ADMIN,
  PASSWORD,
  enter,
  expect,
  freshEmail,
  register,
  test,
  onlyInFull,
} from "../harness/test";

/** A phone's own authenticator: it keeps passkeys, and its person has just unlocked it. */
async function withAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test(
  "a member adds a passkey, logs in with it alone, and removes it",
  { tag: "@full" },
  async ({ page, request }) => {
    const email = freshEmail();
    await register(request, { email });
    await withAuthenticator(page);
    await enter(page, "/", email);
    await page.goto("/user/profile?part=security");
    const section = page.locator("#passkeys");
    await expect(section).toContainText("You have no passkey yet.");
    await section.locator("summary").click();
    await section.getByLabel("Name (optional)").fill("My phone");
    await section.getByLabel("Current Password").fill(PASSWORD);
    await section.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByText("Your passkey logs you in from now on.")).toBeVisible();
    await expect(section).toContainText("My phone");
    await expectSoundInSchemes(page, "profile with a passkey");

    await page.context().clearCookies();
    await page.goto("/");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL(/\/user\/dashboard/);

    await page.goto("/user/profile?part=security");
    await section.getByText("Remove", { exact: true }).click();
    await section.locator("li").getByLabel("Current Password").fill("not my password");
    await section.getByRole("button", { name: "Remove My phone" }).click();
    await expect(section.getByText("The current password is not right.")).toBeVisible();
    await section.locator("li").getByLabel("Current Password").fill(PASSWORD);
    await section.getByRole("button", { name: "Remove My phone" }).click();
    await expect(page.getByText("The passkey no longer logs you in.")).toBeVisible();
    await page.context().clearCookies();
    await page.goto("/");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByText("This passkey does not log in here.").first()).toBeVisible();
  },
);

test(
  "an authenticator without a passkey for this site leaves the other ways",
  { tag: "@full" },
  async ({ page }) => {
    await withAuthenticator(page);
    await page.goto("/admin/login");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByText("No passkey was used.")).toBeVisible();
    await enter(page, "/admin/login", ADMIN);
  },
);

test.describe("without JavaScript", { tag: "@full" }, () => {
  test.use({ javaScriptEnabled: false });

  test(
    "without JavaScript the profile says what passkeys need, and the login offers none",
    onlyInFull(true),
    async ({ page }) => {
      await page.goto("/");
      await expect(page.getByRole("button", { name: "Use a passkey" })).toHaveCount(0);
      await enter(page, "/", "asha@member.example");
      await page.goto("/user/profile?part=security");
      await expect(page.locator("#passkeys")).toContainText("needs JavaScript");
    },
  );
});
