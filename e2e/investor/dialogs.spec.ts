import type { Page } from "@playwright/test";
import { blockScripts, expectSoundInSchemes } from "../harness/accessibility";
import { enterAsNewMember, freshReference, placeOrder, proofPicture } from "../harness/orders";
import { pay } from "../harness/purchases";
import { expect, test, waitForScripts } from "../harness/test";

/** The draft of an order's proof, under whoever's name; null without one. */
const draftOf = (page: Page, order: string) =>
  page.evaluate((name) => {
    const key = Object.keys(sessionStorage).find((one) => one.endsWith(` ${name}`));
    return key === undefined ? null : sessionStorage.getItem(key);
  }, order);

const focused = (page: Page) => page.locator(":focus");

test(
  "the proof dialog returns the focus to its button, however it was opened and closed",
  { tag: "@full" },
  async ({ page, request }) => {
    await enterAsNewMember(page, request);
    const order = await placeOrder(page, "7000");
    await waitForScripts(page);
    const dialog = page.getByRole("dialog", { name: "Submit Transaction Proof" });
    const opener = page.locator("#open-proof");
    await page.getByRole("checkbox").check();
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    const address = page.url();

    const close = {
      "the Escape key": () => page.keyboard.press("Escape"),
      "the close mark": () => dialog.getByRole("link", { name: "Close" }).press("Enter"),
      "the Cancel button": () => dialog.getByRole("button", { name: "Cancel" }).press("Enter"),
    };
    for (const [by, press] of Object.entries(close)) {
      await test.step(`opened by the button, closed by ${by}`, async () => {
        await expect(dialog.locator("visible=true").first()).toBeVisible();
        await press();
        await expect(dialog).toBeHidden();
        await expect(opener).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(dialog).toBeVisible();
      });
      await test.step(`opened by its address, closed by ${by}`, async () => {
        await page.goto(address);
        // Its first field, so that nobody has to select it.
        await expect(dialog.getByLabel("UTR or Transaction Number")).toBeFocused();
        // The server's markup has the focus before scripts handle keys.
        await waitForScripts(page);
        await press();
        await expect(dialog).toBeHidden();
        await expect(opener).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(dialog).toBeVisible();
      });
    }

    await test.step("a logout forgets what was entered", async () => {
      await dialog.getByLabel("UTR or Transaction Number").fill(freshReference());
      expect(await draftOf(page, order)).not.toBeNull();
      await page.goto("/user/buy-token");
      await waitForScripts(page);
      expect(await draftOf(page, order)).not.toBeNull();
      await page.getByRole("button", { name: "Logout" }).click();
      await expect(page).toHaveURL(/:\d+\/$/);
      await expect.poll(() => draftOf(page, order)).toBeNull();
    });
  },
);

test(
  "a proof is not discarded by Escape or a tap outside, and a lost answer does not double it",
  { tag: "@full" },
  async ({ page, request }) => {
    await enterAsNewMember(page, request);
    const order = await placeOrder(page, "7000");
    await waitForScripts(page);
    const dialog = page.getByRole("dialog", { name: "Submit Transaction Proof" });
    const opener = page.locator("#open-proof");
    await page.getByRole("checkbox").check();
    await opener.click();
    const reference = dialog.getByLabel("UTR or Transaction Number");
    const file = dialog.getByLabel("Upload Transaction File");
    const number = freshReference();
    await reference.fill(number);
    await file.setInputFiles(await proofPicture());
    await expect(dialog.getByText("Uploaded: slip.png")).toBeVisible();
    const preview = dialog.locator("img");
    expect(await preview.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(320);

    const asked = dialog.getByRole("alertdialog");
    await file.focus();
    await page.keyboard.press("Escape");
    await expect(asked.getByRole("button", { name: "Go on" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(asked).toHaveCount(0);
    await expect(file).toBeFocused();
    await page.mouse.click(4, 300);
    await asked.getByRole("link", { name: "Close and keep it" }).click();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();

    // The draft is there again, also after a reload.
    const isKept = async () => {
      await expect(reference).toHaveValue(number);
      await expect(dialog.getByText("Uploaded: slip.png")).toBeVisible();
    };
    await opener.click();
    await isKept();
    await page.reload();
    await isKept();
    const draft = () => draftOf(page, order);
    await page.keyboard.press("Escape");
    await asked.getByRole("link", { name: "Discard it" }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(draft).toBeNull();

    // A failed upload of a photo: the payment sends the photo, and no earlier file.
    await opener.click();
    await reference.fill(number);
    await file.setInputFiles(await proofPicture());
    await expect(dialog.getByText("Uploaded: slip.png")).toBeVisible();
    const uploads = "**/user/uploads*";
    await page.route(uploads, (route) => route.abort("internetdisconnected"));
    const camera = dialog.locator("input[capture]");
    await camera.setInputFiles({ ...(await proofPicture()), name: "photo.png" });
    await expect(dialog.getByText("File upload failed.")).toBeVisible();
    await expect(dialog.getByText("Uploaded:")).toHaveCount(0);
    const sent = await page.evaluateHandle((): string[] => []);
    await dialog.locator("form[enctype]").evaluate((form, names) => {
      form.addEventListener(
        "submit",
        (event) => {
          event.preventDefault();
          event.stopPropagation();
          const data = new FormData(event.currentTarget as HTMLFormElement);
          const files = data.getAll("medias").map((one) => (one as File).name);
          names.push(...files, data.has("receiptId") ? "an earlier file" : "no earlier file");
        },
        { capture: true, once: true },
      );
    }, sent);
    const pay = dialog.getByRole("button", { name: "I've paid: send the number" });
    await pay.click();
    await expect.poll(() => sent.jsonValue()).toEqual(["photo.png", "no earlier file"]);

    // A dropped file.
    await page.unroute(uploads);
    const { buffer, mimeType: type } = await proofPicture();
    const dropped = await page.evaluateHandle(
      ({ bytes, type }) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], "dropped.png", { type }));
        return dataTransfer;
      },
      { bytes: [...buffer], type },
    );
    await file.dispatchEvent("drop", { dataTransfer: dropped });
    await expect(dialog.getByText("Uploaded: dropped.png")).toBeVisible();
    expect(await file.evaluate((input) => (input as HTMLInputElement).files?.[0]?.name)).toBe(
      "dropped.png",
    );

    // The answer is lost; sent again, with other bytes of the file, the payment is the same one.
    await file.setInputFiles(await proofPicture());
    await expect(dialog.getByText("Uploaded: slip.png")).toBeVisible();
    // The page asks every few seconds what became of its order, and would show the payment by then.
    await page.route("**/user/order-standing*", (route) => route.fulfill({ json: [] }));
    const isPayment = /\/user\/payment/;
    await page.route(isPayment, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort("internetdisconnected");
    });
    await pay.click();
    await expect(page.getByText("Failed to submit token purchase").first()).toBeVisible();
    await page.unroute(isPayment);
    await file.setInputFiles(await proofPicture());
    await expect(dialog.getByText("Uploaded: slip.png")).toBeVisible();
    await pay.click();
    await expect(page.getByText("BANK proof submitted successfully.")).toBeVisible();
    await expect.poll(draft).toBeNull();
  },
);

