import { enterAsNewMember, freshReference, methodTab, proofPicture } from "../harness/orders";
import { call, pay } from "../harness/purchases";
import { ADMIN, PASSWORD, enter, expect, onlyInFull, test } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test(
      "who paid a part sees what is left, pays exactly that, and tells of it",
      onlyInFull(!javaScriptEnabled),
      async ({ page, request, browser }) => {
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
        await expect(main.getByText("Pay the rest of the order above")).toBeVisible();
        await main.getByRole("link", { name: /Your turn: ₹/ }).click();
        const head = main.getByRole("heading", { name: /^Your turn: pay the remaining ₹/ });
        const left = /₹([\d,.]+)$/.exec(await head.innerText())?.[1] ?? "";
        await expect(main.getByText(`Received ₹2,000.00 · left ₹${left}.`)).toBeVisible();
        await main.getByRole("link", { name: `Pay ₹${left}`, exact: true }).click();

        // The payment is of exactly the rest, and nothing counts its time.
        await expect(main.getByText(`Received ₹2,000.00 · left ₹${left}`)).toBeVisible();
        await expect(main.getByText("Time to pay:")).toHaveCount(0);
        await methodTab(page, "UPI").click();
        await expect(main.getByText(`Scan QR to pay INR ${left}`)).toBeVisible();
        await main.getByRole("checkbox").check();
        await main.getByRole("button", { name: "PAY", exact: true }).click();
        const dialog = page.getByRole("dialog");
        await expect(dialog.getByLabel("Enter Amount")).toHaveValue(left.replaceAll(",", ""));
        const reference = freshReference();
        await dialog.getByLabel("UTR or Transaction Number").fill(reference);
        await dialog.getByLabel("Upload Transaction File").setInputFiles(await proofPicture());
        await dialog.getByRole("button", { name: "PAY", exact: true }).click();

        await expect(page).toHaveURL(/\/user\/orders\/PUR-\d+/);
        await expect(
          main.getByRole("heading", { name: "The rest of your payment is being checked" }),
        ).toBeVisible();
        await page.goto("/user/dashboard");
        await expect(main.getByText(/Your turn/)).toHaveCount(0);

        // The admin finds number and sum filled in.
        const office = await browser.newContext({ javaScriptEnabled });
        const admin = await office.newPage();
        await enter(admin, "/admin/login", ADMIN);
        await admin.goto(`/admin/payments?step=sum&order=${orderId}`);
        await expect(admin.getByText("The member told of a payment of the rest")).toContainText(
          reference,
        );
        await expect(admin.getByLabel("Received")).toHaveValue(left.replaceAll(",", ""));
        await expect(admin.getByLabel("Transaction number of this part")).toHaveValue(reference);
        await admin.getByRole("button", { name: "Show what it pays for" }).click();
        await admin.getByRole("checkbox", { name: `I have seen ₹${left}` }).check();
        await admin.getByRole("button", { name: /^Approve/ }).click();
        await expect(admin.getByText(/approved/i).first()).toBeVisible();
        await office.close();
        await page.goto("/user/dashboard");
        await expect(main.getByText("Your next step")).toBeVisible();
      },
    );
  });
}
