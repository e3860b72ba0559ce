import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePendingParams } from "~/lib/lists/use-pending-params";
import { HiddenListParams } from "./filter-select";

/** A form that narrows a page to days, by their names in the URL; it keeps the rest of the URL. */
export function DaysForm({
  days,
  max,
  children,
}: {
  days: Readonly<Partial<Record<"from" | "to" | "day" | "on", string | undefined>>>;
  max?: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { params } = usePendingParams();
  const names = Object.keys(days) as (keyof typeof days)[];
  return (
    <Form method="get" className="flex max-w-full flex-wrap items-end gap-3" preventScrollReset>
      <HiddenListParams params={params} without={[...names, "page"]} />
      {names.map((name) => (
        <label key={`${name} ${days[name]}`} className="grid gap-1">
          <span className="hint">{t(`days.${name}`)}</span>
          <input type="date" name={name} max={max} className="input" defaultValue={days[name]} />
        </label>
      ))}
      <button type="submit" className="button button-quiet">
        {t("days.show")}
      </button>
      {children}
    </Form>
  );
}
