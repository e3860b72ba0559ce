import { BUILT_IN_BRANDS } from "@themes/registry";
import { type Screen, screensBeforeLogin, screensOfMember } from "../support/investor-screens";
import { expectSound } from "../support/look";
import { ADMIN, PORT, logIn, test } from "../support/test";

const EVERY = Boolean(process.env["FULL"]);
const LOOKS = (["light", "dark"] as const).flatMap((scheme) =>
  (["en", "hi"] as const).map((language) => ({ scheme, language })),
);
/** What an admin sees; a new screen is added here. */
const ADMIN_SCREENS: Screen[] = [
  { name: "admin, dashboard", path: "/admin/dashboard" },
  { name: "admin, members", path: "/admin/usermanage" },
  { name: "admin, purchase requests", path: "/admin/purchaserequest" },
  { name: "admin, beneficiary", path: "/admin/beneficiary" },
  { name: "admin, settings", path: "/admin/settings" },
  { name: "admin, activity", path: "/admin/activity" },
  { name: "admin, security", path: "/admin/security" },
];
/** Of how many visits one is made, where not every screen is seen in every look. */
const STRIDE = 11;
let visits = 0;

/**
 * Each brand in both schemes and both languages. `FULL=1` sees every screen in each of them;
 * otherwise the visits are dealt out in turn, so that every brand, scheme, language and screen is seen.
 */
for (const [turn, { symbol }] of BUILT_IN_BRANDS.entries()) {
  test.describe(symbol, () => {
    test.use({ viewport: { width: 320, height: 640 } });

    test("no screen has an accessibility fault or scrolls sideways", async ({ page, context }) => {
      test.setTimeout(EVERY ? 1_800_000 : 120_000);
      const origin = `http://${symbol.toLowerCase()}.localhost:${PORT}`;
      visits = turn;
      const lookAt = async (screens: Screen[]) => {
        for (const { scheme, language } of LOOKS) {
          await page.emulateMedia({ colorScheme: scheme });
          await context.addCookies([{ name: "prelaunch_language", value: language, url: origin }]);
          for (const { name, path } of screens) {
            visits += 1;
            if (!EVERY && visits % STRIDE !== 0) continue;
            await page.goto(origin + path);
            await expectSound(page, `${name} (${scheme}, ${language})`);
          }
        }
      };
      await lookAt(await screensBeforeLogin(page, origin));
      await logIn(page, `${origin}/`, "asha@member.example");
      await lookAt(await screensOfMember(page, origin));
      await logIn(page, `${origin}/admin/login`, ADMIN);
      await lookAt(ADMIN_SCREENS);
    });
  });
}
