import { call } from "../harness/purchases";
import { foundCompany, inviteSecondAdmin } from "../harness/new-company";
import { PASSWORD, expect, freshEmail, logIn, register, test, onlyInFull } from "../harness/test";

test(
  "a company's first member sees no price, then no bank account, then a choice of them",
  onlyInFull(true),
  async ({ page, request }) => {
    const { origin, there, adminEmail, companyId } = await foundCompany(request);
    const email = freshEmail();
    await register(there, { email });
    const member = await call(there, "/user/auth/login", { user: email, password: PASSWORD });
    const admin = await call(there, "/company/auth/login", {
      email: adminEmail,
      password: PASSWORD,
    });
    const callAsAdmin = async (path: string, data: object) => {
      const authorization = `Bearer ${String(admin["token"])}`;
      const answer = await there.post(`/trpc/${path}`, { data, headers: { authorization } });
      expect(answer.status(), await answer.text()).toBe(200);
    };

    /** All but the first account wait for a second admin. */
    const second = await inviteSecondAdmin(request, there, companyId);
    const addConfirmed = async (data: object) => {
      const asked = { authorization: `Bearer ${String(admin["token"])}` };
      const stored = await there.post("/trpc/beneficiaries.add", { data, headers: asked });
      expect(stored.status(), await stored.text()).toBe(409);
      const { token } = await call(there, "/company/auth/login", {
        email: second,
        password: PASSWORD,
      });
      const headers = { authorization: `Bearer ${String(token)}` };
      const waiting = await there.get("/trpc/changes.list", { headers });
      const { result } = (await waiting.json()) as { result: { data: { id: string }[] } };
      const [change] = result.data;
      const confirmed = await there.post("/trpc/changes.confirm", {
        data: { id: change?.id },
        headers,
      });
      expect(confirmed.status(), await confirmed.text()).toBe(200);
    };

    // The company has no sales or allocations yet.
    await logIn(page, `${origin}/`, email);
    await expect(page.getByText("No data available.")).toBeVisible();
    await page.goto(`${origin}/user/buy-token`);
    await expect(page.getByText("Please select a token to proceed.")).toBeVisible();
    await expect(page.getByRole("button", { name: "BUY NOW" })).toHaveCount(0);
    const refused = await there.post("/api/v1/user/package/order", {
      data: { amount: 70 },
      headers: { authorization: String(member["token"]) },
    });
    expect(((await refused.json()) as { message: string }).message).toBe("No token selected.");

    // On sale without an account: manual payment only.
    await callAsAdmin("prices.set", { price: "7" });
    await page.reload();
    await page.getByLabel("Amount (INR)").fill("70");
    await page.getByRole("button", { name: "BUY NOW" }).click();
    await expect(page.getByRole("button", { name: "Confirm Payment" })).toBeVisible();
    const tabs = page.getByRole("tablist", { name: "Payment methods" }).getByRole("tab");
    await expect(tabs).toHaveText(["Manual"]);
    const payment = page.url();
    await page.goto(`${payment}&tab=upi`);
    await expect(page.getByText("UPI payment details are not available.")).toBeVisible();
    await page.getByRole("link", { name: "Go Back" }).click();
    await expect(page).toHaveURL(/\/user\/buy-token$/);

    // With a UPI id only, UPI is the first method; a bank account comes before it.
    await callAsAdmin("beneficiaries.add", { upi: "newly@okbank" });
    await page.goto(payment);
    await expect(tabs).toHaveText(["UPI", "Manual"]);
    await expect(page.getByLabel("UPI ID", { exact: true })).toHaveValue("newly@okbank");
    const account = {
      holderName: "Newly Founded",
      branch: "Fort",
      ifscCode: "HDFC0000060",
      isIfscConfirmed: true,
    };
    await addConfirmed({
      ...account,
      bankName: "HDFC Bank",
      accountNumber: "50100012345678",
    });
    await page.goto(payment);
    await expect(tabs).toHaveText(["Banking", "UPI", "Manual"]);
    await expect(page.getByRole("heading", { name: "Bank Details" })).toBeVisible();
    await expect(page.getByLabel("Select Bank")).toHaveCount(0);
    await addConfirmed({
      ...account,
      bankName: "HDFC Bank Second",
      accountNumber: "50100087654321",
    });
    await page.reload();
    await expect(page.getByText("50100012345678")).toBeVisible();
    await page.getByLabel("Select Bank").selectOption({ label: "HDFC Bank Second ···4321" });
    await expect(page.getByText("50100087654321")).toBeVisible();
    await expect(page.getByText("50100012345678")).toHaveCount(0);
    await there.dispose();
  },
);
