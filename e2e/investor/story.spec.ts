import jsQR from "jsqr";
import { PNG } from "pngjs";
import { freshReference, proofPicture } from "../harness/orders";
import { registerOn } from "../harness/registration";
import { ADMIN, expect, freshEmail, logIn, onlyInFull, test } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  const form = javaScriptEnabled ? "with JavaScript" : "without JavaScript";
  test.describe(form, onlyInFull(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled });

    test("a visitor registers, buys, pays and holds tokens once an admin approves", async ({
      page,
      request,
      browser,
    }) => {
      const email = freshEmail();

      // Registration in three steps, on the way to the page of a link
      await page.goto("/user/buy-token");
      await page.getByRole("link", { name: "Create account" }).click();
      await registerOn(page, request, { email, name: "Tara Story" });
      await expect(page.getByText("Registered successfully")).toBeVisible();

      // Buying, on the page of the link, logged in
      await expect(page).toHaveURL(/\/user\/buy-token$/);
      await page.getByLabel("Amount (INR)").fill("7000");
      await page.getByRole("button", { name: "BUY NOW" }).click();
      await expect(page).toHaveURL(/\/user\/payment\?purchaseId=PUR-\d{6}&purchaseAmount=7000/);
      const orderNumber = new URL(page.url()).searchParams.get("purchaseId") ?? "";

      // Paying by UPI
      await page.getByRole("tab", { name: "UPI", exact: true }).click();
      const code = page.getByRole("img", { name: "QR code of the UPI payment" });
      await expect(code).toBeVisible();
      const shot = PNG.sync.read(await code.screenshot());
      const link = jsQR(new Uint8ClampedArray(shot.data), shot.width, shot.height)?.data ?? "";
      expect(link).toMatch(
        /^upi:\/\/pay\?pa=rsgn@okbank&pn=[^&+ ]+%20[^&+ ]+&am=\d+\.\d\d&cu=INR&tn=[^&+ ]+&tr=PUR-?\d+$/,
      );
      expect(decodeURIComponent(link)).toContain(orderNumber);
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: "I've paid: send the number" }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText("Submit Transaction Proof")).toBeVisible();
      await expect(dialog.getByText("We need these three to find your payment.")).toBeVisible();
      await dialog.getByLabel("UTR or Transaction Number").fill(freshReference());
      await dialog.getByLabel("Upload Transaction File").setInputFiles(await proofPicture());
      await dialog.getByRole("button", { name: "I've paid: send the number" }).click();
      await expect(page).toHaveURL(/\/user\/buy-token/);
      await expect(page.getByText("UPI proof submitted successfully.")).toBeVisible();

      // Approving, with the proof in view
      const adminContext = await browser.newContext({ javaScriptEnabled });
      const admin = await adminContext.newPage();
      await logIn(admin, "/admin/login", ADMIN);
      await admin.goto(`/admin/purchaserequest?search1=${orderNumber}`);
      await admin.getByRole("link", { name: "Approve" }).click();
      const decision = admin.getByRole("dialog");
      await expect(decision.getByRole("img", { name: "View Receipt" })).toBeVisible();
      await decision.getByRole("checkbox").check();
      await decision.getByRole("button", { name: "Confirm" }).click();
      await expect(admin.getByText("Purchase approved successfully")).toBeVisible();
      await adminContext.close();

      // The receipt and the tokens
      await page.goto("/user/payment-history?status=APPROVED");
      await expect(page.getByText(orderNumber)).toBeVisible();
      await page.getByRole("link", { name: /^View/ }).first().click();
      const receipt = page.getByRole("dialog");
      await receipt.getByText("To check it yourself").click();
      await expect(receipt.getByText("Transaction Hash")).toBeVisible();
      await expect(receipt.getByText("rsgn@okbank")).toBeVisible();
      await expect(receipt.getByText("Account Number")).toHaveCount(0);
      await page.goto("/user/dashboard?stock=myStock");
      await expect(
        page
          .getByRole("region", { name: "My Stock Details" })
          .getByText("1,000")
          .locator("visible=true")
          .first(),
      ).toBeVisible();
    });
  });
}
