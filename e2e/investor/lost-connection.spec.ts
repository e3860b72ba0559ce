import { expectMessage, goOffline, loseAnswer } from "../harness/lost-connection";
import {
  proofPicture,
  enterAsNewMember,
  methodTab,
  placeOrder,
  freshReference,
} from "../harness/orders";
import {
  expect,
  freshEmail,
  logIn,
  PASSWORD,
  register,
  test,
  waitForScripts,
} from "../harness/test";

test(
  "a lost connection says what failed, keeps the input, and repeats nothing",
  { tag: "@full" },
  async ({ page, context, request }) => {
    test.slow();
    const email = freshEmail();
    await register(request, { email });
    await logIn(page, "/", email);
    const main = page.getByRole("main");
    const menu = page.getByRole("complementary").getByRole("navigation");

    await menu.getByRole("link", { name: "Profile" }).click();
    await page.getByText("Picture, contact and wallet").click();
    await page.getByLabel("Mobile").fill("98765 43211");
    await page.getByLabel("Current Password").fill(PASSWORD);
    await goOffline(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectMessage(page, "Failed to update profile");
    await expect(page.getByLabel("Mobile")).toHaveValue("98765 43211");
    await page.getByLabel("Profile picture").setInputFiles(await proofPicture());
    await expect(main.getByText("Profile picture upload failed.")).toBeVisible();
    await expect(
      page.locator(".toast", { hasText: "Profile picture upload failed." }),
    ).toBeVisible();
    await context.setOffline(false);

    // A second device and a new password: neither change is reported as done.
    await request.post("/api/v1/user/auth/login", { data: { user: email, password: PASSWORD } });
    await page.goto("/user/profile?part=security&code=1");
    await page.getByLabel("OTP").fill("123456");
    await page.locator("#password").getByLabel("Current Password").fill(PASSWORD);
    await page.getByLabel("New Password", { exact: true }).fill("Another-secret-9");
    await page.getByLabel("Confirm New Password").fill("Another-secret-9");
    await goOffline(page);
    await page.getByRole("button", { name: "Update Password" }).click();
    await expectMessage(page, "Failed to update the password");
    await context.setOffline(false);
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByRole("button", { name: "Log out there" }).first()).toBeVisible();
    await goOffline(page);
    await page.getByRole("button", { name: "Log out everywhere" }).click();
    await expectMessage(page, "We could not reach the site.");
    await page.getByRole("button", { name: "Send OTP" }).click();
    await expectMessage(page, "Failed to send otp");
    await page.getByRole("button", { name: "Log out there" }).first().click();
    await expectMessage(page, "We could not reach the site.");
    await expect(page.getByRole("alert")).toHaveCount(1);
    await context.setOffline(false);

    await menu.getByRole("link", { name: "Buy Token" }).click();
    await page.getByLabel("Amount (INR)").fill("700");
    await loseAnswer(page, page.getByRole("button", { name: "BUY NOW" }), {
      pending: "Processing...",
      words: "We couldn't place your order.",
    });
    await expect(page.getByLabel("Amount (INR)")).toHaveValue("700");
    await page.getByRole("button", { name: "BUY NOW" }).click();
    await expect(page).toHaveURL(/\/user\/payment\?/);

    await main.getByRole("tab", { name: "Manual", exact: true }).click();
    await main.getByRole("checkbox").check();
    await goOffline(page);
    await main.getByRole("button", { name: "Confirm Payment" }).click();
    await expectMessage(page, "Failed to submit manual payment.");
    await main.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Cancel the order" }).click();
    await expectMessage(page, "We could not reach the site.");
    await page.getByRole("link", { name: "Keep the order" }).click();
    // The tabs and the checkbox need no connection.
    await main.getByRole("tab", { name: "UPI", exact: true }).click();
    await expect(main.getByRole("img", { name: "QR code of the UPI payment" })).toBeVisible();
    await expect(main.getByRole("checkbox")).toBeChecked();
    await context.setOffline(false);
    // Slow loading is announced to screen readers.
    let come = () => undefined as void;
    const coming = new Promise<void>((resolve) => (come = resolve));
    await page.route("**/user/payment.data*", async (route) => {
      if (route.request().method() === "GET") await coming;
      await route.continue();
    });
    await main.getByRole("button", { name: "I've paid: send the number" }).click();
    await expect(main.getByRole("status")).toHaveText("Loading payment options...");
    come();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expect(main.locator("[role=status]").first()).toHaveText("");
    await page.unroute("**/user/payment.data*");
    await dialog.getByLabel("UTR or Transaction Number").fill("412345678901");
    await goOffline(page);
    await dialog.getByLabel("Upload Transaction File").setInputFiles(await proofPicture());
    await expect(dialog.getByText("File upload failed.")).toBeVisible();
    await expect(page.locator(".toast", { hasText: "File upload failed." })).toBeVisible();
    // A running upload shows its file name; meanwhile the form cannot be sent.
    let answer = () => undefined as void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/user/uploads", async (route) => {
      await answered;
      await route.fulfill({ json: {} });
    });
    await dialog.getByLabel("Upload Transaction File").setInputFiles(await proofPicture());
    await expect(dialog.getByText("Uploading... slip.png")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Uploading..." })).toBeDisabled();
    answer();
    await expect(
      dialog.getByText("Upload succeeded but no file ID received.", { exact: true }),
    ).toBeVisible();
    await page.unroute("**/user/uploads");
    await dialog.getByRole("button", { name: "I've paid: send the number" }).click();
    await expectMessage(page, "Failed to submit token purchase");
    await expect(dialog.getByLabel("UTR or Transaction Number")).toHaveValue("412345678901");
    await context.setOffline(false);

    // A page that fails to load says so, and asks for the same address again.
    for (const [name, words] of [
      ["Buy Token", "Failed to fetch token price"],
      ["Payment History", "Failed to fetch transactions"],
    ] as const) {
      await page.goto("/user/dashboard");
      // Its scripts come with it: without them Remix would load the document.
      await menu.getByRole("link", { name }).click();
      await expect(main.getByRole("heading", { name, level: 1 })).toBeVisible();
      await menu.getByRole("link", { name: "Dashboard" }).click();
      await expect(main.getByRole("heading", { name: "Dashboard" })).toBeVisible();
      await goOffline(page);
      await menu.getByRole("link", { name }).click();
      await expect(main.getByRole("heading", { name: words })).toBeVisible();
      await expect(main.getByText("Check your connection and try again.")).toBeVisible();
      await main.getByRole("link", { name: "Try again" }).click();
      await expect(main.getByRole("heading", { name: words })).toBeVisible();
      await context.setOffline(false);
      await main.getByRole("link", { name: "Try again" }).click();
      await expect(main.getByRole("heading", { name, level: 1 })).toBeVisible();
    }
    // The only order is the one that was placed with a connection.
    await page.goto("/user/payment-history?status=ALL");
    await expect(main.getByRole("link", { name: "Continue to payment" })).toHaveCount(1);
    await expect(main.getByRole("row")).toHaveCount(2);
    await page.goto("/user/dashboard");
    await expect(main.getByRole("list", { name: "Your orders" })).toContainText(/Pay ₹/);

    // A missing page keeps the menu.
    await page.goto("/user/dashboard/allocation/nothing");
    await expect(main.getByRole("heading", { name: "There is nothing here." })).toBeVisible();
    await menu.getByRole("link", { name: "Referral" }).click();
    await expect(main.getByRole("heading", { name: "Referral" })).toBeVisible();
  },
);

