import type { APIRequestContext, Page } from "@playwright/test";
import { expectSound } from "../harness/accessibility";
import { freshReference } from "../harness/orders";
import { call, pay } from "../harness/purchases";
import {
  ADMIN,
  PASSWORD,
  enter,
  expect,
  freshEmail,
  register,
  test,
  waitForScripts,
  onlyInFull,
} from "../harness/test";

/** A member with payments of these sums, in this order. */
async function waiting(request: APIRequestContext, sums: readonly number[]) {
  const email = freshEmail();
  const letters = email.replace(/[^a-f]/g, "").slice(0, 6);
  const name = `Desk ${letters}${Date.now().toString(36).replace(/\d/g, "q")}`;
  await register(request, { email, name });
  for (const sum of sums) await pay(request, email, sum);
  return name;
}

const listOf = (name: string) =>
  `/admin/payments?search1=${encodeURIComponent(name)}&sort=-total&limit=10`;
const listed = (page: Page) =>
  page.getByRole("region", { name: "Payments of the list" }).getByRole("listitem");
const shown = (page: Page) => page.getByRole("heading", { level: 2, name: /^PUR-/ });
const ticked = (page: Page) => page.getByRole("checkbox", { name: /^Select PUR-/, checked: true });

/** Submits a payment by UPI with this proof. */
async function payWith(request: APIRequestContext, email: string, bytes: Buffer) {
  const { token } = await call(request, "/user/auth/login", { user: email, password: PASSWORD });
  const headers = { authorization: `Bearer ${String(token)}` };
  const medias = { name: "proof.pdf", mimeType: "application/pdf", buffer: bytes };
  const upload = await request.post("/api/v1/superadmin/media/add", {
    headers,
    multipart: { medias },
  });
  const { data } = (await upload.json()) as { data: { id: string }[] };
  const proof = { referenceNumber: freshReference(), receiptId: data[0]?.id };
  const payment = { paymentMethod: "UPI", amount: 700, ...proof };
  await call(request, "/user/package/purchase", payment, String(token));
}

