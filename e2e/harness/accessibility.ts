import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import { type Page, expect, type Locator } from "@playwright/test";
import type Axe from "axe-core";
import type { Result } from "axe-core";
import { themeCss } from "@themes/css";
import type { Brand } from "@themes/contract";

type Scheme = "light" | "dark";

const EVERY = Boolean(process.env["FULL"]);

/** The rules about colours: all that a scheme can change (themes/colour/colour.test.ts). */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];

/**
 * Minified. A document gets it once, and nothing is sent back: the package sends its source twice for
 * each analysis, and its object back each time, which took as long as the analysis.
 */
const axeSource = `${readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
)};null`;

/** The axe violations of the current page, one line each. */
async function faults(page: Page): Promise<string[]> {
  await endTransitions(page);
  // No page has a third-party frame, so legacy mode suffices. What passes is not reported: to send
  // it took as long as to check. Only a rule that is off reads style sheets, which would be loaded
  // and parsed once more.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const axe = new AxeBuilder({ page, axeSource: "null" })
    .setLegacyMode()
    .options({ reporter: "no-passes", preload: { assets: ["media"] } });
  if (!EVERY) axe.disableRules(OF_COLOUR);
  const { violations } = await axe.analyze();
  return violations.map(formatViolation);
}

/** The violations of some rules, on a page that already has axe. */
async function faultsBy(page: Page, rules: string[]): Promise<string[]> {
  const violations = await page.evaluate(async (values) => {
    const { axe } = window as Window & { axe?: typeof Axe };
    if (!axe) throw new Error("axe has not been here.");
    const runOnly = { type: "rule" as const, values };
    return (await axe.run(document, { resultTypes: ["violations"], runOnly })).violations;
  }, rules);
  return violations.map(formatViolation);
}

const formatViolation = ({ id, nodes }: Result): string => `${id}: ${nodes[0]?.html ?? ""}`;

/**
 * Expects no axe violations. `npm test` leaves out the colours, which are two thirds of the work and
 * belong to a brand and a scheme: `expectSoundInSchemes` has them.
 */
export async function expectAccessible(page: Page, where = page.url()): Promise<void> {
  expect.soft(await faults(page), where).toEqual([]);
}

/**
 * Expects that each form of the server's markup can be sent without JavaScript: by a method that it
 * names, to an address of this host, by a button; and that each link leads somewhere.
 */
async function expectPlainForms(page: Page, where: string, markup?: string): Promise<void> {
  const wrong = await page.evaluate(async (given) => {
    // A parsed document runs no script: what is for browsers without JavaScript is in it.
    const plain = new DOMParser().parseFromString(
      given ?? (await (await fetch(location.href)).text()),
      "text/html",
    );
    const isPlain = (form: HTMLFormElement) =>
      ["get", "post"].includes(form.getAttribute("method") ?? "") &&
      /^$|^[/?]/.test(form.getAttribute("action") ?? "") &&
      [...form.elements].some(
        (one) =>
          (one instanceof HTMLButtonElement || one instanceof HTMLInputElement) &&
          one.type === "submit",
      );
    const links = plain.querySelectorAll("a:not([href])");
    return [...[...plain.forms].filter((form) => !isPlain(form)), ...links].map((element) =>
      element.outerHTML.slice(0, 300),
    );
  }, markup);
  expect.soft(wrong, `${where}: forms and links that need JavaScript`).toEqual([]);
}

/** The horizontal overflow of a page at a given font size, and the last elements that stick out; or nothing. */
const beyond = (page: Page, letters: "100%" | "200%"): Promise<string[]> =>
  page.evaluate((size) => {
    const root = document.documentElement;
    root.style.fontSize = size;
    const pixels = root.scrollWidth - window.innerWidth;
    if (pixels <= 0) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (one) => one.getBoundingClientRect().right > window.innerWidth,
    );
    return [`${pixels} px`, ...wide.slice(-3).map((one) => one.outerHTML.slice(0, 200))];
  }, letters);

