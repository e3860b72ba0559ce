import { linkOn } from "../harness/screens";
import { ADMIN, PORT, enter, expect, test } from "../harness/test";

const RAW = /BANK|MANUAL|CRYPTO/;
const WORDS = { en: RAW, hi: /बैंक|मैनुअल/ };

for (const language of ["en", "hi"] as const) {
  test(`the lists of payments name their methods in ${language}`, async ({ page, context }) => {
    const url = `http://localhost:${PORT}`;
    await enter(page, "/admin/login", ADMIN);
    await context.addCookies([{ name: "prelaunch_language", value: language, url }]);
    const list = "/admin/purchaserequest";
    // Both have an own word in Hindi; UPI has none.
    const ids: string[] = [];
    for (const method of ["BANK", "MANUAL"]) {
      const link = await linkOn(page, `${list}?method=${method}`, "approve=");
      ids.push(new URL(link, url + list).searchParams.get("approve") ?? "");
    }
    const chosen = ids.map((id) => `&id=${id}`).join("");
    const lists = {
      [list]: "tbody",
      [`${list}?tab=history`]: "tbody",
      [`${list}/split`]: ".split-list",
      [`${list}/bulk?bulk=approve${chosen}`]: "main",
    };
    for (const [path, place] of Object.entries(lists)) {
      await page.goto(path);
      const shown = page.locator(place).first();
      await expect(shown, path).toContainText(WORDS[language]);
      if (language === "hi") await expect(shown, path).not.toContainText(RAW);
    }
  });
}
