import type { QRCodeErrorCorrectionLevel } from "qrcode";

/** The standard margin of four modules, without which scanners fail. */
async function svgOf(
  text: string,
  width: number,
  errorCorrectionLevel: QRCodeErrorCorrectionLevel,
): Promise<string> {
  const { default: QRCode } = await import("qrcode");
  return QRCode.toString(text, { type: "svg", errorCorrectionLevel, width, margin: 4 });
}

/** A text as the data URL of a QR code; 15 % of it may be covered. */
export async function qrCode(text: string): Promise<string> {
  const svg = await svgOf(text, 224, "M");
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** A text as the SVG of a QR code to download, large enough for print. */
export const qrSvg = (text: string): Promise<string> => svgOf(text, 1024, "M");

/** The QR code of a UPI link as a data URL (product.md §9: level H, 256 px). */
export async function upiQr(link: string): Promise<string> {
  const svg = await svgOf(link, 256, "H");
  // The picture is text, not base64: the page contains it twice, and text compresses well.
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
