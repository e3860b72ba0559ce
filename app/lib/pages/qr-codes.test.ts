import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import jsQR from "jsqr";
import QRCode from "qrcode";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { upiLink } from "@server/payments/rules/upi-link";
import { upiQr } from "./qr-codes.server";

const LINK = upiLink({
  upiId: "resurgence.labs@okbank",
  payeeName: "Resurgence Labs & Sons (India)",
  totalPaise: 714_000,
  orderNumber: "PUR-725171",
});

const svgOf = async (): Promise<string> =>
  decodeURIComponent((await upiQr(LINK)).replace("data:image/svg+xml,", ""));

/** The picture as a screen of 256 CSS pixels shows it, `points` wide at other resolutions. */
async function drawn(points = 256): Promise<Sharp> {
  return sharp(Buffer.from(await svgOf()), { density: 300 })
    .resize(points, points)
    .flatten({ background: "white" });
}

async function read(picture: Sharp): Promise<string | undefined> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test.each([256, 512, 768])("a QR code is readable at %i px", async (points) => {
  expect(await read(await drawn(points))).toBe(LINK);
});

test("a QR code is readable with a third of its width covered", async () => {
  const side = Math.round(512 / 3);
  const thumb = { create: { width: side, height: side, channels: 3 as const, background: "grey" } };
  const covered = (await drawn(512)).composite([{ input: thumb, left: 171, top: 171 }]).png();
  expect(await read(sharp(await covered.toBuffer()))).toBe(LINK);
});

test("a QR code has level H and the white margin of four modules that scanners need", async () => {
  const text = await svgOf();
  const { modules } = QRCode.create(LINK, { errorCorrectionLevel: "H" });
  expect(QRCode.create(LINK, { errorCorrectionLevel: "Q" }).modules.size).not.toBe(modules.size);
  expect(text).toContain(`width="256" height="256" viewBox="0 0 ${modules.size + 8} `);
});

const hasZbar = spawnSync("zbarimg", ["--version"]).status === 0;
test.skipIf(!hasZbar)("a QR code is readable by a second decoder", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-qr-"));
  try {
    const file = path.join(folder, "code.png");
    await (await drawn()).png().toFile(file);
    const read = execFileSync("zbarimg", ["-q", "--raw", file], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect(read.toString().trim()).toBe(LINK);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
