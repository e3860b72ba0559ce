import { enterAsNewMember, freshReference, methodTab, proofPicture } from "../harness/orders";
import { call, pay } from "../harness/purchases";
import { ADMIN, PASSWORD, expect, test } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test(
      "who paid a part sees what is left, how to pay exactly that, and sends its proof",
      { tag: "@full" },
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

        // The payment is of exactly the rest: nothing counts its time, and asks for a consent.
        await expect(main.getByText(`Received ₹2,000.00 · left ₹${left}`)).toBeVisible();
        await expect(main.getByText("Time to pay:")).toHaveCount(0);
        await methodTab(page, "UPI").click();
        await expect(main.getByText(`Scan QR to pay INR ${left}`)).toBeVisible();
        await expect(main.getByRole("checkbox")).toHaveCount(0);
        await expect(main.getByText("Then send us the number of the payment.")).toBeVisible();
        const elements = await page.evaluate(() => document.querySelectorAll("main *").length);
        expect(elements).toBeLessThanOrEqual(220);

        // Its proof is sent in the same dialog, with exactly the rest filled in.
        const send = async () => {
          await methodTab(page, "UPI").click();
          const open = main.getByRole("link", { name: "I've paid: send the number" });
          if (javaScriptEnabled) {
            // By the keyboard alone.
            await open.focus();
            await page.keyboard.press("Enter");
          } else await open.click();
          const dialog = page.getByRole("dialog", { name: "Submit Transaction Proof" });
          await expect(dialog.getByLabel("Enter Amount")).toHaveValue(left.replaceAll(",", ""));
          await dialog.getByLabel("UTR or Transaction Number").fill(freshReference());
          await dialog.getByLabel("Upload Transaction File").setInputFiles(await proofPicture());
          await dialog.getByRole("button", { name: "I've paid: send the number" }).click();
          await page.waitForURL(/\/user\/buy-token/);
        };
        await send();

        // Then every page says that it was told, and not to pay it again.
        const told = `You told us ₹${left}: we look for it`;
        await page.goto("/user/dashboard");
        await main.getByRole("link", { name: told }).click();
        await expect(main.getByRole("heading", { name: told })).toBeVisible();
        await expect(main.getByText("Please do not pay again.")).toBeVisible();
        await main.getByRole("link", { name: "The details were wrong? Send them again" }).click();
        await expect(main.getByText(`${told}. Please do not pay again.`)).toBeVisible();
        await send();

        // A rejected rest could not be confirmed; the part stays, and nobody is asked to pay twice.
        const rejected = await request.post("/trpc/orders.reject", {
          data: { orderId, version: 4, reason: "No such credit" },
          headers: { authorization },
        });
        expect(rejected.status()).toBe(200);
        await page.goto("/user/dashboard");
        await main.getByRole("link", { name: `Your turn: ₹${left}` }).click();
        await expect(
          main.getByRole("heading", { name: "The rest could not be confirmed" }),
        ).toBeVisible();
        await expect(main.getByText("writes: No such credit")).toBeVisible();
        await expect(main.getByText("Do not pay twice")).toBeVisible();
        await main.getByRole("link", { name: "I already paid" }).click();
        await expect(
          main.getByText("The rest that you told us could not be confirmed."),
        ).toBeVisible();
        await send();

        // Once the rest is received, nothing is asked any more.
        const rest = { orderId, version: 6, received: left.replaceAll(",", "") };
        const approved = await request.post("/trpc/payments.approveReceived", {
          data: rest,
          headers: { authorization },
        });
        expect(approved.status()).toBe(200);
        await page.goto("/user/dashboard");
        await expect(main.getByText(/Your turn|You told us/)).toHaveCount(0);
      },
    );
  });
}
