import jsQR from "jsqr";
import { PNG } from "pngjs";
import { enter, expect, onlyInFull, test } from "../harness/test";

/** The brands with the largest and the smallest radius: neither may round the QR code. */
for (const symbol of ["glxy", "cowl"]) {
  test(
    `the QR code on the payment page is readable in ${symbol}`,
    onlyInFull(symbol !== "glxy"),
    async ({ page }) => {
      const origin = `http://${symbol}.localhost:${process.env["E2E_PORT"] ?? "3210"}`;
      await page.setViewportSize({ width: 1440, height: 900 });
      await enter(page, `${origin}/`, "asha@member.example");
      await page.goto(`${origin}/user/buy-token`);
      await page.locator("[name=amount]").fill("1500");
      await page.getByRole("button", { name: "BUY NOW" }).click();
      await page.waitForURL(/\/user\/payment\?/);
      await page.getByRole("tab", { name: "UPI", exact: true }).click();
      const code = page.getByRole("img", { name: /QR/ });
      const box = await code.boundingBox();
      expect([box?.width, box?.height]).toEqual([256, 256]);
      const shot = PNG.sync.read(await code.screenshot());
      const read = jsQR(new Uint8ClampedArray(shot.data), shot.width, shot.height)?.data;
      expect(read).toMatch(/^upi:\/\/pay\?pa=/);
      // Decoders tolerate a cut corner better than a cheap camera: none may be cut.
      await expect(code).toHaveCSS("border-radius", "0px");
    },
  );
}
