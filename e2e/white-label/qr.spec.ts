import jsQR from "jsqr";
import { PNG } from "pngjs";
import { enter, expect, test } from "../support/test";

/** The roundest and the squarest of our brands: neither may round off what a phone must read. */
for (const symbol of ["glxy", "cowl"]) {
  test(`the code on the payment page can be scanned as ${symbol} shows it`, async ({ page }) => {
    const origin = `http://${symbol}.localhost:${process.env["E2E_PORT"] ?? "3210"}`;
    await page.setViewportSize({ width: 1440, height: 900 });
    await enter(page, `${origin}/`, "asha@member.example");
    await page.goto(`${origin}/user/buy-token`);
    await page.locator("[name=amount]").fill("1500");
    await page.getByRole("button", { name: "BUY NOW" }).click();
    await page.waitForURL(/\/user\/payment\?/);
    await page
      .getByRole("link", { name: "UPI", exact: true })
      .or(page.getByRole("tab", { name: "UPI", exact: true }))
      .first()
      .click();
    const code = page.getByRole("img", { name: /QR/ });
    const box = await code.boundingBox();
    expect([box?.width, box?.height]).toEqual([256, 256]);
    const shot = PNG.sync.read(await code.screenshot());
    const read = jsQR(new Uint8ClampedArray(shot.data), shot.width, shot.height)?.data;
    expect(read).toMatch(/^upi:\/\/pay\?pa=/);
    // Decoders forgive a lost corner that a cheap camera does not: none may be cut.
    await expect(code).toHaveCSS("border-radius", "0px");
  });
}
