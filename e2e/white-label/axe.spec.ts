import { LANGUAGES } from "@locales/languages";
import { BUILT_IN_BRANDS } from "@themes/registry";
import { screensOfAdmin } from "../harness/admin-screens";
import { screensBeforeLogin, screensOfMember } from "../harness/investor-screens";
import { expectOneDateForm, expectSoundInSchemes } from "../harness/accessibility";
import type { Screen } from "../harness/screens";
import { ADMIN, PORT, enter, moreInFull, test } from "../harness/test";

const EVERY = Boolean(process.env["FULL"]);
/** Brands differ in colours, shapes and fonts only, so three are representative. */
const SAMPLE = ["COWL", "GLXY", "RSGN"];
const PHONE = { width: 320, height: 640 };
const TABLET = { width: 768, height: 1024 };

/**
 * `FULL=1` visits every screen in every brand, language and scheme, and an admin's in three brands
 * on a tablet too. Otherwise the screens are distributed over three brands, as each brand's logins
 * and orders cost more than its screens: each is visited in dark in one brand and one language, and
 * each brand shows some in both languages. Pairs of colours have tests of their own in every brand
 * (themes/colour/colour.test.ts), so every third screen's colours are looked at.
 */
const brands = BUILT_IN_BRANDS.filter(({ symbol }) => EVERY || SAMPLE.includes(symbol));
for (const [turn, { symbol }] of brands.entries()) {
  test.describe(symbol, moreInFull, () => {
    test.use({ viewport: PHONE });

    // The shared fixture also fails on logged errors and violations of the security policy.
    test(`no screen of ${symbol} has a violation, a logged error or horizontal scrolling`, async ({
      page,
      context,
    }) => {
      test.setTimeout(EVERY ? 1_800_000 : 300_000);
      const origin = `http://${symbol.toLowerCase()}.localhost:${PORT}`;
      const isSample = SAMPLE.includes(symbol);
      let before = turn;
      const lookAt = async (screens: Screen[], isAdmin = false) => {
        for (const [column, language] of LANGUAGES.entries()) {
          await context.addCookies([{ name: "prelaunch_language", value: language, url: origin }]);
          for (const [index, { name, path }] of screens.entries()) {
            const round = (before + index) / brands.length;
            if (!EVERY && round % LANGUAGES.length !== column) continue;
            const where = `${name} (${language})`;
            await page.goto(origin + (typeof path === "string" ? path : await path()));
            await expectSoundInSchemes(page, where, {
              scheme: "dark",
              hasColours: Math.floor(index / brands.length) % 3 === 0,
            });
            if (isAdmin) await expectOneDateForm(page, where);
            if (!isAdmin || !EVERY || !isSample) continue;
            // One load serves both widths, since only the layout differs.
            await page.setViewportSize(TABLET);
            await expectSoundInSchemes(page, `${where}, tablet`);
            await page.setViewportSize(PHONE);
          }
        }
        before += screens.length;
      };
      await lookAt(screensBeforeLogin(page, origin));
      await enter(page, `${origin}/`, "asha@member.example");
      await lookAt(screensOfMember(page, origin));
      await enter(page, `${origin}/admin/login`, ADMIN);
      await lookAt(screensOfAdmin(page, origin), true);
    });
  });
}
