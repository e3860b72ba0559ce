import { expect, test } from "../support/test";

interface Document {
  paths: Record<string, Record<string, { summary: string }>>;
}

test("the document can be read and tried, under the site's own policy", async ({
  page,
  request,
}) => {
  const { paths } = (await (await request.get("/api/v1/openapi.json")).json()) as Document;
  const answer = await page.goto("/api/docs");
  expect(answer?.headers()["content-security-policy"]).toMatch(/script-src 'self' 'nonce-/);
  const calls = page.locator("#reader .opblock");
  const count = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
  await expect(calls).toHaveCount(count);
  await expect(page.locator("#plain")).toBeHidden();

  const call = page.locator("#reader .opblock", { hasText: "/site/config" });
  await call.locator(".opblock-summary-control").click();
  await call.getByRole("button", { name: "Try it out" }).click();
  await call.getByRole("button", { name: "Execute" }).click();
  await expect(call.locator(".live-responses-table")).toContainText('"status": "success"');
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

  test("the document is a plain page with every call, its fields and its refusals", async ({
    page,
    request,
  }) => {
    const { paths } = (await (await request.get("/api/v1/openapi.json")).json()) as Document;
    await page.goto("/api/docs");
    for (const [path, methods] of Object.entries(paths)) {
      if (path === "/media/{id}" || path === "/openapi.json") continue;
      for (const method of Object.keys(methods)) {
        await expect(
          page.getByRole("heading", { name: `${method.toUpperCase()} ${path}`, exact: true }),
        ).toBeVisible();
      }
    }
    const buying = page.locator("article", { hasText: "POST /user/package/purchase" });
    await expect(buying).toContainText("paymentMethod needed");
    await expect(buying.locator("details")).toContainText("REFERENCE_USED");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Prelaunch API");
  });
});
