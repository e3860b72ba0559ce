import { type Locator, type Page, expect } from "@playwright/test";

/** Goes to an element as a keyboard does, and sees that everybody can see where they are. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) {
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
  const ring = await target.evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return { outlineStyle, width: parseFloat(outlineWidth), outlineColor };
  });
  expect(ring.outlineStyle).not.toBe("none");
  expect(ring.width).toBeGreaterThanOrEqual(2);
  expect(ring.outlineColor).not.toMatch(/, 0\)$|transparent/);
}