test(
  "a page that was not opened before shows the site's error page without a line, and loads by Try again",
  { tag: "@full" },
  async ({ page, context, request }) => {
    await enterAsNewMember(page, request);
    const main = page.getByRole("main");
    const menu = page.getByRole("complementary").getByRole("navigation");
    for (const [name, words] of [
      ["Referral", "We could not reach the site."],
      ["Payment History", "Failed to fetch transactions"],
      ["Profile", "We could not reach the site."],
    ] as const) {
      await page.goto("/user/dashboard");
      await goOffline(page);
      await menu.getByRole("link", { name }).click();
      await expect(main.getByRole("heading", { name: words })).toBeVisible();
      await main.getByRole("link", { name: "Try again" }).click();
      await expect(main.getByRole("heading", { name: words })).toBeVisible();
      await context.setOffline(false);
      await main.getByRole("link", { name: "Try again" }).click();
      await expect(main.getByRole("heading", { name, level: 1 })).toBeVisible();
    }
  },
);

for (const [method, words] of [
  ["Manual", "MANUAL payment submitted successfully."],
  ["UPI", "UPI proof submitted successfully."],
] as const) {
  test(
    `a payment (${method}) whose following page fails to load says so once it loads`,
    { tag: "@full" },
    async ({ page, request }) => {
      await enterAsNewMember(page, request);
      await placeOrder(page, "7000");
      await waitForScripts(page);
      await methodTab(page, method).click();
      await page.getByRole("checkbox").check();
      // The payment is accepted; the next page's response is lost.
      await page.route("**/user/buy-token.data*", (route) => route.abort("internetdisconnected"));
      if (method === "Manual") {
        await page.getByRole("button", { name: "Confirm Payment" }).click();
      } else {
        await page.getByRole("button", { name: "I've paid: send the number" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("UTR or Transaction Number").fill(freshReference());
        await dialog.getByLabel("Upload Transaction File").setInputFiles(await proofPicture());
        await dialog.getByRole("button", { name: "I've paid: send the number" }).click();
      }
      await expect(page.getByRole("heading", { name: "We received what you sent." })).toBeVisible();
      await expect(page.getByText("Failed to fetch token price")).toHaveCount(0);
      await expect(page.getByText("Nothing you did is lost.")).toBeVisible();
      // It asks for the same address, and again while the line is lost.
      const again = page.getByRole("link", { name: "Try again" });
      await again.click();
      await expect(again).toBeVisible();
      await page.unroute("**/user/buy-token.data*");
      await again.click();
      await expect(page.getByRole("heading", { level: 1, name: "Buy Token" })).toBeVisible();
      await expect(page.getByRole("status").getByText(words)).toBeVisible();
    },
  );
}
