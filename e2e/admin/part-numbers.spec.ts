import { freshReference, proofPicture } from "../harness/orders";
import { PURCHASES, waiting } from "../harness/purchase-list";
import { call } from "../harness/purchases";
import { ADMIN, PASSWORD, enter, expect, inFull, test } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test(
      "a part's number that another order's payment has is refused on the page",
      inFull(!javaScriptEnabled),
      async ({ page, request }) => {
        const { email, ids } = await waiting(request, 1);
        const login = { user: email, password: PASSWORD };
        const token = String((await call(request, "/user/auth/login", login))["token"]);
        const upload = await request.post("/api/v1/superadmin/media/add", {
          headers: { authorization: `Bearer ${token}` },
          multipart: { medias: await proofPicture() },
        });
        const { data } = (await upload.json()) as { data: { id: string }[] };
        const referenceNumber = freshReference();
        const theirs = { paymentMethod: "UPI", amount: 720, receiptId: data[0]?.id };
        await call(request, "/user/package/purchase", { ...theirs, referenceNumber }, token);

        await enter(page, "/admin/login", ADMIN);
        const sum = `${PURCHASES}/sum?order=${ids[0]}`;
        /** Waits for the rest of a part with this number. */
        const wait = async (part: string, number: string) => {
          await page.goto(sum);
          await page.getByLabel("Received").fill(part);
          if (number) await page.getByLabel("Transaction number of this part").fill(number);
          await page.getByRole("button", { name: "Show what it pays for" }).click();
          await page.getByRole("checkbox", { name: `I have seen ₹${part}.00` }).check();
          await page.getByRole("button", { name: /^Wait for/ }).click();
        };
        await wait("100", "");
        await expect(page.getByText("The part is recorded")).toBeVisible();
        await wait("50", referenceNumber);
        await expect(page.locator("#content").getByText("was already used")).toBeVisible();
        await expect(page.getByLabel("Transaction number of this part")).toHaveValue(
          referenceNumber,
        );
        await wait("50", freshReference());
        await expect(page.getByText("The part is recorded")).toBeVisible();
      },
    );
  });
}
