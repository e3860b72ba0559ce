import AxeBuilder from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";
import type Axe from "axe-core";
import type { Result } from "axe-core";

/** The rules that look at colours: all that a scheme can change (themes/css.test.ts). */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** What axe finds on a page as it stands, one line each. */
async function faults(page: Page): Promise<string[]> {
  // No frame of ours is another site's, so axe may run in one go; what is right need not be told.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  return violations.map(told);
}

/** The same by some rules alone, on a page that axe has been to: it is there still. */
async function faultsBy(page: Page, rules: string[]): Promise<string[]> {
  const violations = await page.evaluate(async (values) => {
    const { axe } = window as Window & { axe?: typeof Axe };
    if (!axe) throw new Error("axe has not been here.");
    const runOnly = { type: "rule" as const, values };
    return (await axe.run(document, { resultTypes: ["violations"], runOnly })).violations;
  }, rules);
  return violations.map(told);
}

const told = ({ id, nodes }: Result): string => `${id}: ${nodes[0]?.html ?? ""}`;

/** Nothing that axe finds. */
export async function expectAccessible(page: Page, where = page.url()): Promise<void> {
  expect.soft(await faults(page), where).toEqual([]);
}

/** How far a page goes beyond its window, in CSS pixels, with letters of a given size. */
const beyond = (page: Page, letters: "100%" | "200%"): Promise<number> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
    return document.documentElement.scrollWidth - window.innerWidth;
  }, letters);

/** Nothing that axe finds, and nothing to the side: at 320 px, also with letters twice as large. */
export async function expectSound(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where);
  expect
    .soft(await beyond(page, "200%"), `${where} scrolls sideways, large`)
    .toBeLessThanOrEqual(0);
  expect.soft(await beyond(page, "100%"), `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

/**
 * The same in both schemes, of a page loaded once. A scheme is a media query over variables of
 * colour: the elements, their names, order and sizes are those of the first, so the second is asked
 * for its colours alone.
 */
export async function expectSoundInBothSchemes(page: Page, where: string): Promise<void> {
  await wear(page, "light");
  await expectSound(page, `${where}, light`);
  await wear(page, "dark");
  expect.soft(await faultsBy(page, OF_COLOUR), `${where}, dark`).toEqual([]);
}

/** Changes the scheme, and waits until no colour is on its way any more. */
async function wear(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(changing.map((one) => one.finished));
  });
}
