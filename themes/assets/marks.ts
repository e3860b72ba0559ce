import { TOKEN_SYMBOLS, type BuiltInSymbol } from "@db/vocabulary";

/** The colours of a mark, `#rrggbb`. */
export interface MarkInks {
  main: string;
  second: string;
}

/** Draws a mark in a 64 by 64 box. Marks have no background: gaps are transparent. */
type DrawMark = (inks: MarkInks) => string;

const fill = (ink: string, path: string) => `<path fill="${ink}" d="${path}"/>`;
const stroke = (ink: string, width: number, path: string, cap = "round") =>
  `<path fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="${cap}" stroke-linejoin="${cap === "round" ? "round" : "miter"}" d="${path}"/>`;
const turned = (degrees: number, drawing: string) =>
  `<g transform="rotate(${degrees} 32 32)">${drawing}</g>`;

const MARKS: Record<BuiltInSymbol, DrawMark> = {
  // A mast, two sails and a hull.
  MASP: ({ main, second }) =>
    fill(main, "M29 4C16 17 9 30 8 43h21Z") +
    fill(second, "M34 13c11 9 18 19 21 30H34Z") +
    fill(main, "M5 48h54c-3 8-9 12-17 12H22C14 60 8 56 5 48Z"),
  // Two leaves from one root.
  NTCN: ({ main, second }) =>
    fill(main, "M30 60C10 55 3 37 7 8c19 4 27 22 23 52Z") +
    fill(second, "M35 60c-3-20 4-34 22-39 3 20-5 34-22 39Z"),
  // Five people in a ring.
  PPCN: ({ main, second }) =>
    [0, 72, 144, 216, 288]
      .map((degrees, place) => {
        const ink = place === 0 ? second : main;
        return turned(
          degrees,
          `<circle fill="${ink}" cx="32" cy="7.5" r="6"/>` +
            stroke(ink, 6.8, "M27.9 18.3A14.3 14.3 0 0 1 36.1 18.3"),
        );
      })
      .join(""),
  // A summit in two faces, with a pennant.
  SHIK: ({ main, second }) =>
    fill(main, "M2 58 27 17v41Z") +
    fill(second, "M30 17 42 37 36 58h-6Z") +
    fill(main, "M46 33 62 58H40Z") +
    fill(second, "M27 2 41 7 30 12v3h-3Z"),
  // Ploughed fields under a low sun.
  ACW: ({ main, second }) =>
    `<circle fill="${second}" cx="41" cy="15" r="9"/>` +
    fill(
      main,
      "M4.3 35.5C18 22 38 24 59.7 34.5c.2 3-.1 5-.6 7.3C40 31 20 30 5.4 43a28 28 0 0 1-1.1-7.5Z",
    ) +
    fill(
      main,
      "M7.2 48C21 36 39 37 57 47.5c-1.3 2.3-2.6 4-4.2 5.7C38 44 24 44 11.3 53.8A28 28 0 0 1 7.2 48Z",
    ) +
    fill(main, "M15.5 57C26 50.5 37 50.5 48.5 57a28 28 0 0 1-33 0Z"),
  // A cowrie, its lips toothed.
  COWL: ({ main, second }) =>
    fill(main, "M29.5 4.2C15 6 8 18 8 32s7 26 21.5 27.8C24 50 22.5 42 22.5 32S24 14 29.5 4.2Z") +
    fill(main, "M34.5 4.2C49 6 56 18 56 32s-7 26-21.5 27.8C40 50 41.5 42 41.5 32S40 14 34.5 4.2Z") +
    stroke(second, 3.4, "M29 17h6M27.5 24.5h9M27 32h10M27.5 39.5h9M29 47h6"),
  // A sun coming up over water.
  RSGN: ({ main, second }) =>
    fill(second, "M20 36a12 12 0 0 1 24 0Z") +
    fill(main, "M3 36a29 29 0 0 1 58 0h-7.5a21.5 21.5 0 0 0-43 0Z") +
    fill(main, "M8 42.5h48v5.5H8ZM17 53.5h30V59H17Z"),
  // Six faces of ice.
  GLC: ({ main, second }) => {
    const faces: [ink: string, opacity: number][] = [
      [main, 1],
      [main, 0.72],
      [second, 0.9],
      [main, 0.86],
      [second, 0.62],
      [main, 0.5],
    ];
    return faces
      .map(([ink, opacity], face) =>
        turned(face * 60, `<path fill="${ink}" fill-opacity="${opacity}" d="M32 31 18 5.8h28Z"/>`),
      )
      .join("");
  },
  // A cursor and the line after it.
  NXT: ({ main, second }) =>
    fill(main, "M4 8h15l21 24-21 24H4l21-24Z") + fill(second, "M38 46h22v10H30Z"),
  // Two arms of a spiral.
  GLXY: ({ main, second }) =>
    `<circle fill="${main}" cx="32" cy="32" r="5.5"/>` +
    stroke(main, 5.5, "M32 20.5A11.5 11.5 0 0 0 20.5 32C20.5 44 30 53 43 53") +
    stroke(second, 5.5, "M32 43.5A11.5 11.5 0 0 0 43.5 32C43.5 20 34 11 21 11") +
    `<circle fill="${second}" cx="9.5" cy="17" r="3.2"/><circle fill="${main}" cx="54.5" cy="47" r="3.2"/>`,
};

const SYMBOLS: readonly string[] = TOKEN_SYMBOLS;

function isBuiltIn(symbol: string): symbol is BuiltInSymbol {
  return SYMBOLS.includes(symbol);
}

/** The shapes of a brand's mark in a 64 by 64 box, as SVG elements. */
export function drawMark(symbol: string, inks: MarkInks): string {
  return isBuiltIn(symbol) ? MARKS[symbol](inks) : composedMark(symbol, inks);
}

// Nine solid shapes in a 28 by 28 cell; a mark combines four cells.
const CELLS = [
  "M0 0h28A28 28 0 0 1 0 28Z",
  "M28 0v28A28 28 0 0 1 0 0Z",
  "M28 28H0A28 28 0 0 1 28 0Z",
  "M0 28V0a28 28 0 0 1 28 28Z",
  "M14 0a14 14 0 0 1 0 28 14 14 0 0 1 0-28Z",
  "M0 0h28v28H0Z",
  "M0 0h28L0 28Z",
  "M28 0v28H0Z",
  "M0 14a14 14 0 0 1 28 0v14H0Z",
] as const;

/** A mark for a symbol without a drawing; deterministic. */
function composedMark(symbol: string, { main, second }: MarkInks): string {
  let seed = 7;
  for (const letter of symbol) seed = (seed * 131 + letter.charCodeAt(0)) % 1_000_003;
  const accentCell = seed % 4;
  return [0, 1, 2, 3]
    .map((place) => {
      seed = (seed * 48_271) % 2_147_483_647;
      const shape = CELLS[seed % CELLS.length] ?? CELLS[0];
      const [x, y] = [place % 2 === 0 ? 3 : 33, place < 2 ? 3 : 33];
      const ink = place === accentCell ? second : main;
      return `<path fill="${ink}" transform="translate(${x} ${y})" d="${shape}"/>`;
    })
    .join("");
}
