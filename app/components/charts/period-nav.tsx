import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { HISTORY_PERIODS, type HistoryPeriod } from "@server/platform/rules/dates/dates";
import { searchWith } from "~/lib/lists/list-query";

/** Selects days, weeks or months in the address. */
export function PeriodNav({ period }: { period: HistoryPeriod }) {
  const { t } = useTranslation("admin-dashboard");
  const [params] = useSearchParams();
  return (
    <nav className="flex flex-wrap gap-2" aria-label={t("history.label")}>
      {HISTORY_PERIODS.map((one) => (
        <Link
          key={one}
          to={searchWith(params, { period: one })}
          className={`button button-small ${one === period ? "" : "button-quiet"}`}
          aria-current={one === period ? "true" : undefined}
          preventScrollReset
        >
          {t(`history.${one}`)}
        </Link>
      ))}
    </nav>
  );
}