const PAGE = "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj";
const PDFS = [
  `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n${PAGE}\ntrailer<</Root 1 0 R>>\n%%EOF`,
  "%PDF-1.4\nno document\n%%EOF",
].map((text) => Buffer.from(text));

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test(
        "payments decided one by one follow the list's sorting, can be undone and selected",
        onlyInFull(!javaScriptEnabled),
        async ({ page, request }) => {
          const name = await waiting(request, [700, 730, 710, 720]);
          await enter(page, "/admin/login", ADMIN);
          await page.goto(listOf(name));
          if (javaScriptEnabled) await waitForScripts(page);
          const sums = listed(page).locator(".split-row > .tabular:nth-child(2)");
          await expect(sums).toHaveText(["₹744.60", "₹734.40", "₹724.20", "₹714.00"]);
          const numbers = await listed(page).locator(".mono").allTextContents();
          await expect(shown(page)).toContainText(numbers[0] ?? "");
          await page.getByRole("link", { name: "Next" }).click();
          await expect(shown(page)).toContainText(numbers[1] ?? "");

          // A decision shows what follows in that order; undone, its payment is shown again.
          await page.getByLabel("I have received this money.").check();
          await page.getByRole("button", { name: "Approve", exact: true }).click();
          await expect(shown(page)).toContainText(numbers[2] ?? "");
          await expect(listed(page)).toHaveCount(3);
          if (javaScriptEnabled) {
            // Its time to undo ends; that of the next decision begins anew.
            await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
            await page.evaluate(() => {
              for (const one of document.getAnimations()) one.finish();
            });
            await expect(page.getByRole("button", { name: "Undo" })).toBeHidden();
          }
          if (javaScriptEnabled) {
            await page.keyboard.press("/");
            await expect(page.getByRole("searchbox")).toBeFocused();
            await page.getByRole("heading", { level: 1 }).click();
          }
          await page.getByRole("link", { name: "Previous" }).click();
          await expect(shown(page)).toContainText(numbers[0] ?? "");
          await page.locator("summary", { hasText: "Reject…" }).click();
          const reason = page.getByLabel("Reason", { exact: true });
          await reason.fill("No such credit");
          if (javaScriptEnabled) await reason.press("Control+Enter");
          else await page.getByRole("button", { name: "Reject", exact: true }).click();
          await expect(listed(page)).toHaveCount(2);
          await page.getByRole("button", { name: "Undo" }).click();
          await expect(page.getByText("waits again")).toBeVisible();
          await expect(listed(page)).toHaveCount(3);
          await expect(shown(page)).toContainText(numbers[0] ?? "");
          await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);

          // Several of them are decided together.
          if (javaScriptEnabled) {
            await listed(page)
              .nth(1)
              .getByRole("link")
              .click({ modifiers: ["Shift"] });
            await expect(ticked(page)).toHaveCount(2);
            await page.keyboard.press("Shift+J");
            await expect(shown(page)).toContainText(numbers[2] ?? "");
            await page.keyboard.press("Shift+J");
            await expect(shown(page)).toContainText(numbers[3] ?? "");
            await expect(ticked(page)).toHaveCount(3);
            await page.keyboard.press("Shift+K");
            await expect(ticked(page)).toHaveCount(2);
            await expect(shown(page)).toContainText(numbers[2] ?? "");
            await page.keyboard.press("Shift+J");
            await expect(ticked(page)).toHaveCount(3);
            await expectSound(page, "one by one with a selection");
          } else await page.getByRole("link", { name: "Select all on this page" }).click();
          await expect(ticked(page)).toHaveCount(3);
          await page.getByRole("button", { name: "Reject selected" }).click();
          await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(3);
          await page.getByRole("link", { name: "Back to the list" }).click();
          await expect(page).toHaveURL(/sort=-total/);
          await page.getByRole("link", { name: "Full list" }).click();
          await expect(page).toHaveURL(/sort=-total.*form=list/);

          // In the full list Shift selects too, and Ctrl+Enter confirms in its dialogs.
          const rows = page.locator("tbody tr");
          await expect(rows).toHaveCount(3);

          // A usual reason is chosen; the order keeps its text.
          const usual = "We have not received this payment in our account.";
          const told = "the text that its member reads";
          await rows.nth(0).getByRole("link", { name: "Reject" }).click();
          await page.getByLabel("Usual reason").selectOption(usual);
          if (javaScriptEnabled) await expect(reason, told).toHaveValue(usual);
          await page.getByRole("button", { name: "Confirm" }).click();
          await expect(rows).toHaveCount(2);
          await page.goto(
            `/admin/purchaserequest?search1=${encodeURIComponent(name)}&tab=history&status=REJECTED`,
          );
          await page.getByRole("link", { name: "Details" }).click();
          await expect(page.getByRole("dialog").getByText(usual).first(), told).toBeVisible();
          if (!javaScriptEnabled) return;
          await page.goto(listOf(name).replace("/payments", "/purchaserequest"));
          await expect(page.getByLabel("Select all on this page")).toBeVisible();
          const boxes = page.getByRole("checkbox", { name: /^Select PUR-/ });
          await boxes.nth(0).check();
          await boxes.nth(1).click({ modifiers: ["Shift"] });
          await expect(ticked(page)).toHaveCount(2);
          const cell = rows.nth(0).locator("td").nth(3);
          await cell.click({ modifiers: ["Shift"] });
          await expect(ticked(page)).toHaveCount(1);
          await page.keyboard.press("/");
          await expect(page.getByRole("searchbox")).toBeFocused();
          await rows.nth(1).getByRole("link", { name: "Reject" }).click();
          await reason.fill("No such credit");
          await page.keyboard.press("Control+Enter");
          await expect(page.getByText("Purchase rejected successfully")).toBeVisible();
          await expect(rows).toHaveCount(1);
          await page.getByRole("button", { name: "Undo" }).click();
          await expect(rows).toHaveCount(2);
        },
      );

      test(
        "the pages of a PDF proof are shown in place, or why not",
        onlyInFull(javaScriptEnabled),
        async ({ page, request }) => {
          const email = freshEmail();
          const name = `Paper ${Date.now().toString(36).replace(/\d/g, "q")}`;
          await register(request, { email, name });
          for (const bytes of PDFS) await payWith(request, email, bytes);
          await enter(page, "/admin/login", ADMIN);
          const pages = page.getByRole("img", { name: "Pages of proof.pdf" });
          const isDrawn = page.waitForResponse((one) => one.url().includes("/pages"));
          await page.goto(listOf(name).replace("-total", "date"));
          expect((await isDrawn).headers()["content-type"]).toBe("image/webp");
          await expect(page.getByRole("link", { name: "Open the PDF" })).toBeVisible();
          if (javaScriptEnabled) await waitForScripts(page);
          const isTurned = page.waitForResponse((one) => one.url().includes("/pages?turn=90"));
          await page.getByRole("link", { name: "Turn" }).click();
          expect((await isTurned).status()).toBe(200);
          await page.getByRole("link", { name: "Enlarge" }).click();
          await expect(pages).toHaveAttribute("data-zoom", "1.5");
          if (javaScriptEnabled) await expectSound(page, "a PDF one by one");

          const { pathname } = new URL((await isDrawn).url());
          // The enlarged pages are requested anew without JavaScript.
          const isRefused = page.waitForResponse(
            (one) => one.url().includes("/pages") && !one.url().includes(pathname),
          );
          await page.getByRole("link", { name: "Next" }).click();
          expect((await isRefused).status()).toBe(400);
          await expect(page.getByRole("link", { name: "Open the PDF" })).toBeVisible();
          if (javaScriptEnabled) await expect(page.getByText("cannot be drawn here")).toBeVisible();
          else await expect(pages).toBeVisible();
        },
      );
    },
  );
}
