import { type Locator, type Page, expect } from "@playwright/test";

/**
 * Presses a button whose answer is lost on its way. Meanwhile it reads `pending` and cannot be
 * pressed again; then `words` stand where the person is, and in a toast (spec §8).
 */
export async function loseAnswer(
  page: Page,
  press: Locator,
  { pending, words }: { pending: string; words: string },
): Promise<void> {
  let lose = () => undefined as void;
  const lost = new Promise<void>((resolve) => (lose = resolve));
  await page.route("**/*", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await lost;
    await route.abort("internetdisconnected");
  });
  await press.click();
  await expect(page.getByRole("button", { name: pending, exact: true })).toBeDisabled();
  lose();
  await isTold(page, words);
  await page.unrouteAll({ behavior: "wait" });
}

/** The words stand where the member is, and in a toast (spec §8). */
export async function isTold(page: Page, words: string): Promise<void> {
  await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
  await expect(page.locator(".toast", { hasText: words }).first()).toBeVisible();
}
