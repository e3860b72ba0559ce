import AxeBuilder from "@axe-core/playwright";
import { BUILT_IN_BRANDS } from "@themes/registry";
import { ADMIN, expect, logIn, test } from "../support/test";

/** Each brand once, with scheme and language in turn; `FULL=1` tries every one of them. */
const every = BUILT_IN_BRANDS.flatMap(({ symbol }) =>
  (["light", "dark"] as const).flatMap((scheme) =>
    (["en-IN", "hi-IN"] as const).map((locale) => ({
      symbol: symbol.toLowerCase(),
      scheme,
      locale,
    })),
  ),
);
const cases = process.env["FULL"]
  ? every
  : every.filter((_case, index) => index % 9 === 0 || index % 13 === 0);

for (const { symbol, scheme, locale } of cases) {
  test.describe(`${symbol}, ${scheme}, ${locale}`, () => {
    test.use({ colorScheme: scheme, locale, viewport: { width: 320, height: 640 } });

    test("no screen has an accessibility fault or scrolls sideways", async ({ page }) => {
      const origin = `http://${symbol}.localhost:${process.env["E2E_PORT"] ?? "3210"}`;
      const look = async (path: string) => {
        await page.goto(origin + path);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html ?? ""}`)).toEqual(
          [],
        );
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect(beyond, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
      };
      for (const path of ["/", "/register", "/fogot-password", "/privacy-policy", "/admin/login"])
        await look(path);
      await logIn(page, `${origin}/`, "asha@member.example");
      await expect(page).toHaveURL(/dashboard/);
      const own = [
        "/user/dashboard",
        "/user/dashboard?stock=myStock",
        "/user/buy-token",
        "/user/payment-history?status=APPROVED",
        "/user/profile?code=1",
      ];
      for (const path of own) await look(path);
      await logIn(page, `${origin}/admin/login`, ADMIN);
      await expect(page).toHaveURL(/admin\/dashboard/);
      for (const path of ["/admin/dashboard", "/admin/purchaserequest"]) await look(path);
    });
  });
}
