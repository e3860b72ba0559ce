import { useTranslation } from "react-i18next";
import {
  ACTIVITY_GROUPS,
  ACTIVITY_PEOPLE,
  WITHOUT_LOOKS,
} from "@server/office/rules/activity/actions";
import { DaysForm } from "~/components/lists/days-form";
import { Filters } from "~/components/lists/filters";
import { FilterSelect } from "~/components/lists/filter-select";
import { SearchBox } from "~/components/lists/search-box";

interface Props {
  filters: { actor?: string; action?: string; from?: string; to?: string };
}

/** Filters by person, kind of act and date, stored in the URL. */
export function ActivityFilters({ filters }: Props) {
  const { t } = useTranslation("activity");
  const { actor, action, from, to } = filters;
  const isGroup = [WITHOUT_LOOKS, ...ACTIVITY_GROUPS].some((group) => group === action);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SearchBox label={t("search")} />
      <Filters names={["actor", "action", "from", "to"]}>
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
            { value: WITHOUT_LOOKS, label: t("filters.withoutLooks") },
            ...ACTIVITY_GROUPS.map((value) => ({ value, label: t(`groups.${value}`) })),
            // An address may name a single act.
            ...(action && !isGroup ? [{ value: action, label: t(`actions.${action}`) }] : []),
          ]}
        />
        <DaysForm days={{ from, to }} />
      </Filters>
    </div>
  );
}
