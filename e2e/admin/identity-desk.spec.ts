import { expectSound } from "../harness/accessibility";
import { ADMIN, enter, expect, test, waitForScripts } from "../harness/test";

test.describe.configure({ mode: "serial" });

test(
  "a case is accepted by keys, undone before the member is told, and asked again with a reason",
  {
    tag: "@full",
  },
  async ({ page }) => {
    await enter(page, "/admin/login", ADMIN);
    await page.goto("/admin/identity");
    await waitForScripts(page);
    const name = page.locator("section h2").first();
    const first = await name.textContent();
    await expectSound(page, "the desk of identity");
    await expect(page.getByRole("img", { name: /PAN card/ }).first()).toBeVisible();
    await page.keyboard.press("+");
    await page.keyboard.press("t");
    await page.keyboard.press("a");
    await expect(page.getByRole("button", { name: "Accept and verify" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "is verified" })).toBeVisible();
    await expect(name).not.toHaveText(first ?? "");
    await page.keyboard.press("u");
    await expect(page.getByText("Undone: it waits again")).toBeVisible();
    await expect(name).toHaveText(first ?? "");
    await page.keyboard.press("r");
    await page.keyboard.type("The picture is blurred.");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("status").filter({ hasText: "is asked again" })).toBeVisible();
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("a case is refused with a reason", { tag: "@full" }, async ({ page }) => {
    await enter(page, "/admin/login", ADMIN);
    await page.goto("/admin/identity");
    const shown = await page.locator("section h2").first().textContent();
    await page.getByText("Reject what was sent").click();
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await expect(page.getByText("Please give a reason.")).toBeVisible();
    await page.getByLabel("Reason", { exact: true }).fill("These are another person's papers.");
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await expect(page.getByText(`${shown} was not accepted.`)).toBeVisible();
  });
});
