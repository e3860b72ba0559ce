import { Bar, type BarCustomLayerProps } from "@nivo/bar";
import { type Drawing, type Figure, inWords } from "./figure";
import { svgContent } from "./markup.server";

const WIDTH = 288;
const HEIGHT = 212;
const MARGIN = { top: 24, right: 4, bottom: 28, left: 32 };
const TICKS = [0, 25, 50, 75, 100];
const THEME = {
  text: { fontFamily: "inherit", fontSize: 12, fill: "var(--text-muted)" },
  grid: { line: { stroke: "var(--border)", strokeWidth: 1 } },
  axis: { domain: { line: { stroke: "none" } }, ticks: { line: { stroke: "none" } } },
} as const;

// nivo takes an object type with an index signature; an interface has none.
type Row = { label: string; percent: number; shown: string; title: string };

/** Draws a bar for each figure; values are percentages from 0 to 100. */
export function drawBars(figures: readonly Figure[]): Drawing {
  const rows: Row[] = figures.map((figure) => ({
    label: figure.label,
    percent: figure.value,
    shown: figure.shown,
    title: inWords(figure),
  }));
  const markup = svgContent(
    <Bar
      data={rows}
      keys={["percent"]}
      indexBy="label"
      width={WIDTH}
      height={HEIGHT}
      margin={MARGIN}
      padding={0.35}
      valueScale={{ type: "linear", min: 0, max: 100 }}
      gridYValues={TICKS}
      axisLeft={{ tickValues: TICKS, tickSize: 0, tickPadding: 6 }}
      axisBottom={{ tickSize: 0, tickPadding: 10 }}
      layers={["grid", "axes", Bars]}
      theme={THEME}
      animate={false}
      isInteractive={false}
    />,
  );
  return { figures, width: WIDTH, height: HEIGHT, markup };
}

/** nivo's bars in the chart's colour, each with its value above it and a title. */
function Bars({ bars }: BarCustomLayerProps<Row>) {
  return bars.map(({ key, x, y, width, height, data: { data } }) => (
    <g key={key} className="chart-1">
      <rect x={x} y={y} width={width} height={height} className="chart-mark">
        <title>{data.title}</title>
      </rect>
      <text x={x + width / 2} y={y - 6} textAnchor="middle" className="chart-value">
        {data.shown}
      </text>
    </g>
  ));
}
