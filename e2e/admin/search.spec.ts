import { expectSound } from "../harness/accessibility";
import { ADMIN, enter, expect, test, waitForScripts } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("an admin searches everything from any screen, and reads where it is", async ({
        page,
      }) => {
        await enter(page, "/admin/login", ADMIN);
        await page.goto("/admin/settings");
        const field = page.getByRole("textbox", { name: "Search everything" });
        if (javaScriptEnabled) {
          await waitForScripts(page);
          await page.keyboard.press("Control+k");
          await expect(field).toBeFocused();
          await page.keyboard.type("asha sharma");
          await page.keyboard.press("Enter");
        } else {
          await field.fill("asha sharma");
          await field.press("Enter");
        }
        await expect(page).toHaveURL(/\/admin\/search\?search=asha\+sharma$/);
        await expect(field).toHaveCount(0);
        const approved = page.getByRole("region", { name: /^Decided, approved \(\d+\)$/ });
        await expect(approved.getByRole("link", { name: /^PUR-/ }).first()).toBeVisible();
        if (javaScriptEnabled) {
          await page.keyboard.press("/");
          await expect(page.getByRole("searchbox")).toBeFocused();
          await expectSound(page, "a search of everything");
        }
        await page
          .getByRole("region", { name: "Members (1)" })
          .getByRole("link", { name: /^Asha Sharma/ })
          .click();
        await expect(page.getByRole("heading", { level: 1 })).toContainText("Asha Sharma");

        // A phone has a button to the page of the search, which finds a setting by its words.
        await page.setViewportSize({ width: 320, height: 640 });
        await page.getByRole("button", { name: "Find" }).click();
        await expect(page.getByText("Type at least two characters.")).toBeVisible();
        await page.getByRole("searchbox").fill("referral reward");
        await page.getByRole("searchbox").press("Enter");
        await page.getByRole("link", { name: /^Sale / }).click();
        await expect(page).toHaveURL(/\/admin\/settings\?tab=sale$/);
        await page.goto("/admin/search?search=%25_%25");
        await expect(page.getByText("Nothing was found for “%_%”.")).toBeVisible();
      });
    },
  );
}
