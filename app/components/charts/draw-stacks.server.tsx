import { Bar, type BarCustomLayerProps } from "@nivo/bar";
import type { Drawing, Figure } from "./figure";
import { stepOf, svgContent } from "./markup.server";

/** A part of every column, such as a method. */
interface Part {
  label: string;
  /** The sum of all columns, formatted. */
  shown: string;
  value: number;
}

/** A column: a value for each part, and its text. */
interface Column {
  label: string;
  values: readonly number[];
  titles: readonly string[];
}

const WIDTH = 600;
const HEIGHT = 240;
const MARGIN = { top: 12, right: 24, bottom: 34, left: 78 };
/** So many labels stand below the columns on a phone too. */
const MOST_LABELS = 4;
/** About so many lines. */
const LINES = 4;
const THEME = {
  text: { fontFamily: "inherit", fill: "var(--text-muted)" },
  grid: { line: { stroke: "var(--border)", strokeWidth: 1 } },
  axis: { domain: { line: { stroke: "none" } }, ticks: { line: { stroke: "none" } } },
} as const;

type Row = { at: number; [part: string]: number };

/**
 * Draws a column for each span of time, with its parts on top of each other in their colours. `format`
 * writes the values of the scale.
 */
export function drawStacks(
  parts: readonly Part[],
  columns: readonly Column[],
  format: (value: number) => string,
): Drawing {
  const sums = columns.map(({ values }) => values.reduce((sum, one) => sum + one, 0));
  const step = stepOf(Math.max(0, ...sums) / LINES);
  const top = Math.max(1, Math.ceil(Math.max(0, ...sums) / step)) * step;
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step);
  const every = Math.ceil(columns.length / MOST_LABELS);
  const labelled = columns.flatMap((_, at) =>
    (columns.length - 1 - at) % every === 0 ? [at] : [],
  );
  const rows = columns.map(({ values }, at): Row => ({
    at,
    ...Object.fromEntries(values.map((value, part) => [String(part), value])),
  }));
  const Marks = ({ bars }: BarCustomLayerProps<Row>) =>
    bars
      .filter(({ height }) => height > 0)
      .map(({ key, x, y, width, height, data: { id, index } }) => (
        <rect
          key={key}
          x={x}
          y={y}
          width={width}
          height={height}
          className={`chart-mark chart-${Number(id) + 1}`}
        >
          <title>{columns[index]?.titles[Number(id)]}</title>
        </rect>
      ));
  const markup = svgContent(
    <Bar
      data={rows}
      keys={parts.map((_, part) => String(part))}
      indexBy="at"
      width={WIDTH}
      height={HEIGHT}
      margin={MARGIN}
      padding={0.25}
      valueScale={{ type: "linear", min: 0, max: top }}
      gridYValues={ticks}
      axisLeft={{ tickValues: ticks, tickSize: 0, tickPadding: 8, format }}
      axisBottom={{
        tickValues: labelled,
        tickSize: 0,
        tickPadding: 12,
        format: (at: number) => columns[at]?.label ?? "",
      }}
      layers={["grid", "axes", Marks]}
      theme={THEME}
      animate={false}
      isInteractive={false}
    />,
  );
  const figures: Figure[] = parts.map(({ label, value, shown }) => ({ label, value, shown }));
  return { figures, width: WIDTH, height: HEIGHT, markup: markup.replaceAll(/(\.\d)\d+/g, "$1") };
}
