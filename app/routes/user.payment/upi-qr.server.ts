import QRCode from "qrcode";

/**
 * The QR code of a UPI link as a data URL (product.md §9: level H, 256 px), with the standard
 * margin.
 */
export async function upiQr(link: string): Promise<string> {
  const svg = await QRCode.toString(link, {
    type: "svg",
    errorCorrectionLevel: "H",
    width: 256,
    margin: 4,
  });
  // As text, not base64: the page contains it twice, and text compresses well.
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
