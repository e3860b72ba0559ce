import type { Page } from "@playwright/test";
import {
  ADMIN,
  PASSWORD,
  PORT,
  enter,
  expect,
  freshEmail,
  register,
  test,
  onlyInFull,
} from "../harness/test";
import { call } from "../harness/purchases";

const QUESTION = "I have received this money.";
const CONFIRM_FIRST = "Please confirm that the money is in the account.";

/** A separate company for each run, since the test turns the question off. */
const COMPANIES = { true: "nxt", false: "ntcn" } as const;

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(true),
    () => {
      const site = `http://${COMPANIES[`${javaScriptEnabled}`]}.localhost:${PORT}`;
      test.use({ javaScriptEnabled, baseURL: site });

      test("approving asks for the money until the company turns the question off", async ({
        page,
        playwright,
      }) => {
        const request = await playwright.request.newContext({
          baseURL: `http://localhost:${PORT}`,
          extraHTTPHeaders: { host: new URL(site).host },
        });
        const email = freshEmail();
        await register(request, { email });
        const { token } = await call(request, "/user/auth/login", {
          user: email,
          password: PASSWORD,
        });
        const pay = async () => {
          const payment = { paymentMethod: "MANUAL", amount: 900 };
          const paid = await call(request, "/user/package/purchase", payment, String(token));
          return String(paid["id"]);
        };
        await enter(page, `${site}/admin`, ADMIN);

        // The server validates the answer, whatever the browser sends.
        const first = await pay();
        await page.goto(`${site}/admin/purchaserequest?approve=${first}`);
        const dialog = page.getByRole("dialog", { name: "Approve purchase" });
        const tick = dialog.getByLabel(QUESTION);
        await expect(tick).not.toBeChecked();
        if (javaScriptEnabled) await tick.evaluate((box) => box.removeAttribute("required"));
        else {
          const answer = await post(page, site, { intent: "approve", orderId: first });
          expect(answer.status()).toBe(400);
          expect(await answer.text()).toContain(CONFIRM_FIRST);
        }
        if (javaScriptEnabled) {
          await dialog.getByRole("button", { name: "Confirm" }).click();
          await expect(dialog.getByText(CONFIRM_FIRST)).toBeVisible();
        }
        await tick.check();
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(page.getByText("Purchase approved successfully")).toBeVisible();

        const settings = async (choice: string) => {
          await page.goto(`${site}/admin/settings?tab=advanced`);
          const label = page.getByLabel("Before a payment is approved");
          await label.selectOption({ label: choice });
          const form = page.locator("form", { has: label });
          await form.getByRole("button", { name: "Save" }).click();
          await expect(page.getByText("Settings saved")).toBeVisible();
        };
        await settings("no confirmation is needed");
        await page.goto(`${site}/admin/activity`);
        await expect(
          page.getByText("Approving asks whether the money was seen").first(),
        ).toBeVisible();
        const second = await pay();
        await page.goto(`${site}/admin/purchaserequest?approve=${second}`);
        const confirm = dialog.getByRole("button", { name: "Confirm" });
        await expect(confirm).toBeVisible();
        await expect(dialog.getByRole("checkbox")).toHaveCount(0);
        if (javaScriptEnabled) await expect(confirm).toBeFocused();
        await confirm.click();
        await expect(page.getByText("Purchase approved successfully")).toBeVisible();

        // Bulk decisions follow the same setting.
        const ids = [await pay(), await pay()];
        const query = new URLSearchParams([["bulk", "approve"], ...ids.map((id) => ["id", id])]);
        await page.goto(`${site}/admin/purchaserequest?${query.toString()}`);
        await expect(page.getByRole("button", { name: "Approve 2" })).toBeVisible();
        await expect(page.getByLabel("I have received the money of")).toHaveCount(0);
        await page.getByRole("button", { name: "Approve 2" }).click();
        await expect(
          page.getByText(/^2 purchases approved, .* The members are told/),
        ).toBeVisible();

        await settings("the admin confirms that the money was seen in your account");
        await page.goto(`${site}/admin/purchaserequest?approve=${await pay()}`);
        await expect(tick).toBeVisible();
        await request.dispose();
      });
    },
  );
}

/** Sends the form without the browser's validation; only browsers resolve names under localhost. */
async function post(page: Page, site: string, form: Record<string, string>) {
  const cookies = await page.context().cookies(site);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return page.request.post(`http://localhost:${PORT}/admin/purchaserequest`, {
    form,
    headers: { host: new URL(site).host, origin: site, cookie },
  });
}
