import type { Page } from "@playwright/test";
import { expectSound, expectSoundInSchemes } from "../harness/accessibility";
import { expect, freshEmail, test, textsTo } from "../harness/test";

interface Document {
  paths: Record<string, Record<string, { operationId: string; summary: string }>>;
}

const articleOf = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

test(
  "the documentation has every call, and its policy allows no script",
  { tag: "@full" },
  async ({ page, request }) => {
    const { paths } = (await (await request.get("/api/v1/openapi.json")).json()) as Document;
    const answer = await page.goto("/api/docs");
    expect(answer?.headers()["content-security-policy"]).toMatch(/^default-src 'none'; /);
    const count = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    await expect(page.getByRole("article")).toHaveCount(count);
    await expect(page.locator("script")).toHaveCount(0);
  },
);

/** One call of each kind, since all use the same components. `FULL=1` opens every one. */
const KINDS = process.env["FULL"]
  ? ["article"]
  : ["getUserTransactionList", "postUserPackagePurchase", "postSuperadminMediaAdd", "getMedia"].map(
      (id) => `#${id}`,
    );

/** Removes the other calls: axe checks the whole page once, which takes half a minute. */
const leaveKinds = (page: Page) =>
  page.evaluate((kinds) => {
    for (const article of document.querySelectorAll("article")) {
      if (!article.matches(`:is(${kinds})`)) article.remove();
    }
  }, KINDS.join());

for (const width of [375, 1440]) {
  test(
    `the page of the API's documentation has no accessibility violation at ${width} px, with its parts open`,
    { tag: "@full" },
    async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      const answer = await page.goto("/api/docs");
      const markup = (await answer?.text()) ?? "";
      const opened = await page.evaluate((kinds) => {
        const parts = document.querySelectorAll(`:is(${kinds}) details`);
        for (const part of parts) part.setAttribute("open", "");
        return parts.length;
      }, KINDS.join());
      expect(opened).toBeGreaterThanOrEqual(2 * KINDS.length);
      if (width !== 1440) await leaveKinds(page);
      const name = `at ${width} px`;
      // The other width changes no colour.
      if (width === 375) await expectSoundInSchemes(page, name, { markup });
      else await expectSound(page, name);
    },
  );
}

test.describe("without JavaScript", { tag: "@full" }, () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

  test("without JavaScript the page of the API's documentation has every call, with its fields, response and refusals", async ({
    page,
    request,
  }) => {
    const { paths } = (await (await request.get("/api/v1/openapi.json")).json()) as Document;
    await page.goto("/api/docs");
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods)) {
        await expect(
          page.getByRole("heading", { name: `${method.toUpperCase()} ${path}`, exact: true }),
        ).toBeVisible();
      }
    }
    const buying = articleOf(page, "POST /user/package/purchase");
    await expect(buying).toContainText("paymentMethod required");
    await buying.locator("summary", { hasText: "Answer" }).click();
    await expect(buying.getByText('"status": "success"')).toBeVisible();
    await buying.locator("summary", { hasText: "Refusals" }).click();
    await expect(buying.getByText("REFERENCE_USED", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Prelaunch API");
  });
});

test(
  "the first purchase of the documentation succeeds as its five calls are written",
  { tag: "@full" },
  async ({ page, request }) => {
    await page.goto("/api/docs");
    const commands = await page
      .getByRole("region", { name: "A first purchase" })
      .locator("pre")
      .allInnerTexts();
    expect(commands).toHaveLength(5);
    // Another run may have registered the address of the page.
    const email = freshEmail();
    const known = { OTP: "", TOKEN: "" };
    for (const command of commands) {
      const text = command
        .replaceAll("asha.rao@example.com", email)
        .replace("$OTP", known.OTP)
        .replace("$TOKEN", known.TOKEN);
      const [, path = ""] = /"\$SITE([^"]+)"/.exec(text) ?? [];
      const [, body] = /-d '([^']*)'/.exec(text) ?? [];
      const headers = Object.fromEntries(
        [...text.matchAll(/-H ['"]([^:]+): ([^'"]+)['"]/g)].map(([, name = "", value = ""]) => [
          name,
          value,
        ]),
      );
      const sent = body === undefined ? {} : { data: JSON.parse(body) as object };
      const method = body === undefined ? "GET" : "POST";
      const answer = await request.fetch(path, { method, headers, ...sent });
      expect(`${path} ${answer.status()}`).toBe(`${path} 200`);
      const { data } = (await answer.json()) as { data: { token?: string } | null };
      known.TOKEN = data?.token ?? known.TOKEN;
      if (!path.endsWith("/otp")) continue;
      await expect(async () => {
        [, known.OTP = ""] = /\b(\d{6})\b/.exec((await textsTo(request, email)).join()) ?? [];
        expect(known.OTP).not.toBe("");
      }).toPass();
    }
  },
);
