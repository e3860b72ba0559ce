import AxeBuilder from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";

/** What axe finds on a page as it stands, one line each. */
async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
}

/** How far a page goes beyond its window, in CSS pixels, with letters of a given size. */
const beyond = (page: Page, letters: "100%" | "200%"): Promise<number> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
    return document.documentElement.scrollWidth - window.innerWidth;
  }, letters);

/** Nothing that axe finds, and nothing to the side: at 320 px, also with letters twice as large. */
export async function expectSound(page: Page, where: string): Promise<void> {
  expect.soft(await faults(page), where).toEqual([]);
  expect
    .soft(await beyond(page, "200%"), `${where} scrolls sideways, large`)
    .toBeLessThanOrEqual(0);
  expect.soft(await beyond(page, "100%"), `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}
