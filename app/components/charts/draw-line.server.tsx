import { Line, type LineCustomSvgLayerProps } from "@nivo/line";
import { formatQuantity } from "@server/platform/rules/money/format";
import { formatDay } from "@server/platform/rules/dates/dates";
import type { DayHolding } from "@server/ledger/rules/history";
import { svgContent } from "./markup.server";

/** A line drawn on the server; its page stretches it to the width that it has. */
export interface LineDrawing {
  width: number;
  height: number;
  /** The content of its SVG element. Each step has a title. */
  markup: string;
}

const WIDTH = 600;
const HEIGHT = 120;
/** Room for half of the line's width. */
const MARGIN = { top: 4, right: 0, bottom: 2, left: 0 };
/** The part of the width in which nothing was held yet. */
const LEAD = 0.06;

interface Held {
  /** Days since 1970. */
  x: number;
  y: number;
  title: string;
}
type Series = { id: string; data: readonly Held[] };

const DAY_MS = 86_400_000;
const numberOf = (day: string): number => Date.parse(day) / DAY_MS;

/**
 * Draws what was held from the first day of a history until the end of `today` (YYYY-MM-DD): a
 * step at each day, and the area below. A history has a day at least.
 */
export function drawLine(
  history: readonly DayHolding[],
  { today, symbol }: { today: string; symbol: string },
): LineDrawing {
  const held = history.map(({ day, tokens }): Held => ({
    x: numberOf(day),
    y: tokens,
    title: `${formatDay(day)}: ${formatQuantity(tokens)} ${symbol}`,
  }));
  const first = held[0]!;
  const last = held.at(-1)!;
  const to = Math.max(numberOf(today), last.x) + 1;
  const from = first.x - Math.max(1, (to - first.x) * LEAD);
  const most = Math.max(1, ...held.map(({ y }) => y));
  const data = [{ ...first, x: from, y: 0 }, ...held, { ...last, x: to }];
  const markup = svgContent(
    <Line<Series>
      data={[{ id: "held", data }]}
      width={WIDTH}
      height={HEIGHT}
      margin={MARGIN}
      xScale={{ type: "linear", min: from, max: to, nice: false }}
      yScale={{ type: "linear", min: 0, max: most, nice: false }}
      curve="stepAfter"
      layers={[Steps]}
      animate={false}
      isInteractive={false}
    />,
  );
  return { width: WIDTH, height: HEIGHT, markup: markup.replaceAll(/(\.\d)\d+/g, "$1") };
}

/** nivo's area and line, below a strip for each step whose title tells it. */
function Steps(props: LineCustomSvgLayerProps<Series>) {
  const { series, areaGenerator, lineGenerator, innerHeight } = props;
  const drawn = series[0]?.data ?? [];
  const places = drawn.map(({ position }) => position);
  return (
    <>
      <path d={areaGenerator(places) ?? ""} className="line-area" />
      <path d={lineGenerator(places) ?? ""} className="line-mark" />
      {drawn.slice(1, -1).map(({ data, position }, at) => (
        <rect
          key={data.x}
          x={position.x}
          width={(places[at + 2]?.x ?? position.x) - position.x}
          height={innerHeight}
          className="line-step"
        >
          <title>{data.title}</title>
        </rect>
      ))}
    </>
  );
}