test(
  "a receipt returns the focus to its link, also when its URL was opened directly",
  { tag: "@full" },
  async ({ page, request }) => {
    const email = await enterAsNewMember(page, request);
    await pay(request, email, 700);
    await pay(request, email, 1400);
    await page.goto("/user/payment-history?status=PENDING");
    const link = page.getByRole("link", { name: /^View the receipt/ }).nth(1);
    const dialog = page.getByRole("dialog", { name: "View Payment Receipt" });
    await waitForScripts(page);
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();

    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await page.reload();
    await expect(focused(page).and(dialog)).toHaveCount(1);
    await waitForScripts(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    // A row has two links to its receipt; the first one takes the focus.
    const first = page.getByRole("row").nth(2).getByRole("link").first();
    await expect(first).toBeFocused();
    await expect(first).toHaveAttribute("href", (await link.getAttribute("href")) ?? "");
  },
);

test(
  "content behind a dialog is not read out, reached or scrolled",
  { tag: "@full" },
  async ({ page, request }) => {
    const email = await enterAsNewMember(page, request);
    await pay(request, email, 700);
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto("/user/payment-history?status=PENDING");
    const heading = page.getByRole("heading", { name: "Payment History", level: 1 });
    await expect(heading).toBeVisible();
    // A phone's row is one link.
    await page.getByRole("row").getByRole("link", { name: "100 RSGN" }).click();
    const dialog = page.getByRole("dialog");
    await expect(focused(page).and(dialog)).toHaveCount(1);
    // An element hidden from screen readers has no role, and is found by text only.
    await expect(heading).toHaveCount(0);
    await expect(page.getByText("Payment History", { exact: true }).first()).toBeAttached();

    const scroll = () => page.evaluate(() => window.scrollY);
    const before = await scroll();
    await page.mouse.move(180, 300);
    await page.mouse.wheel(0, 3000);
    await page.mouse.wheel(0, 3000);
    await expect(dialog.getByRole("note").last()).toBeInViewport();
    expect(await scroll()).toBe(before);

    // A click outside does not close the dialog: its input must not be lost by accident.
    await page.mouse.click(4, 300);
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(heading).toBeVisible();
  },
);

test.describe("without JavaScript", { tag: "@full" }, () => {
  test.use({ javaScriptEnabled: false });

  test(
    "without JavaScript a dialog is in the page, follows in the tab order, and closes by its links",
    { tag: "@full" },
    async ({ page, request }) => {
      const email = await enterAsNewMember(page, request);
      await pay(request, email, 700);
      await page.goto("/user/payment-history?status=PENDING");
      const link = page.getByRole("link", { name: /^View the receipt/ });
      await link.focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "View Payment Receipt" });
      await expect(dialog).toBeVisible();
      await expect(dialog).toHaveAttribute("aria-modal", "true");
      await dialog.focus();
      await page.keyboard.press("Tab");
      await expect(dialog.getByRole("link", { name: "Close" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(dialog).toHaveCount(0);
    },
  );
});

test(
  "a dialog has no accessibility violation without JavaScript",
  { tag: "@full" },
  async ({ page, request }) => {
    const email = await enterAsNewMember(page, request);
    await pay(request, email, 700);
    await page.goto("/user/payment-history?status=PENDING");
    const address = await page
      .getByRole("link", { name: /^View the receipt/ })
      .getAttribute("href");
    await blockScripts(page);
    await page.goto(address ?? "");
    const dialog = page.getByRole("dialog", { name: "View Payment Receipt" });
    await expect(dialog).toBeVisible();
    await expectSoundInSchemes(page, "receipt without a script");
  },
);
