import sharp from "sharp";

/** A picture of a payment slip, as a phone's screenshot of one looks. */
export async function drawSlip(slip: {
  title: string;
  lines: readonly string[];
  colour: string;
}): Promise<Buffer> {
  const escape = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const lines = slip.lines
    .map(
      (line, index) =>
        `<text x="40" y="${300 + index * 56}" font-size="26" fill="#334155">${escape(line)}</text>`,
    )
    .join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="540" height="760" font-family="Noto Sans, DejaVu Sans, sans-serif"><rect width="540" height="760" fill="#f8fafc"/><rect width="540" height="210" fill="${slip.colour}"/><circle cx="270" cy="92" r="46" fill="#fff"/><path d="M248 92l16 16 30-32" fill="none" stroke="${slip.colour}" stroke-width="9"/><text x="270" y="184" font-size="28" fill="#fff" text-anchor="middle">${escape(slip.title)}</text>${lines}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
