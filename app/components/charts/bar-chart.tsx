import { useId } from "react";
import { type Figure, inWords } from "./legend";

const TOP = 24;
const GROUND = 184;
const LEFT = 34;
const STEP = 70;
const BAR = 42;
const LINES = [0, 25, 50, 75, 100];

interface Props {
  title: string;
  /** Percentages, 0 to 100. */
  figures: readonly Figure[];
  /** What the numbers are. */
  dataset: string;
}

const heightOf = (percent: number): number => ((GROUND - TOP) * percent) / 100;

/** Bars of percentages, drawn on the server; each says its figure above itself. */
export function BarChart({ title, figures, dataset }: Props) {
  const legendId = useId();
  const width = LEFT + figures.length * STEP + 6;
  return (
    <figure className="chart">
      <figcaption className="chart-legend" id={legendId}>
        <span className="chart-1">
          <span className="chart-swatch" aria-hidden />
          {dataset}
        </span>
        <span className="sr-only">{figures.map(inWords).join(", ")}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} 212`}
        role="img"
        aria-label={title}
        aria-describedby={legendId}
        className="chart-bars"
      >
        {LINES.map((percent) => (
          <g key={percent}>
            <line
              x1={LEFT}
              x2={width}
              y1={GROUND - heightOf(percent)}
              y2={GROUND - heightOf(percent)}
              className="chart-line"
            />
            <text x={LEFT - 6} y={GROUND - heightOf(percent) + 4} textAnchor="end">
              {percent}
            </text>
          </g>
        ))}
        {figures.map((figure, index) => (
          <Bar key={figure.label} figure={figure} middle={LEFT + (index + 0.5) * STEP} />
        ))}
      </svg>
    </figure>
  );
}

function Bar({ figure, middle }: { figure: Figure; middle: number }) {
  const height = heightOf(figure.value);
  return (
    <g className="chart-1">
      <title>{inWords(figure)}</title>
      <rect
        x={middle - BAR / 2}
        y={GROUND - height}
        width={BAR}
        height={height}
        className="chart-mark"
      />
      <text x={middle} y={GROUND - height - 6} textAnchor="middle" className="chart-value">
        {figure.shown}
      </text>
      <text x={middle} y={GROUND + 20} textAnchor="middle">
        {figure.label}
      </text>
    </g>
  );
}
