import { useId } from "react";
import { slicePaths } from "./arcs";
import { type Figure, inWords, Legend } from "./legend";

const OUTER = 100;
const HOLE = 62;
const ICON = 64;

interface Props {
  title: string;
  figures: readonly Figure[];
  /** What stands in the middle; with it the pie is a doughnut. */
  icon?: string;
}

/** A pie or a doughnut, drawn on the server; its legend below says every figure. */
export function RingChart({ title, figures, icon }: Props) {
  const legendId = useId();
  const inner = icon === undefined ? 0 : HOLE;
  const paths = slicePaths(
    figures.map(({ value }) => value),
    inner,
    OUTER,
  );
  return (
    <figure className="chart">
      <svg
        viewBox="-104 -104 208 208"
        role="img"
        aria-label={title}
        aria-describedby={legendId}
        className="chart-ring"
      >
        {paths.every((path) => path === "") && (
          <circle
            r={(OUTER + inner) / 2}
            className="chart-empty"
            strokeWidth={OUTER - inner}
            fill="none"
          />
        )}
        {figures.map((figure, index) => (
          <path key={figure.label} d={paths[index]} className={`chart-mark chart-${index + 1}`}>
            <title>{inWords(figure)}</title>
          </path>
        ))}
        {icon !== undefined && (
          <image href={icon} x={-ICON / 2} y={-ICON / 2} width={ICON} height={ICON} />
        )}
      </svg>
      <figcaption>
        <Legend figures={figures} id={legendId} />
      </figcaption>
    </figure>
  );
}
