import type { APIRequestContext, Page } from "@playwright/test";
import { callAsSuperAdmin, enterAsSuperAdmin } from "../harness/super-admin";
import { expectSound } from "../harness/accessibility";
import { proofPicture } from "../harness/orders";
import { PORT, expect, test, onlyInFull } from "../harness/test";

const mark = () => crypto.randomUUID().slice(0, 8);

interface Shop {
  name: string;
  studio: string;
  host: string;
}

/** A company on its own host, without a brand. */
async function openShop(request: APIRequestContext): Promise<Shop> {
  const name = `Brand Tokens ${mark()}`;
  const host = `${mark()}.localhost`;
  const { id = "" } = await callAsSuperAdmin(request, "POST", "/company/add", {
    companyName: name,
    email: "desk@brand.example",
    mobile: "98765 43210",
    tokenSymbol: "BRND",
    tokenName: "Brand Token",
    totalSupply: "1000",
    adminName: "Asha Rao",
    adminEmail: `${mark()}@brand.example`,
  });
  await callAsSuperAdmin(request, "POST", "/domain/add", { host, companyId: id });
  return { name, studio: `/superadmin/companymanage/${id}/brand`, host: `${host}:${PORT}` };
}

/** The response of a host to a visitor. */
const visit = (request: APIRequestContext, host: string, path = "/") =>
  request.get(path, { headers: { host } });

/** The markup of a visitor's first page. */
const gate = async (request: APIRequestContext, shop: Shop): Promise<string> =>
  (await visit(request, shop.host)).text();

/** Opens parts of the studio: the form's fields are behind their names. */
async function open(page: Page, ...parts: string[]): Promise<void> {
  for (const name of parts) {
    await page.locator("summary", { hasText: new RegExp(`^${name}$`) }).click();
  }
}

const start = async (page: Page, from: string) => {
  await page.getByLabel("Brand", { exact: true }).selectOption(from);
  await page.getByRole("button", { name: "Start a draft" }).click();
  await expect(page.getByText("A new draft is ready.")).toBeVisible();
};

test.beforeEach(({ context, request }) => enterAsSuperAdmin(context, request));

