import { enterAsNewMember, methodTab } from "../harness/orders";
import { call, pay } from "../harness/purchases";
import { ADMIN, PASSWORD, expect, onlyInFull, test } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test(
      "who paid a part sees what is left, and how to pay exactly that",
      onlyInFull(!javaScriptEnabled),
      async ({ page, request }) => {
        const email = await enterAsNewMember(page, request);
        const orderId = await pay(request, email, 7000);
        const login = { email: ADMIN, password: PASSWORD };
        const authorization = String((await call(request, "/company/auth/login", login))["token"]);
        const part = { orderId, version: 1, received: "2000" };
        const waits = await request.post("/trpc/payments.waitForRest", {
          data: part,
          headers: { authorization },
        });
        expect(waits.status()).toBe(200);

        // The dashboard says whose turn it is, the order's page how much is left.
        const main = page.getByRole("main");
        await page.goto("/user/dashboard");
        await main.getByRole("link", { name: /Your turn: ₹/ }).click();
        const head = main.getByRole("heading", { name: /^Your turn: pay the remaining ₹/ });
        const left = /₹([\d,.]+)$/.exec(await head.innerText())?.[1] ?? "";
        await expect(main.getByText(`Received ₹2,000.00 · left ₹${left}.`)).toBeVisible();
        await main.getByRole("link", { name: `Pay ₹${left}`, exact: true }).click();

        // The payment is of exactly the rest: nothing counts its time, and nothing is sent.
        await expect(main.getByText(`Received ₹2,000.00 · left ₹${left}`)).toBeVisible();
        await expect(main.getByText("Time to pay:")).toHaveCount(0);
        await methodTab(page, "UPI").click();
        await expect(main.getByText(`Scan QR to pay INR ${left}`)).toBeVisible();
        await expect(main.getByRole("checkbox")).toHaveCount(0);
        await expect(main.getByText("You need not send the details again")).toBeVisible();
        // A link to the proof's dialog, from before the part, opens none.
        await page.goto(`${page.url()}&proof=1`);
        await expect(main.getByText(`Scan QR to pay INR ${left}`)).toBeVisible();
        await expect(page.getByRole("dialog")).toHaveCount(0);

        // Once the rest is received, nothing is asked any more.
        const rest = { orderId, version: 2, received: left.replaceAll(",", "") };
        const approved = await request.post("/trpc/payments.approveReceived", {
          data: rest,
          headers: { authorization },
        });
        expect(approved.status()).toBe(200);
        await page.goto("/user/dashboard");
        await expect(main.getByText(/Your turn/)).toHaveCount(0);
      },
    );
  });
}
