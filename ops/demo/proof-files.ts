import type { Storage } from "@server/files/storage/storage";
import { builtInBrand } from "@themes/registry";
import type { CompanyHistory } from "@ops/demo/history/company-history";
import { loadSharp } from "@server/files/untrusted/load-sharp";

/** Draws a payment slip as a phone's screenshot shows it. */
async function drawProof(slip: {
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
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="405" height="570" viewBox="0 0 540 760" font-family="Noto Sans, DejaVu Sans, sans-serif"><rect width="540" height="760" fill="#f8fafc"/><rect width="540" height="210" fill="${slip.colour}"/><circle cx="270" cy="92" r="46" fill="#fff"/><path d="M248 92l16 16 30-32" fill="none" stroke="${slip.colour}" stroke-width="9"/><text x="270" y="184" font-size="28" fill="#fff" text-anchor="middle">${escape(slip.title)}</text>${lines}</svg>`;
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Number of pictures drawn and stored concurrently. */
const AT_ONCE = 4;

/**
 * Draws and stores the proofs of a company's history; proofs of decided orders share one picture
 * per method. Keys are deterministic, so that an interrupted run leaves no orphans. Returns the
 * size of each file in bytes.
 */
export async function storeProofs(
  storage: Storage,
  { company, orders }: CompanyHistory,
): Promise<Map<string, number>> {
  const files = new Map(orders.proofs.map(({ media, shown }) => [media.storageKey, shown]));
  for (const { media, shown } of orders.proofs) if (shown) files.set(media.storageKey, shown);
  const colour = builtInBrand(company.tokenSymbol)?.look.accent ?? "#334155";
  const sizes = new Map<string, number>();
  const waiting = [...files];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [key, shown] = next;
      const bytes = await drawProof({
        title: "Payment successful",
        lines: [
          ...(shown ? [`Amount: INR ${(shown.paidPaise / 100).toFixed(2)}`] : []),
          `To: ${company.name}`,
          ...(shown ? [`Reference: ${shown.reference}`] : []),
          "Sample data, no real payment",
        ],
        colour,
      });
      await storage.put(key, bytes);
      sizes.set(key, bytes.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return sizes;
}
