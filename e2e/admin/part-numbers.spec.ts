import { foundCompany, inviteSecondAdmin } from "../harness/new-company";
import { freshReference, proofPicture } from "../harness/orders";
import { PURCHASES, waiting } from "../harness/purchase-list";
import { call, pay } from "../harness/purchases";
import {
  ADMIN,
  PASSWORD,
  enter,
  expect,
  freshEmail,
  onlyInFull,
  register,
  test,
} from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test(
        "a part's number that another order's payment has is refused on the page",
        onlyInFull(!javaScriptEnabled),
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
          const sumOf = (id?: string) => `/admin/payments?step=sum&order=${id}`;
          const sum = sumOf(ids[0]);
          /** Waits for the rest of a part with this number. */
          const wait = async (part: string, number: string, at = sum) => {
            await page.goto(at);
            await page.getByLabel("Received", { exact: true }).fill(part);
            if (number) await page.getByLabel("Transaction number of this part").fill(number);
            await page.getByRole("button", { name: "Show what it pays for" }).click();
            await page.getByRole("checkbox", { name: `I have seen ₹${part}.00` }).check();
            await page.getByRole("button", { name: /^Wait for/ }).click();
          };
          await wait("100", "");
          await expect(page.getByText("The part is recorded")).toBeVisible();
          // A further part of a transfer asks for its number where it is decided, and says why it is refused.
          const transfer = { ...theirs, amount: 730, referenceNumber: freshReference() };
          const paid = await call(request, "/user/package/purchase", transfer, token);
          await wait("100", "", sumOf(String(paid["id"])));
          await expect(page.getByText("The part is recorded")).toBeVisible();
          await page.goto(sumOf(String(paid["id"])));
          await page.getByLabel("Received", { exact: true }).fill("50");
          await page.getByRole("button", { name: "Show what it pays for" }).click();
          await page.getByRole("checkbox", { name: "I have seen ₹50.00" }).check();
          const needed = page.getByLabel("Transaction number of this part").last();
          await expect(needed).toHaveAttribute("required");
          await needed.fill(" ");
          await page.getByRole("button", { name: /^Wait for/ }).click();
          await expect(
            page.locator("#content").getByText("Please enter UTR or Transaction Number."),
          ).toBeVisible();
          await wait("50", referenceNumber);
          await expect(
            page
              .locator("#content")
              .getByText(`The number ${referenceNumber} is on record for PUR-`),
          ).toBeVisible();
          await expect(page.getByLabel("Transaction number of this part")).toHaveValue(
            referenceNumber,
          );
          await wait("50", freshReference());
          await expect(page.getByText("The part is recorded")).toBeVisible();
        },
      );

      test(
        "the second admin sees the number that the first one typed, and confirms it",
        onlyInFull(javaScriptEnabled),
        async ({ page, request }) => {
          const { origin, there, adminEmail, companyId } = await foundCompany(request);
          const second = await inviteSecondAdmin(request, there, companyId);
          const login = { email: adminEmail, password: PASSWORD };
          const authorization = String((await call(there, "/company/auth/login", login))["token"]);
          const act = async (name: string, data: object, status = 200) => {
            const answer = await there.post(`/trpc/${name}`, { data, headers: { authorization } });
            expect(answer.status(), await answer.text()).toBe(status);
          };
          await act("prices.set", { price: "10" });
          const email = freshEmail();
          await register(there, { email });
          const orderId = await pay(there, email, 700);
          await act("payments.waitForRest", { orderId, version: 1, received: "100" });
          await act("companies.setSecondAdmin", { secondAdminAbove: "500" });
          // The whole rest: its sum is the order's, and its number is its own.
          const rest = { orderId, version: 2, received: "600", reference: "REST1" };
          await act("payments.approveReceived", rest, 409);

          await enter(page, `${origin}/admin/login`, second);
          await page.goto(`${origin}${PURCHASES}?approve=${orderId}`);
          await expect(page.getByText("Waits for a second admin")).toContainText("REST1");
          await expect(page.getByLabel("Received", { exact: true })).toHaveValue("600.00");
          await expect(page.getByLabel("Transaction number of this part")).toHaveValue("REST1");
          await page.getByRole("button", { name: "Show what it pays for" }).click();
          await page.getByRole("checkbox", { name: "I have seen ₹600.00" }).check();
          await page.getByRole("button", { name: /^Approve/ }).click();
          await expect(page.getByText("Purchase approved")).toBeVisible();
        },
      );
    },
  );
}