test(
  "a brand is started from another, previewed live, published at once and rolled back",
  { tag: "@full" },
  async ({ page, request }) => {
    test.slow();
    const shop = await openShop(request);
    expect(await gate(request, shop)).toMatch(/Brand Token PRE-LAUNCH|Brand Token \| Login/);
    await page.goto(shop.studio.replace("/brand", ""));
    await page.getByRole("link", { name: "Brand studio" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Brand of ${shop.name}`);
    await expect(page.getByText("Live: no brand of its own yet")).toBeVisible();

    await start(page, "COWL");
    await expect(page.getByLabel("Accent colour", { exact: true })).toHaveValue("#8b2a6b");
    await expect(page.getByLabel("Token name")).toHaveValue("Brand Token");
    // Typing saves nothing: the preview follows, and reports insufficient contrast.
    const login = page.getByRole("img", { name: "Login, light" });
    await open(page, "Names and texts", "Links");
    await page.getByLabel("Title").first().fill("A fresh title");
    await expect(login).toContainText("A fresh title");
    await page.getByLabel("Accent colour", { exact: true }).fill("#ffe600");
    await expect(page.getByText(/#ffe600 has a contrast of only 1\.\d:1/)).toBeVisible();
    await page.getByLabel("Title").first().fill("<script>alert(1)</script>");
    await expect(page.getByText("The preview updates")).toBeVisible();
    await expect(login).toContainText("A fresh title");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByText("Texts of a brand cannot hold <")).toBeVisible();
    await expect(page.getByLabel("Title").first()).toBeFocused();
    await page.getByLabel("Title").first().fill("A fresh title");
    await page.getByRole("button", { name: /^Use #[0-9a-f]{6}$/ }).click();
    await expect(page.getByText("The draft is saved.")).toBeVisible();
    await expect(page.getByText("are readable in both schemes")).toBeVisible();
    await expect(page.getByLabel("Accent colour", { exact: true })).not.toHaveValue("#ffe600");
    expect(await gate(request, shop)).not.toContain("A fresh title");

    // Uploading pictures keeps the input.
    await page.getByLabel("telegram").fill("https://t.me/brand");
    const icon = page.getByRole("listitem").filter({ hasText: "File for: Icon" });
    await expect(icon).toBeVisible();
    const file = icon.getByLabel("File for: Icon");
    await file.setInputFiles({
      name: "x.png",
      mimeType: "image/png",
      buffer: Buffer.from("<svg/>"),
    });
    await icon.getByRole("button", { name: "Upload" }).click();
    await expect(icon.locator(".error")).toBeVisible();
    await file.setInputFiles(await proofPicture());
    await icon.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText("The picture is saved in the draft.")).toBeVisible();

    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByText("Version 1 is live.")).toBeVisible();
    await expect(page.getByText("Live: version 1")).toBeVisible();
    const published = await gate(request, shop);
    expect(published).toContain("A fresh title");
    expect(published).toContain('href="https://t.me/brand"');
    const picture = /rel="icon"[^>]*href="(\/media\/[0-9a-f-]+)"/.exec(published)?.[1] ?? "";
    const shown = await visit(request, shop.host, picture);
    expect(shown.headers()["content-type"]).toBe("image/png");
    expect((await visit(request, `glxy.localhost:${PORT}`, picture)).status()).toBe(401);

    await page.getByLabel("Title").first().fill("Another title");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByText("Version 2 is live.")).toBeVisible();
    expect(await gate(request, shop)).toContain("Another title");
    await page.getByRole("button", { name: "Publish again: version 1" }).click();
    await expect(page.getByText("Version 3 is live.")).toBeVisible();
    expect(await gate(request, shop)).toContain("A fresh title");

    // The published brand violates no policy and logs no error in a visitor's browser.
    await page.goto(`http://${shop.host}`);
    await expect(page.getByText("A fresh title").first()).toBeVisible();
    await page.goto(shop.studio);
    await open(page, "Versions");
    await page.getByRole("button", { name: "Remove the brand" }).click();
    await expect(page.getByText("Version 4 is live.")).toBeVisible();
    expect(await gate(request, shop)).not.toContain("A fresh title");
  },
);

test(
  "a stale form of a brand is refused and overwrites nothing",
  { tag: "@full" },
  async ({ page, context, request }) => {
    const shop = await openShop(request);
    await page.goto(shop.studio);
    const other = await context.newPage();
    await other.goto(shop.studio);
    await start(other, "GLXY");
    await open(page, "Names and texts");
    await page.getByLabel("Token name").fill("Too late");
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByText("Somebody else changed this brand meanwhile.")).toBeVisible();
    await expect(page.getByLabel("Token name")).toHaveValue("Too late");
    await other.getByRole("link", { name: "Discard the draft" }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Discard the draft" }).click();
    await expect(other.getByText("The draft is discarded.")).toBeVisible();
  },
);

test.describe("without JavaScript", { tag: "@full" }, () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript a brand is created from nothing, previewed, given a picture and published", async ({
    page,
    request,
  }) => {
    const shop = await openShop(request);
    await page.goto(shop.studio);
    await start(page, "PLAIN");
    await page.getByLabel("Accent colour", { exact: true }).fill("#0B6E4F");
    await page.getByLabel("Use a second colour").check();
    await page.getByLabel("Second colour", { exact: true }).fill("not a colour");
    await page.getByLabel("Corners").selectOption("pill");
    await open(page, "Names and texts");
    await page.getByLabel("Distribution", { exact: true }).fill("70% Public Cell\n30% Team");
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByLabel("Second colour", { exact: true })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await expect(page.getByLabel("Corners")).toHaveValue("pill");
    await page.getByLabel("Second colour", { exact: true }).fill("#f2a541");
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByText("The draft is saved.")).toBeVisible();
    await expect(page.getByRole("img", { name: "Buy Token, dark" })).toContainText("BRND");
    const logo = page.getByRole("listitem").filter({ hasText: "File for: Header logo on dark" });
    await open(page, "Pictures");
    await logo.getByLabel("File for").setInputFiles(await proofPicture());
    await logo.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText("The picture is saved in the draft.")).toBeVisible();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByText("Version 1 is live.")).toBeVisible();
    expect(await gate(request, shop)).toMatch(/70% Public Cell.+30% Team/s);

    // The stated split may differ from the actual one, with a warning; one click corrects it.
    await expect(
      page.getByText(/differs from the actual supply split: 50% Public Cell/),
    ).toBeVisible();
    await page.getByRole("button", { name: "Use the actual split" }).click();
    await expect(page.getByText("The draft is saved.")).toBeVisible();
    await expect(page.getByLabel("Distribution", { exact: true })).toHaveValue(
      /^50% Public Cell\n30% Referral Programme\n/,
    );
    await expect(page.getByRole("button", { name: "Use the actual split" })).toBeHidden();
  });
});

for (const [scheme, language] of [
  ["light", "hi"],
  ["dark", "en"],
] as const) {
  test.describe(`${scheme}, on a phone`, { tag: "@full" }, () => {
    test.use({ colorScheme: scheme, viewport: { width: 320, height: 640 } });

    test(
      "on a phone the brand studio has no accessibility violation and no horizontal scrolling",
      onlyInFull(true),
      async ({ page, context, request }) => {
        test.slow();
        const shop = await openShop(request);
        const url = `http://localhost:${PORT}`;
        await context.addCookies([{ name: "prelaunch_language", value: language, url }]);
        await page.goto(shop.studio);
        await page.locator("[name=accent]").fill("#ffe600");
        await expect(page.locator("[name=useAccent]")).toBeVisible();
        await expectSound(page, `studio (${scheme}, ${language})`);
      },
    );
  });
}
