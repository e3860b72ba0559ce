import { expectSoundInSchemes } from "../harness/accessibility";
import { inviteSecondAdmin, withAccount } from "../harness/new-company";
import { call, pay } from "../harness/purchases";
import { enter, expect, freshEmail, register, test } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test(
      "when tokens unlock changes at once before the first sale, and later by two owners to nobody's loss",
      { tag: "@full" },
      async ({ page, request, browser }) => {
        const { companyId, origin, there, adminEmail, headers } = await withAccount(request);
        const colleagueEmail = await inviteSecondAdmin(request, there, companyId);
        await enter(page, `${origin}/admin/login`, adminEmail);
        const dialog = page.getByRole("dialog");
        const card = page.getByRole("region", { name: "When tokens unlock" });
        const open = async () => {
          await page.goto(`${origin}/admin/settings?tab=sale`);
          await card.getByRole("link", { name: "Change the plan" }).click();
          await expect(dialog).toBeVisible();
        };
        const bought = dialog.getByRole("group", { name: "Bought tokens" });
        const save = async (percent: string, months: string, pause: string) => {
          await bought.getByLabel("At the launch, in %").fill(percent);
          await bought.getByLabel("The rest, in monthly parts").fill(months);
          await bought.getByLabel("Months of pause before them").fill(pause);
          await dialog.getByRole("button", { name: "Save" }).click();
        };

        await open();
        await expect(dialog).toContainText(
          "No order is approved yet, so the plan changes at once.",
        );
        if (javaScriptEnabled) await expectSoundInSchemes(page, "a plan of unlocking");
        for (const [percent, months] of [
          ["101", "6"],
          ["40", "0"],
          ["40", "121"],
        ] as const) {
          await save(percent, months, "2");
          await expect(bought.locator(".error").first()).toBeVisible();
        }
        await save("40", "6", "2");
        await expect(page.getByText("Settings saved").first()).toBeVisible();
        await expect(card).toContainText("40% at the launch, the rest in 6 equal parts");

        // Buyers read it before they pay; once an order is approved, another owner confirms.
        const email = freshEmail();
        await register(there, { email });
        const member = await (await browser.newContext({ javaScriptEnabled })).newPage();
        const reads = async (path: string) => {
          await member.goto(origin + path);
          const sentence = member.getByText(/40% at the launch, the rest in 6 equal parts/);
          await expect(sentence.locator("visible=true").first()).toBeVisible();
        };
        await reads("/");
        await enter(member, `${origin}/`, email);
        await reads("/user/buy-token");
        const id = await pay(there, email, 1000);
        await call(there, "/admin/transaction/approve", { id }, headers.authorization);
        await reads("/user/launch");
        await open();
        await expect(dialog).toContainText("Another owner confirms the change");
        await save("40", "12", "2");
        await expect(dialog.getByText("would unlock later").first()).toBeVisible();
        await save("50", "6", "0");
        await expect(page.getByRole("heading", { name: "Waiting changes" })).toBeVisible();
        await page.goto(`${origin}/admin/settings?tab=sale`);
        await expect(card).toContainText("40% at the launch");
        const colleague = await (await browser.newContext({ javaScriptEnabled })).newPage();
        await enter(colleague, `${origin}/admin/login`, colleagueEmail);
        await colleague.goto(`${origin}/admin/changes`);
        const change = "Confirm: Change when tokens unlock";
        await colleague.getByRole("button", { name: change }).click();
        await expect(colleague.getByText("The change has taken effect")).toBeVisible();
        await page.reload();
        await expect(card).toContainText("50% at the launch, the rest in 6 equal parts");
      },
    );
  });
}
