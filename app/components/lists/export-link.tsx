import { Link, useSearchParams } from "@remix-run/react";
import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { financialYearName } from "@server/platform/rules/dates/dates";

/**
 * Exports the table below with its current filters. The answer says that it is a file; a refusal, or
 * the question of a step-up, is a page.
 */
export function ExportLink({ to, as, label }: { to: string; as?: "xlsx"; label?: string }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const asked = new URLSearchParams([...params, ...(as ? [["as", as]] : [])]).toString();
  return (
    <Link
      to={asked === "" ? to : `${to}?${asked}`}
      reloadDocument
      className="button button-quiet button-small"
    >
      <Download />
      {label ?? t("exports.download")}
    </Link>
  );
}

/** Downloads the statement of a financial year, which the form selects, as a PDF or as a table. */
export function YearlyDownload({
  to,
  years,
  children,
}: {
  to: string;
  years: readonly number[];
  /** Hidden fields. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <form method="get" action={to} className="flex flex-wrap items-end gap-3">
      {children}
      <label className="grid gap-1">
        <span className="hint">{t("exports.year")}</span>
        <select name="year" className="input w-auto">
          {years.map((year) => (
            <option key={year} value={year}>
              {financialYearName(year)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" name="as" value="pdf" className="button">
        <Download />
        {t("exports.pdf")}
      </button>
      <button type="submit" name="as" value="csv" className="button button-quiet">
        <Download />
        {t("exports.download")}
      </button>
    </form>
  );
}
