import { runText } from "@db/client";
import { releaseUndecidedHolds } from "@server/orders/holds/release-undecided-holds";
import { expectAccessible } from "../harness/accessibility";
import { foundCompany } from "../harness/new-company";
import { call } from "../harness/purchases";
import { withDatabase } from "../harness/running-database";
import { PASSWORD, enter, expect, freshEmail, onlyInFull, register, test } from "../harness/test";

/** Moves an order's submission eight days into the past and runs the sweep of the running product. */
const forget = (orderId: string): Promise<void> =>
  withDatabase(async (db) => {
    await runText(db, "UPDATE orders SET submitted_at = now() - interval '8 days' WHERE id = $1", [
      orderId,
    ]);
    await releaseUndecidedHolds(db);
  });

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(true),
    () => {
      test.use({ javaScriptEnabled });

      test("a payment that gave its tokens back says so, and is approved once enough are free", async ({
        page,
        browser,
        request,
      }) => {
        // A hundred tokens, of which thirty are for sale.
        const { origin, there, adminEmail } = await foundCompany(request, 100);
        const tokenOf = async (area: string, who: object) =>
          String(
            (await call(there, `/${area}/auth/login`, { ...who, password: PASSWORD }))["token"],
          );
        const adminToken = await tokenOf("company", { email: adminEmail });
        const price = await there.post("/trpc/prices.set", {
          data: { price: "10" },
          headers: { authorization: adminToken },
        });
        expect(price.status()).toBe(200);
        const [patient, rival] = [freshEmail(), freshEmail()];
        for (const email of [patient, rival]) await register(there, { email, name: "Pia Patient" });
        const token = await tokenOf("user", { user: patient });
        const manual = { paymentMethod: "MANUAL", amount: 200 };
        const paid = await call(there, "/user/package/purchase", manual, token);
        const [id, orderNumber] = [String(paid["id"]), String(paid["orderNumber"])];
        await forget(id);
        const rivalToken = await tokenOf("user", { user: rival });
        const taken = await call(there, "/user/package/order", { amount: 200 }, rivalToken);

        await enter(page, `${origin}/`, patient);
        await page.goto(`${origin}/user/orders/${orderNumber}`);
        await expect(page.getByText("Its tokens are no longer reserved for you")).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(page);

        const context = await browser.newContext({ javaScriptEnabled });
        const desk = await context.newPage();
        await enter(desk, `${origin}/admin/login`, adminEmail);
        await desk.goto(`${origin}/admin/purchaserequest`);
        await expect(desk.getByText("Tokens given back").first()).toBeVisible();
        const dialog = desk.getByRole("dialog");
        const approve = async () => {
          await desk.goto(`${origin}/admin/purchaserequest?approve=${id}`);
          await expect(dialog).toContainText("The tokens were given back on");
        };
        await approve();
        await expect(dialog).toContainText("Only 10 tokens are free now");
        if (javaScriptEnabled) await expectAccessible(desk);
        await dialog.getByRole("checkbox").check();
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(desk.getByText("only 10 of its 20 are free now").first()).toBeVisible();

        await call(there, "/user/package/cancel", { purchaseId: taken["purchaseId"] }, rivalToken);
        await approve();
        await expect(dialog).toContainText("Approving takes them again: 30 tokens are free now.");
        await dialog.getByRole("checkbox").check();
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(desk.getByText("Purchase approved successfully")).toBeVisible();
        await context.close();
      });
    },
  );
}
