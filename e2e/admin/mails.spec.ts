import { ADMIN, PORT, enter, expect, test } from "../harness/test";

/** Each run has its own company, since both change its settings. */
const RUNS = [
  { javaScriptEnabled: true, symbol: "masp" },
  { javaScriptEnabled: false, symbol: "glc" },
];

for (const { javaScriptEnabled, symbol } of RUNS) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("the hour of the daily mail, the choice of mails and reasons of a rejection are saved", async ({
        page,
      }) => {
        const origin = `http://${symbol}.localhost:${PORT}`;
        const section = (name: string) =>
          page.locator("form, section", { has: page.getByRole("heading", { name, exact: true }) });
        await enter(page, `${origin}/admin/settings`, ADMIN);

        await page.goto(`${origin}/admin/settings?tab=advanced`);
        const digest = section("Daily mail of the admins");
        await digest.getByLabel("Sent from").selectOption("18");
        await digest.getByRole("button", { name: "Save" }).click();
        await expect(page.getByText("Settings saved")).toBeVisible();
        await page.reload();
        await expect(digest.getByLabel("Sent from")).toHaveValue("18");

        await page.goto(`${origin}/admin/settings?tab=texts&text=rejectReasons`);
        const reasons = section("Reasons of a rejection");
        await expect(reasons.locator("ul.list-disc > li")).toHaveCount(6);
        await reasons.getByLabel("Reasons to choose from").fill("x".repeat(201));
        await reasons.getByRole("button", { name: "Save" }).click();
        await expect(reasons.getByText("at most twelve reasons")).toBeVisible();
        await reasons.getByLabel("Reasons to choose from").fill("No credit\nWrong sum\nNo credit");
        await reasons.getByRole("button", { name: "Save" }).click();
        await expect(page.getByText("Settings saved")).toBeVisible();
        await page.reload();
        await expect(reasons.getByLabel("Reasons to choose from")).toHaveValue(
          "No credit\nWrong sum",
        );
        await page.goto(`${origin}/admin/payments`);
        await page.locator("summary", { hasText: "Reject…" }).click();
        await expect(page.getByLabel("Usual reason").locator("option")).toHaveText([
          "As written below",
          "No credit",
          "Wrong sum",
        ]);

        await page.goto(`${origin}/admin/security`);
        const mails = page.getByLabel("You get");
        await mails.selectOption("EACH");
        await section("Mails about payments").getByRole("button", { name: "Save" }).click();
        await expect(page.getByText("Saved.")).toBeVisible();
        await page.reload();
        await expect(mails).toHaveValue("EACH");
      });
    },
  );
}
