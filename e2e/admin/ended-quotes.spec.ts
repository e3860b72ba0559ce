import { expectAccessible } from "../harness/accessibility";
import { foundCompany } from "../harness/new-company";
import { call } from "../harness/purchases";
import { PASSWORD, enter, expect, freshEmail, onlyInFull, register, test } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(true),
    () => {
      test.use({ javaScriptEnabled });

      test("a replaced order that is paid at the old price shows both prices, to member and admin", async ({
        page,
        browser,
        request,
      }) => {
        const { origin, there, adminEmail } = await foundCompany(request);
        const adminToken = String(
          (await call(there, "/company/auth/login", { email: adminEmail, password: PASSWORD }))[
            "token"
          ],
        );
        const setPrice = async (price: string) => {
          const set = await there.post("/trpc/prices.set", {
            data: { price },
            headers: { authorization: adminToken },
          });
          expect(set.status()).toBe(200);
        };
        await setPrice("10");
        const email = freshEmail();
        await register(there, { email, name: "Lata Late" });
        const token = String(
          (await call(there, "/user/auth/login", { user: email, password: PASSWORD }))["token"],
        );
        const place = async (amount: number) =>
          String((await call(there, "/user/package/order", { amount }, token))["purchaseId"]);
        const replaced = await place(1000);
        await place(500);
        await setPrice("50");

        // The member reads before paying that the price is no longer guaranteed.
        await enter(page, `${origin}/`, email);
        await page.goto(`${origin}/user/payment?purchaseId=${replaced}&purchaseAmount=1000`);
        await expect(
          page.getByText(
            "The price of this order is no longer guaranteed: one token now costs ₹50.00",
          ),
        ).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(page);
        await page.getByText("I have already sent the money for this order").click();
        await page.getByRole("checkbox", { name: /privacy policy/ }).check();
        await page.getByRole("button", { name: "Confirm Payment" }).click();
        await expect(page).toHaveURL(/buy-token/);

        // The admin sees both prices, and that several approvals at once leave it out.
        const context = await browser.newContext({ javaScriptEnabled });
        const desk = await context.newPage();
        await enter(desk, `${origin}/admin/login`, adminEmail);
        await desk.goto(`${origin}/admin/purchaserequest`);
        await expect(desk.getByText("Old price").first()).toBeVisible();
        const approve = desk.getByRole("link", { name: /^Approve/ }).first();
        const address = await approve.getAttribute("href");
        const id = /approve=([0-9a-f-]+)/.exec(address ?? "")?.[1] ?? "";
        await desk.goto(`${origin}/admin/purchaserequest?bulk=approve&id=${id}`);
        const dialog = desk.getByRole("dialog");
        await expect(desk.getByRole("main")).toContainText("1 purchase is left out");
        await expect(desk.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
        if (javaScriptEnabled) await expectAccessible(desk);
        await desk.goto(`${origin}/admin/purchaserequest?approve=${id}`);
        await expect(dialog).toContainText("Ordered at ₹10.00 for one token");
        await expect(dialog).toContainText("100 tokens");
        await expect(dialog).toContainText("a token cost ₹50.00");
        await expect(dialog).toContainText("20 tokens for the same amount");
        if (javaScriptEnabled) await expectAccessible(desk);
        await dialog.getByRole("checkbox").check();
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(desk.getByText("Purchase approved successfully")).toBeVisible();
        await context.close();
      });
    },
  );
}
