import { expectAccessible } from "../harness/accessibility";
import { approve, call, pay, tokenOfMember } from "../harness/purchases";
import {
  ADMIN,
  enter,
  expect,
  freshEmail,
  freshMobile,
  PASSWORD,
  register,
  test,
} from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("a reward with a shared mailbox is answered by its referrer, and released or withdrawn beside the evidence", async ({
        page,
        browser,
        request,
      }) => {
        // Both members have one mailbox, and typed one mobile.
        const [email, mobile] = [freshEmail(), freshMobile()];
        const invited = email.replace("@", "+uma@");
        await register(request, { email, mobile, name: "Tara Referrer" });
        const headers = { authorization: `Bearer ${await tokenOfMember(request, email)}` };
        const read = await request.get("/api/v1/user/referral/get", { headers });
        const { data } = (await read.json()) as { data: { referralCode: string } };
        const { referralCode } = data;
        await register(request, { email: invited, mobile, referralCode, name: "Uma Buyer" });
        const one = await pay(request, invited, 7000);

        // The referrer reads that it is being checked, and answers once.
        const home = await browser.newContext({ javaScriptEnabled });
        const phone = await home.newPage();
        await enter(phone, "/", email);
        await phone.goto("/user/referral/checked");
        await phone.getByLabel("Your answer to the company").fill("We are sisters with one phone.");
        await phone.getByRole("button", { name: "Send the answer" }).click();
        await expect(
          phone.getByText("You have answered; the company has your words."),
        ).toBeVisible();
        await expect(phone.getByLabel("Your answer to the company")).toHaveCount(0);

        // The admin sees both side by side. Before the approval the reward can only be withdrawn.
        await enter(page, "/admin/login", ADMIN);
        const caseOf = (id: string) =>
          page
            .getByRole("main")
            .getByRole("listitem")
            .filter({ has: page.locator(`#purchase-${id}`) });
        const open = (id: string) => page.locator(`#purchase-${id}`).click();
        await page.goto("/admin/referrals?tab=cases");
        await open(one);
        await expect(caseOf(one)).toContainText(
          "The address is another spelling of another member's",
        );
        await expect(caseOf(one)).toContainText("We are sisters with one phone.");
        for (const name of ["Tara Referrer", "Uma Buyer"]) {
          await expect(caseOf(one).getByRole("columnheader", { name })).toBeVisible();
        }
        const shared = caseOf(one).locator("mark").filter({ hasText: mobile });
        await expect(shared).toHaveCount(2);
        await expect(caseOf(one).getByRole("link", { name: /^Release/ })).toHaveCount(0);
        if (javaScriptEnabled) await expectAccessible(page);

        // Several are released at once; one that another admin decides meanwhile is named.
        const [two, three] = [await pay(request, invited, 3500), await pay(request, invited, 1400)];
        for (const id of [one, two]) await approve(request, id);
        await page.reload();
        for (const id of [one, two]) await caseOf(id).getByRole("checkbox").check();
        const bar = page.getByRole("main").getByRole("group", { name: "Select rewards" });
        await bar.getByRole("button", { name: "Release" }).click();
        const dialog = page.getByRole("dialog", { name: "Release 2 rewards" });
        await dialog.getByLabel("Reason").fill("Sisters, known in person");
        const admin = await call(request, "/company/auth/login", {
          email: ADMIN,
          password: PASSWORD,
        });
        const meanwhile = { id: two, reason: "Decided by another" };
        await call(request, "/admin/referral/withdraw", meanwhile, String(admin["token"]));
        await dialog.getByRole("button", { name: "Release" }).click();
        await expect(dialog).toContainText("1 reward was released.");
        await expect(dialog).toContainText(/The reward of PUR-\d+ is not waiting any more\./);
        await page.goto("/admin/referrals?tab=cases");
        for (const id of [one, two]) await expect(caseOf(id)).toHaveCount(0);

        // A case has buttons of its own, and keys.
        await open(three);
        if (javaScriptEnabled) {
          await page.keyboard.press("r");
          await expect(page.getByRole("dialog", { name: "Withdraw 1 reward" })).toBeVisible();
          await page.keyboard.press("Escape");
          await expect(page.getByRole("dialog")).toHaveCount(0);
        }
        await caseOf(three)
          .getByRole("link", { name: /^Withdraw/ })
          .click();
        const withdrawal = page.getByRole("dialog", { name: "Withdraw 1 reward" });
        await withdrawal.getByLabel("Reason").fill("The same person");
        await withdrawal.getByRole("button", { name: "Withdraw" }).click();
        await expect(page.getByText("1 reward was withdrawn.")).toBeVisible();
        await expect(caseOf(three)).toHaveCount(0);
        await page.goto("/admin/referrals?tab=cases&decided=1");
        await expect(caseOf(three)).toContainText("Nothing waits any more");

        // The referrer reads each decision with its words.
        await phone.goto("/user/referral?part=rewards");
        const reward = (tokens: number) =>
          phone
            .getByRole("main")
            .getByRole("listitem")
            .filter({ hasText: `${tokens} RSGN` });
        // A campaign runs, whose rate is 10 %.
        await expect(reward(100)).toContainText("Yours");
        await expect(reward(50)).toContainText("Decided by another");
        await expect(reward(20)).toContainText("The same person");
        await phone.goto("/user/referral/checked");
        await expect(phone.getByText("None of your rewards is being checked.")).toBeVisible();
        await home.close();
      });
    },
  );
}