/** Waits for fonts and pictures: a scheme may show another picture, and its text is wider. */
const hasPictures = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const coming = [...document.images].filter((one) => !one.complete && one.loading !== "lazy");
    return Promise.allSettled([document.fonts.ready, ...coming.map((one) => one.decode())]).then(
      () => undefined,
    );
  });

/** Expects no horizontal overflow, also with doubled font size. */
export async function expectFits(page: Page, where: string): Promise<void> {
  await hasPictures(page);
  expect.soft(await beyond(page, "200%"), `${where} scrolls sideways, large`).toEqual([]);
  expect.soft(await beyond(page, "100%"), `${where} scrolls sideways`).toEqual([]);
}

/** Expects that no date or time of an admin's screen has another form than the day first with its month's name and 24 hours, or "2026-11-21". */
export async function expectOneDateForm(page: Page, where: string): Promise<void> {
  const text = await page.locator("body").innerText();
  const others = text.match(/.{0,30}(\b\d\d\/\d\d\/\d{4}\b|\b\d\d:\d\d [AP]M\b)/g) ?? [];
  expect.soft(others, `${where}: other forms of dates`).toEqual([]);
}

/** Expects no axe violations, as `expectAccessible`, and that the page fits. */
export async function expectSound(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where);
  await expectFits(page, where);
}

interface Looks {
  /** The server's markup of the page, which is else asked for once more. */
  markup?: string;
  /** The scheme in `npm test`. */
  scheme?: Scheme;
  /** Makes `npm test` check the colours, too. */
  hasColours?: boolean;
}

/**
 * Checks a page in the schemes with one page load: `npm run test:full` checks both with their
 * colours, `npm test` one, without them unless it is asked for. A scheme is a media query over
 * colour variables, whose contrast has tests of its own (themes/colour/colour.test.ts): elements,
 * names, order and sizes do not change, so the second scheme is checked for colours only.
 */
export async function expectSoundInSchemes(
  page: Page,
  where: string,
  { markup, scheme = "light", hasColours = false }: Looks = {},
): Promise<void> {
  const first = EVERY ? "light" : scheme;
  await wear(page, first);
  await expectPlainForms(page, where, markup);
  await expectSound(page, `${where}, ${first}`);
  if (EVERY) await expectReadable(page, where, "dark");
  else if (hasColours) await expectReadable(page, where, scheme);
}

interface Themes extends Looks {
  brands: readonly Brand[];
  /** Those whose colours are checked, by their place; a language changes none. */
  hasBrandColours: (at: number) => boolean;
}

/**
 * Checks a page as `expectSoundInSchemes`; the full suite then dresses it in the themes of brands,
 * whose colours, shapes and fonts are one style sheet.
 */
export async function expectSoundInThemes(
  page: Page,
  where: string,
  { brands, hasBrandColours, ...looks }: Themes,
): Promise<void> {
  await expectSoundInSchemes(page, where, looks);
  if (!EVERY) return;
  for (const [at, brand] of brands.entries()) {
    await dress(page, themeCss(brand));
    await expectFits(page, `${where}, as ${brand.symbol}`);
    if (!hasBrandColours(at)) continue;
    for (const scheme of ["light", "dark"] as const) {
      await expectReadable(page, `${where}, as ${brand.symbol}`, scheme);
    }
  }
  await dress(page, "");
}

/** Expects no axe violation of colours in a scheme, on a page that has axe. */
async function expectReadable(page: Page, where: string, scheme: Scheme): Promise<void> {
  await wear(page, scheme);
  expect.soft(await faultsBy(page, OF_COLOUR), `${where}, ${scheme}`).toEqual([]);
}

/** Adds a style sheet after the page's own, as none of its policy's sources. */
const dress = (page: Page, css: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);

/** Changes the scheme. */
async function wear(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await endTransitions(page);
}

/** Ends colour transitions: those of what is not drawn never end by themselves. */
const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  });

/** Blocks the page's own scripts: axe then checks the server's markup only. */
export async function blockScripts(page: Page): Promise<void> {
  await page.route("**/assets/*.js", (route) => route.abort("internetdisconnected"));
}

/** Moves to an element by keyboard, and expects a visible focus there. */
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
