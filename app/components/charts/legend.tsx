/** One figure of a chart. */
export interface Figure {
  label: string;
  value: number;
  /** The value as people read it. */
  shown: string;
}

/** A figure in words: what a hover says, and what stands below the chart (spec §2). */
export const inWords = ({ label, shown }: Figure): string => `${label}: ${shown}`;

/** Names every figure of a chart, so that no colour has to be told from another. */
export function Legend({ figures, id }: { figures: readonly Figure[]; id: string }) {
  return (
    <ul className="chart-legend" id={id}>
      {figures.map((figure, index) => (
        <li key={figure.label} className={`chart-${index + 1}`}>
          <span className="chart-swatch" aria-hidden />
          <span className="tabular min-w-0 wrap-anywhere">{inWords(figure)}</span>
        </li>
      ))}
    </ul>
  );
}
