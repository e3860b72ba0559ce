import { Line, type LineCustomSvgLayerProps } from "@nivo/line";
import type { DayHolding } from "@server/ledger/rules/merkle";
import { stepOf, svgContent } from "./markup.server";

/** A line drawn on the server; its page stretches it to the width that it has. */
export interface LineDrawing {
  width: number;
  height: number;
  /** The content of its SVG element. */
  markup: string;
  /** The values of the scale, the highest first. The highest is at the top, 0 at the bottom. */
  scale: number[];
}

const WIDTH = 600;
const HEIGHT = 120;
/** Room for half of the line's width. */
const MARGIN = { top: 2, right: 0, bottom: 2, left: 0 };
/** The parts of the scale. */
const PARTS = 2;

interface Held {
  /** Days since 1970. */
  x: number;
  y: number;
}
type Series = { id: string; data: readonly Held[] };

const DAY_MS = 86_400_000;
const numberOf = (day: string): number => Date.parse(day) / DAY_MS;

/**
 * Draws what was held from the first day of a history until the end of `today` (YYYY-MM-DD): a
 * step at each day, above a scale that ends at a round number. A history has a day at least.
 */
export function drawLine(history: readonly DayHolding[], today: string): LineDrawing {
  const held = history.map(({ day, tokens }): Held => ({ x: numberOf(day), y: tokens }));
  const from = held[0]!.x;
  const last = held.at(-1)!;
  const to = Math.max(numberOf(today), last.x) + 1;
  const most = Math.max(1, ...held.map(({ y }) => y));
  const step = stepOf(most / PARTS);
  const top = Math.ceil(most / step) * step;
  // The area below the line is closed outside of the picture.
  const data = [{ x: from, y: 0 }, ...held, { ...last, x: to + 1 }, { x: to + 1, y: 0 }];
  const markup = svgContent(
    <Line<Series>
      data={[{ id: "held", data }]}
      width={WIDTH}
      height={HEIGHT}
      margin={MARGIN}
      xScale={{ type: "linear", min: from, max: to, nice: false }}
      yScale={{ type: "linear", min: 0, max: top, nice: false }}
      curve="stepAfter"
      layers={[Steps]}
      animate={false}
      isInteractive={false}
    />,
  );
  const scale = Array.from({ length: Math.round(top / step) + 1 }, (_, at) => top - at * step);
  return { width: WIDTH, height: HEIGHT, markup: markup.replaceAll(/\.\d+/g, ""), scale };
}

/** nivo's line; the style sheet fills the area below it. */
function Steps({ series, lineGenerator }: LineCustomSvgLayerProps<Series>) {
  const places = series[0]?.data.map(({ position }) => position) ?? [];
  return <path d={lineGenerator(places) ?? ""} className="line-mark" />;
}
