import { loadSharp } from "@server/files/untrusted/load-sharp";

/** What a drawn paper shows. */
export interface Paper {
  title: string;
  lines: readonly string[];
  colour: string;
  /** True to draw a portrait beside the lines. */
  hasPortrait: boolean;
}

const escape = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The outline of a head and shoulders. */
const portrait = (x: number, size: number) =>
  `<g transform="translate(${x} 90) scale(${size})"><rect width="120" height="150" fill="#e2e8f0"/><circle cx="60" cy="56" r="30" fill="#94a3b8"/><path d="M12 150a48 44 0 0 1 96 0z" fill="#94a3b8"/></g>`;

/** Draws an invented paper, marked SPECIMEN, as a phone's picture of it. */
export async function drawPaper({ title, lines, colour, hasPortrait }: Paper): Promise<Buffer> {
  const text = lines
    .map((line, at) => `<text x="180" y="${128 + at * 44}" font-size="24">${escape(line)}</text>`)
    .join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="350" font-family="Noto Sans, DejaVu Sans, sans-serif" fill="#1e293b"><rect width="560" height="350" fill="#f8fafc"/><rect width="560" height="64" fill="${colour}"/><text x="24" y="42" font-size="26" fill="#fff">${escape(title)}</text>${hasPortrait ? portrait(36, 1) : ""}${text}<text x="280" y="240" font-size="84" fill="#dc2626" fill-opacity="0.28" text-anchor="middle" transform="rotate(-18 280 210)">SPECIMEN</text></svg>`;
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).webp({ quality: 70, effort: 0 }).toBuffer();
}
