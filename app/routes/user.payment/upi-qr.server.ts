import QRCode from "qrcode";

/** The QR code of a UPI link as a picture in the page (spec §9: level H, 256 px), with the margin of the standard. */
export async function upiQr(link: string): Promise<string> {
  const svg = await QRCode.toString(link, {
    type: "svg",
    errorCorrectionLevel: "H",
    width: 256,
    margin: 4,
  });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
