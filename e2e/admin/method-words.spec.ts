import type { Page } from "@playwright/test";
import { freshReference } from "../harness/orders";
import { waiting } from "../harness/purchase-list";
import { call } from "../harness/purchases";
import { linkOn } from "../harness/screens";
import { enterAsSuperAdmin } from "../harness/super-admin";
import { ADMIN, PASSWORD, PORT, enter, expect, test } from "../harness/test";

const RAW = /BANK|MANUAL|CRYPTO/;
const WORDS = { en: /Bank|Manual/, hi: /बैंक|मैनुअल/ };
const FILTER = "select[name=method]";
const ALL = { en: /Bank.*Manual.*Crypto/, hi: /बैंक.*मैनुअल.*क्रिप्टो/ };

/** `npm test` reads them in Hindi, where a code stands out, and as the server sends them. */
for (const language of ["en", "hi"] as const) {
  const url = `http://localhost:${PORT}`;
  test.describe(() => {
    test.use({ javaScriptEnabled: language === "en" });

    /** The words of methods in each place, and no code in a Hindi one. */
    async function expectWords(page: Page, places: Record<string, string>) {
      for (const [path, place] of Object.entries(places)) {
        await page.goto(path);
        const shown = page.locator(place).first();
        await expect(shown, path).toContainText(place === FILTER ? ALL[language] : WORDS[language]);
        if (language === "hi") await expect(shown, path).not.toContainText(RAW);
      }
    }

    /** A file names the method by its code in English. */
    async function expectFile(page: Page, path: string) {
      const file = await page.request.get(url + path);
      expect(file.status(), path).toBe(200);
      const text = await file.text();
      expect(text, path).toMatch(language === "en" ? RAW : WORDS.hi);
      if (language === "hi") expect(text, path).not.toMatch(/,(?:BANK|MANUAL|CRYPTO),/);
    }

    test(
      `the pages of payments name their methods in ${language}`,
      { tag: "@full" },
      async ({ page, context, request }) => {
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
        const member = await linkOn(page, `${list}/split?view=${ids[0]}`, "/admin/usermanage/");
        await expectWords(page, {
          [list]: "tbody",
          [`${list}?tab=history`]: "tbody",
          ["/admin/payments"]: ".split-list",
          [`${list}/bulk?bulk=approve${chosen}`]: "main",
          [`${member.split("?")[0]}?part=orders`]: "tbody",
          [`${list}?page=1`]: FILTER,
          [`${list}/split?page=1`]: FILTER,
          "/admin/payments?tab=unallocated": FILTER,
        });

        // A second payment for an order stays unallocated and may pay another order.
        const { ids: paid } = await waiting(request, 1);
        const login = { email: ADMIN, password: PASSWORD };
        const authorization = String((await call(request, "/company/auth/login", login))["token"]);
        await page.goto(`${list}/split?view=${paid[0]}`);
        const purchaseId = await page.locator(".split-bar .mono").innerText();
        const reference = freshReference();
        const recorded = await request.post("/trpc/payments.record", {
          headers: { authorization },
          data: { purchaseId, version: 1, paymentMethod: "BANK", reference, received: "717.50" },
        });
        expect(recorded.status(), await recorded.text()).toBe(200);
        const found = `/admin/payments?tab=unallocated&search=${reference}`;
        const dialog = new URL(await linkOn(page, found, "refund="), url + found);
        const credit = dialog.searchParams.get("refund") ?? "";
        const order = `/admin/payments?tab=unallocated&step=apply&credit=${credit}`;
        await expectWords(page, {
          [found]: "tbody",
          [order]: "main dl",
          [`${list}/record?order=${purchaseId}`]: "main dl",
          [`${list}/record?order=${purchaseId}&page=1`]: "select[name=paymentMethod]",
        });
        await expectFile(page, "/admin/exports/purchases");
      },
    );

    test(
      `the super admin's payments name their methods in ${language}`,
      { tag: "@full" },
      async ({ page, context, request }) => {
        await enterAsSuperAdmin(context, request);
        await context.addCookies([{ name: "prelaunch_language", value: language, url }]);
        const list = "/superadmin/transactionmanage";
        const one = await linkOn(page, `${list}?method=BANK`, "/superadmin/transactionmanage/");
        await expectWords(page, {
          [`${list}?method=MANUAL`]: "tbody",
          [list]: FILTER,
          [one]: "main dl",
        });
        await expectFile(page, "/superadmin/exports/transactions");
      },
    );
  });
}
