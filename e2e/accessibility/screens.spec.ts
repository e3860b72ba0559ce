import type { Page } from "@playwright/test";
import { LANGUAGES } from "@locales/languages";
import { BUILT_IN_BRANDS } from "@themes/registry";
import { screensOfAdmin, screensOfLaunch } from "../harness/admin-screens";
import { screensBeforeLogin, screensOfMember } from "../harness/investor-screens";
import { expectOneDateForm, expectSoundInThemes } from "../harness/accessibility";
import type { Screen } from "../harness/screens";
import { ADMIN, PORT, enter, moreInFull, test } from "../harness/test";

const EVERY = Boolean(process.env["FULL"]);
/** Brands differ in colours, shapes and fonts only, so three are representative. */
const SAMPLE = ["RSGN", "COWL", "GLXY"];
/** A screen's colours are checked in each fifth brand of a language; all pairs have tests of their own (themes/colour). */
const BRAND_TURNS = 5;
const PHONE = { width: 320, height: 640 };
const TABLET = { width: 768, height: 1024 };

/** An admin's screens are more than half of all: two tests share them. */
const halfOfAdmin = (half: 0 | 1) => (page: Page, origin: string) =>
  screensOfAdmin(page, origin).filter((_, index) => index % 2 === half);

/** Roles, each with its brand in `npm test`. */
const ROLES = [
  { who: "a stranger", brand: "RSGN", login: null, screens: screensBeforeLogin },
  {
    who: "a member",
    brand: "COWL",
    login: { path: "/", email: "asha@member.example" },
    screens: screensOfMember,
  },
  {
    who: "an admin, one half",
    brand: "GLXY",
    login: { path: "/admin/login", email: ADMIN },
    screens: halfOfAdmin(0),
  },
  {
    who: "an admin, other half",
    brand: "RSGN",
    login: { path: "/admin/login", email: ADMIN },
    screens: halfOfAdmin(1),
  },
  {
    who: "an admin who delivers tokens",
    brand: "NXT",
    // The demo's company that was launched.
    isOnly: true,
    login: { path: "/admin/login", email: ADMIN },
    screens: screensOfLaunch,
  },
] as const;

const originOf = (symbol: string) => `http://${symbol.toLowerCase()}.localhost:${PORT}`;

/**
 * Visits each role's screens: `npm test` each one once for its structure and names, by turns in a
 * language and in light and dark, a role in one brand; the colours of each third. The full suite
 * visits each in every language, the brands by turns, and dresses it in every brand's theme, of which
 * it checks the colours of four in both schemes; an admin's on a tablet, too.
 */
for (const { who, brand, login, screens, ...role } of ROLES) {
  const symbols =
    EVERY && !("isOnly" in role) ? BUILT_IN_BRANDS.map(({ symbol }) => symbol) : [brand];
  for (const [column, language] of (EVERY ? LANGUAGES : [null]).entries()) {
    test.describe(who, moreInFull, () => {
      test.use({ viewport: PHONE });

      // The shared fixture also fails on logged errors and violations of the security policy.
      test(`no screen of ${who} has a violation, a logged error or horizontal scrolling${language ? `, in ${language}` : ""}`, async ({
        page,
        context,
      }) => {
        test.setTimeout(EVERY ? 3_600_000 : 900_000);
        const sites = symbols.map((symbol) => {
          const origin = originOf(symbol);
          const all: Screen[] = screens(page, origin);
          return { origin, screens: all.filter(({ inFull }) => EVERY || !inFull) };
        });
        if (login) {
          for (const { origin } of sites) await enter(page, origin + login.path, login.email);
        }
        for (let index = 0; index < (sites[0]?.screens.length ?? 0); index += 1) {
          const site = sites[(index + column) % sites.length];
          const screen = site?.screens[index];
          if (!site || !screen) throw new Error("Each site has the same screens.");
          const { name, path } = screen;
          const value = language ?? LANGUAGES[index % LANGUAGES.length] ?? "en";
          await context.addCookies([{ name: "prelaunch_language", value, url: site.origin }]);
          const where = `${name} (${value}), ${site.origin}`;
          const hasBrandColours = (at: number) => (at + index) % BRAND_TURNS === column;
          const answer = await page.goto(
            site.origin + (typeof path === "string" ? path : await path()),
          );
          await expectSoundInThemes(page, where, {
            markup: await answer?.text(),
            scheme: index % 4 < 2 ? "dark" : "light",
            hasColours: index % 3 === 0,
            brands: BUILT_IN_BRANDS,
            hasBrandColours,
          });
          if (!who.startsWith("an admin")) continue;
          await expectOneDateForm(page, where);
          if (!EVERY) continue;
          // One load serves both widths, since only the layout differs.
          await page.setViewportSize(TABLET);
          await expectSoundInThemes(page, `${where}, tablet`, {
            brands: BUILT_IN_BRANDS.filter(({ symbol }) => SAMPLE.includes(symbol)),
            hasBrandColours,
          });
          await page.setViewportSize(PHONE);
        }
      });
    });
  }
}
