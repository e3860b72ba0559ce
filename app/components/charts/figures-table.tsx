import { useTranslation } from "react-i18next";
import { type Figure, inWords } from "./figure";

export interface Figures {
  title: string;
  /** The first column names the row; the others are numbers. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The figures of charts as one table that can be opened, for screen readers and for copying. */
export function FiguresTable({ title, parts }: { title: string; parts: readonly Figures[] }) {
  const { t } = useTranslation("common");
  const width = Math.max(...parts.map(({ columns }) => columns.length));
  return (
    <details>
      <summary className="chart-summary">
        {t("figures")}
        <span className="sr-only">: {title}</span>
      </summary>
      {/* Short columns always fit, so rows are never shown as cards. */}
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={title}>
        <table className="table">
          <caption className="sr-only">{title}</caption>
          {parts.map((part) => (
            <tbody key={part.title}>
              {parts.length > 1 && (
                <tr>
                  <th scope="rowgroup" colSpan={width} className="pt-6">
                    {part.title}
                  </th>
                </tr>
              )}
              <tr>
                {part.columns.map((column, index) => (
                  <th key={column} scope="col" className={index > 0 ? "is-number" : ""}>
                    {column}
                  </th>
                ))}
              </tr>
              {part.rows.map((row) => (
                <tr key={row[0]}>
                  {row.map((cell, index) => (
                    <td
                      key={part.columns[index]}
                      data-label={part.columns[index]}
                      className={index > 0 ? "is-number" : ""}
                    >
                      <span>{cell}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </details>
  );
}

/** Lists every figure of a chart, so that colour is never the only distinction; one without a slice has no colour. */
export function Legend({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className="chart-legend">
      {figures.map((figure, index) => (
        <li key={figure.label} className={`chart-${index + 1}`}>
          {(figure.drawn ?? figure.value) > 0 && <span className="chart-swatch" aria-hidden />}
          <span className="tabular min-w-0 wrap-anywhere">{inWords(figure)}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * The legend of a single-colour bar chart: what it measures, and all figures for screen readers.
 */
export function DatasetLegend({ name, figures }: { name: string; figures: readonly Figure[] }) {
  return (
    <div className="chart-legend">
      <span className="chart-1">
        <span className="chart-swatch" aria-hidden />
        {name}
      </span>
      <span className="sr-only">{figures.map(inWords).join(", ")}</span>
    </div>
  );
}
