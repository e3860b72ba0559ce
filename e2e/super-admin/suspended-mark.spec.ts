import { callAsSuperAdmin, enterAsSuperAdmin } from "../harness/super-admin";
import { PORT, expect, test, onlyInFull } from "../harness/test";

test.beforeEach(({ context, request }) => enterAsSuperAdmin(context, request));

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(true),
    () => {
      test.use({ javaScriptEnabled });

      test("a suspended company is marked in every company list and on its page", async ({
        page,
        request,
      }) => {
        const name = `Marked ${crypto.randomUUID().slice(0, 8)}`;
        const fields = {
          companyName: name,
          email: "desk@marked.example",
          mobile: "+919876543210",
          tokenSymbol: "ACW",
          totalSupply: 1000,
        };
        const admin = { adminName: "Asha Rao", adminEmail: "asha@marked.example" };
        const { id } = await callAsSuperAdmin(request, "POST", "/company/add", {
          ...fields,
          ...admin,
        });
        const set = (status: string) =>
          callAsSuperAdmin(request, "PUT", "/company/update", { id, ...fields, status });
        const found = `search=${encodeURIComponent(name)}`;
        const places = [
          `/superadmin/companymanage?${found}`,
          `/superadmin/dashboard?${found}`,
          `/superadmin/companymanage/${id}`,
        ];
        for (const [language, word] of [
          ["en", "Suspended"],
          ["hi", "निलंबित"],
        ] as const) {
          const url = `http://localhost:${PORT}`;
          await page.context().addCookies([{ name: "prelaunch_language", value: language, url }]);
          await set("SUSPENDED");
          for (const place of places) {
            await page.goto(place);
            const mark = page.getByRole("main").locator(".badge", { hasText: word });
            await expect(mark, place).toBeVisible();
            await expect(mark.locator("svg[aria-hidden=true]"), place).toBeVisible();
          }
          await set("ACTIVE");
          for (const place of places) {
            await page.goto(place);
            await expect(page.getByRole("main").getByText(name).first()).toBeVisible();
            await expect(page.getByText(word, { exact: true }), place).toHaveCount(0);
          }
        }
      });
    },
  );
}
