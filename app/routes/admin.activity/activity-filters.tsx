import { useTranslation } from "react-i18next";
import { ACTIVITY_GROUPS, ACTIVITY_PEOPLE } from "@server/office/rules/activity/actions";
import { FilterSelect, HiddenListParams } from "~/components/lists/filter-select";
import { SearchBox } from "~/components/lists/search-box";
import { Field } from "~/components/form/field";
import { QueryForm } from "~/components/form/query-form";

interface Props {
  filters: { actor?: string; action?: string; from?: string; to?: string };
}

/** Filters by person, kind of act and date, stored in the URL. */
export function ActivityFilters({ filters }: Props) {
  const { t } = useTranslation("activity");
  const { actor, action } = filters;
  const isGroup = ACTIVITY_GROUPS.some((group) => group === action);
  return (
    <div className="grid gap-3">
      <SearchBox label={t("search")} />
      <div className="grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_auto]">
        {actor !== "SYSTEM" && (
          <FilterSelect
            name="actor"
            label={t("filters.actor")}
            value={actor === "PEOPLE" ? "" : (actor ?? "")}
            placeholder={t("filters.allActors")}
            options={ACTIVITY_PEOPLE.map((value) => ({ value, label: t(`actors.${value}`) }))}
          />
        )}
        <FilterSelect
          name="action"
          label={t("filters.action")}
          value={action}
          placeholder={t("filters.allActions")}
          options={[
            ...ACTIVITY_GROUPS.map((value) => ({ value, label: t(`groups.${value}`) })),
            // An address may name a single act.
            ...(action && !isGroup ? [{ value: action, label: t(`actions.${action}`) }] : []),
          ]}
        />
        <Days from={filters.from ?? ""} to={filters.to ?? ""} />
      </div>
    </div>
  );
}

function Days({ from, to }: Record<"from" | "to", string>) {
  const { t } = useTranslation("activity");
  return (
    <QueryForm
      contract="filters"
      className="flex flex-wrap items-end gap-3 sm:col-span-2 xl:col-span-1"
    >
      <HiddenListParams without={["from", "to", "page"]} />
      <Field key={`from ${from}`} name="from" type="date" label={t("from")} defaultValue={from} />
      <Field key={`to ${to}`} name="to" type="date" label={t("to")} defaultValue={to} />
      <button type="submit" className="button button-quiet">
        {t("show")}
      </button>
    </QueryForm>
  );
}
