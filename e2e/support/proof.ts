import sharp from "sharp";

let made = 0;

/** A picture no other test sends: the same proof twice is flagged. */
export async function proofPicture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  made += 1;
  const background = { r: made % 256, g: process.pid % 256, b: Math.floor(Math.random() * 256) };
  const buffer = await sharp({ create: { width: 320, height: 480, channels: 3, background } })
    .png()
    .toBuffer();
  return { name: "slip.png", mimeType: "image/png", buffer };
}

/** Twelve digits, as a UPI reference has. */
export const freshReference = (): string =>
  String(400_000_000_000 + Math.floor(Math.random() * 99_999_999_999));
