import { useTranslation } from "react-i18next";
import { type Figure, inWords } from "./figure";

interface Props {
  title: string;
  /** The first column names the row; the others are numbers. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A chart's figures as a table that can be opened, for screen readers and for copying. */
export function FiguresTable({ title, columns, rows }: Props) {
  const { t } = useTranslation("adminDashboard");
  return (
    <details className="mt-3">
      <summary className="chart-summary">
        {t("asTable")}
        <span className="sr-only">: {title}</span>
      </summary>
      {/* Two or three short columns always fit, so rows are never shown as cards. */}
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={title}>
        <table className="table">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={column} scope="col" className={index > 0 ? "is-number" : ""}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row[0]}>
                {row.map((cell, index) => (
                  <td
                    key={columns[index]}
                    data-label={columns[index]}
                    className={index > 0 ? "is-number" : ""}
                  >
                    <span>{cell}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Lists every figure of a chart, so that colour is never the only distinction. */
export function Legend({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className="chart-legend">
      {figures.map((figure, index) => (
        <li key={figure.label} className={`chart-${index + 1}`}>
          <span className="chart-swatch" aria-hidden />
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
