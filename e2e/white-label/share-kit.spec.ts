import { advertNotice } from "@server/platform/words/translators.server";
import { LANGUAGES } from "@locales/languages";
import { BUILT_IN_BRANDS } from "@themes/registry";
import { enter, expect, PORT, test } from "../harness/test";

test.use({ viewport: { width: 375, height: 720 } });

for (const { symbol } of BUILT_IN_BRANDS) {
  test.describe(symbol, { tag: "@full" }, () => {
    test(`the share kit of ${symbol} has whole cards and captions with the warning on a phone`, async ({
      page,
      context,
    }) => {
      const origin = `http://${symbol.toLowerCase()}.localhost:${PORT}`;
      await enter(page, `${origin}/`, "asha@member.example");
      for (const language of LANGUAGES) {
        await context.addCookies([{ name: "prelaunch_language", value: language, url: origin }]);
        await page.goto(`${origin}/user/referral?in=${language}`);
        const kit = page.locator("details:has([lang])");
        const notice = advertNotice(language, null);
        await expect(kit.locator("p[lang]")).toContainText(notice);
        for (const app of ["https://wa.me/", "https://t.me/", "mailto:"]) {
          const href = await kit.locator(`a[href^="${app}"]`).getAttribute("href");
          const said = decodeURIComponent((href ?? "").replaceAll("+", " "));
          expect(said, app).toContain(notice);
          expect(said, app).toMatch(/\/r\//);
        }
        const cards = await kit.getByRole("img").all();
        expect(cards).toHaveLength(2);
        for (const card of cards) {
          await card.scrollIntoViewIfNeeded();
          const size = [await card.getAttribute("width"), await card.getAttribute("height")];
          await expect
            .poll(() =>
              card.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]),
            )
            .toEqual(size.map(Number));
          const plain = await card.evaluate(plainShare);
          expect(plain).toBeGreaterThanOrEqual(0.2);
        }
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);
      }
    });
  });
}

/** Returns the share of a picture's height that is white at both edges, from its lowest row. */
function plainShare(img: HTMLImageElement | SVGElement | HTMLElement): number {
  if (!(img instanceof HTMLImageElement)) return 0;
  const { naturalWidth: width, naturalHeight: height } = img;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas?.drawImage(img, 0, 0);
  const data = canvas?.getImageData(0, 0, width, height).data ?? [];
  const isWhite = (row: number, column: number) => data[4 * (row * width + column) + 1] === 255;
  let rows = 0;
  while (rows < height && [8, width - 8].every((one) => isWhite(height - 1 - rows, one))) rows += 1;
  return rows / height;
}
