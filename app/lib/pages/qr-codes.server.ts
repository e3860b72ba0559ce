import QRCode, { type QRCodeErrorCorrectionLevel } from "qrcode";

/** The standard margin of four modules, without which scanners fail. */
const svgOf = (text: string, width: number, errorCorrectionLevel: QRCodeErrorCorrectionLevel) =>
  QRCode.toString(text, { type: "svg", errorCorrectionLevel, width, margin: 4 });

/** A text as the data URL of a QR code; 15 % of it may be covered. */
export async function qrCode(text: string): Promise<string> {
  const svg = await svgOf(text, 224, "M");
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** A text as a QR code to download, large enough for print. */
export async function qrFile(text: string, as: "png" | "svg"): Promise<Response> {
  const body =
    as === "svg"
      ? await svgOf(text, 1024, "M")
      : new Uint8Array(await QRCode.toBuffer(text, { width: 1024, margin: 4 }));
  return new Response(body, {
    headers: {
      "Content-Type": as === "svg" ? "image/svg+xml" : "image/png",
      "Content-Disposition": `attachment; filename="invitation.${as}"`,
    },
  });
}

/** The QR code of a UPI link as a data URL (product.md §9: level H, 256 px). */
export async function upiQr(link: string): Promise<string> {
  const svg = await svgOf(link, 256, "H");
  // The picture is text, not base64: the page contains it twice, and text compresses well.
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
