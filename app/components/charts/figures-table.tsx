import { useTranslation } from "react-i18next";

interface Props {
  title: string;
  /** The first names the rows, the others are numbers. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** What a chart shows, as a table to open: for who cannot see it, and for who wants to copy it. */
export function FiguresTable({ title, columns, rows }: Props) {
  const { t } = useTranslation("adminDashboard");
  return (
    <details className="mt-3">
      <summary className="chart-summary">
        {t("asTable")}
        <span className="sr-only">: {title}</span>
      </summary>
      {/* Two or three short columns fit anywhere: rows never become cards here. */}
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
