import { useSearchParams } from "@remix-run/react";
import ListFilter from "lucide-react/icons/list-filter";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** The filters of a list. On a phone they stand behind their name, open where one of them is set. */
export function Filters({
  names,
  children,
}: {
  /** The parameters that they set. */
  names: readonly string[];
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  return (
    <details className="filters" open={names.some((name) => params.get(name))}>
      <summary className="button button-quiet">
        <ListFilter />
        {t("filter")}
      </summary>
      {children}
    </details>
  );
}
