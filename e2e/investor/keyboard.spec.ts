import type { Locator } from "@playwright/test";
import { tabTo } from "../harness/accessibility";
import { freshReference, proofPicture } from "../harness/orders";
import { PASSWORD, expect, freshEmail, register, test } from "../harness/test";

test(
  "a member logs in, buys, pays, uploads the proof and reads the receipt by keyboard alone",
  { tag: "@full" },
  async ({ page, request }) => {
    const email = freshEmail();
    await register(request, { email });
    const { keyboard } = page;
    const typeInto = async (field: Locator, text: string) => {
      await tabTo(page, field);
      await keyboard.type(text);
    };
    const press = async (target: Locator, key = "Enter") => {
      await tabTo(page, target);
      await keyboard.press(key);
    };

    await page.goto("/");
    await tabTo(page, page.getByRole("link", { name: "Skip to the content" }));
    await typeInto(page.getByLabel("Email"), email);
    await typeInto(page.getByLabel("Password"), PASSWORD);
    await keyboard.press("Enter");
    await expect(page).toHaveURL(/\/user\/dashboard/);

    await tabTo(page, page.getByRole("tab", { name: "Global Stock" }));
    await keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name: "My Stock" })).toBeFocused();
    await keyboard.press("Enter");
    await expect(page).toHaveURL(/stock=myStock/);
    await press(page.getByRole("link", { name: "Buy Token" }).locator("visible=true"));
    // A new page is read out, and the focus continues inside it.
    await expect(page.getByRole("heading", { level: 1, name: "Buy Token" })).toBeFocused();
    await typeInto(page.getByLabel("Amount (INR)"), "7000");
    await press(page.getByRole("button", { name: "BUY NOW" }));
    await expect(page).toHaveURL(/\/user\/payment\?/);
    const orderNumber = new URL(page.url()).searchParams.get("purchaseId") ?? "";

    await tabTo(page, page.getByRole("tab", { name: "Banking", exact: true }));
    await keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name: "UPI", exact: true })).toBeFocused();
    await keyboard.press("Enter");
    await expect(page.getByRole("img", { name: "QR code of the UPI payment" })).toBeVisible();
    await press(page.getByRole("checkbox"), "Space");
    await press(page.getByRole("button", { name: "I've paid: send the number" }));

    // The dialog takes the focus, traps it, and returns it.
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    const focusInside = page.locator("[role=dialog]:focus, [role=dialog] :focus");
    await expect(focusInside).toHaveCount(1);
    await keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await press(page.getByRole("button", { name: "I've paid: send the number" }));
    await expect(focusInside).toHaveCount(1);
    for (let presses = 0; presses < 9; presses += 1) {
      await keyboard.press("Tab");
      await expect(focusInside).toHaveCount(1);
    }
    await typeInto(dialog.getByLabel("UTR or Transaction Number"), freshReference());
    const file = dialog.getByLabel("Upload Transaction File");
    const chooser = page.waitForEvent("filechooser");
    await press(file);
    await (await chooser).setFiles(await proofPicture());
    await expect(dialog.getByText("slip.png")).toBeVisible();
    await press(dialog.getByRole("button", { name: "I've paid: send the number" }));
    await expect(page.getByText("UPI proof submitted successfully.")).toBeVisible();

    await press(page.getByRole("link", { name: "Payment History" }).locator("visible=true"));
    await expect(page.getByRole("cell", { name: orderNumber, exact: true })).toBeVisible();
    await press(page.getByRole("link", { name: `View the receipt of ${orderNumber}` }));
    await expect(dialog.getByText(orderNumber).first()).toBeVisible();
    await keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  },
);
