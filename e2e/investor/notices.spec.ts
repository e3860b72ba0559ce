import { ADMIN, PASSWORD, expect, freshEmail, logIn, register, test } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("what a company announces is under the bell, and read once it was shown", async ({
        page,
        request,
      }) => {
        const email = freshEmail();
        await register(request, { email });
        const admin = await request.post("/api/v1/company/auth/login", {
          data: { email: ADMIN, password: PASSWORD },
        });
        const { data } = (await admin.json()) as { data: { token: string } };
        const title = `News for ${email}`;
        const published = await request.post("/trpc/announcements.publish", {
          headers: { authorization: data.token },
          data: { title, text: "We moved.\nWrite to us." },
        });
        expect(published.status()).toBe(200);

        await logIn(page, "/", email);
        // Another test may have announced something meanwhile.
        const bell = page
          .getByRole("link", { name: /^Notices, new: \d+$/ })
          .filter({ visible: true });
        await bell.click();
        const notice = page.getByRole("listitem").filter({ hasText: title });
        await expect(notice).toContainText("New");
        await expect(notice).toContainText("Write to us.");
        if (!javaScriptEnabled)
          await page.getByRole("button", { name: "Mark all as read" }).click();
        const quiet = page
          .getByRole("link", { name: "Notices", exact: true })
          .filter({ visible: true });
        await expect(quiet).toBeVisible();
        // A script's marks stay while the page is open.
        await expect(notice.getByText("New", { exact: true })).toHaveCount(
          javaScriptEnabled ? 1 : 0,
        );
        await page.reload();
        await expect(notice).toBeVisible();
        await expect(notice.getByText("New", { exact: true })).toHaveCount(0);

        // Mails are chosen in the profile.
        await page.goto("/user/profile?part=notices");
        const choice = page.getByLabel(
          "Also mail me announcements, new prices and when somebody joins with my code",
        );
        await expect(choice).not.toBeChecked();
        await choice.check();
        await page.locator("form", { has: choice }).getByRole("button", { name: "Save" }).click();
        await expect(page.getByText("Your choice is saved")).toBeVisible();
        await page.reload();
        await expect(choice).toBeChecked();
      });
    },
  );
}
