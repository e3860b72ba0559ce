import QRCode from "qrcode";

/** A link as an inline QR code with the standard margin; 15 % of it may be covered. */
export async function linkQr(link: string): Promise<string> {
  const svg = await QRCode.toString(link, {
    type: "svg",
    errorCorrectionLevel: "M",
    width: 224,
    margin: 4,
  });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
