import { type Locator, type Page, expect } from "@playwright/test";
import { waitForScripts } from "./test";

/** Loses the connection, once the page can say so: without scripts the browser's own page would. */
export async function goOffline(page: Page): Promise<void> {
  await waitForScripts(page);
  await page.context().setOffline(true);
}

/**
 * Presses a button whose response is lost. Meanwhile it shows `pending` and is disabled; then
 * `words` appear beside the button and in a toast, but on a screen that tells them once (product.md §8).
 */
export async function loseAnswer(
  page: Page,
  press: Locator,
  { pending, words, hasToast = true }: { pending: string; words: string; hasToast?: boolean },
): Promise<void> {
  await waitForScripts(page);
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
  if (hasToast) await expectMessage(page, words);
  else await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
}

/** The message appears beside the form and in a toast (product.md §8). */
export async function expectMessage(page: Page, words: string): Promise<void> {
  await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
  await expect(page.locator(".toast", { hasText: words }).first()).toBeVisible();
}
