import { useTranslation } from "react-i18next";
import { SUBMITTED_STATUSES } from "@db/vocabulary";
import { PAGE_SIZES } from "@server/domain/paging/paging";
import { FilterSelect } from "~/components/data/filter-select";
import { SearchBox } from "~/components/data/search-box";

/** Search, status and page size; each goes back to the first page (spec §4). */
export function HistoryFilters({ limit, status }: { limit: number; status: string }) {
  const { t } = useTranslation(["history", "common"]);
  return (
    <div className="flex flex-wrap gap-3">
      <div className="flex min-w-0 flex-1 basis-64">
        <SearchBox label={t("search")} />
      </div>
      <FilterSelect
        name="status"
        label={t("filter")}
        value={status}
        options={[
          ...SUBMITTED_STATUSES.map((one) => ({ value: one, label: t(`common:status.${one}`) })),
          { value: "ALL", label: t("all") },
        ]}
      />
      <FilterSelect
        name="limit"
        label={t("pageSize")}
        value={String(limit)}
        options={PAGE_SIZES.map((size) => ({
          value: String(size),
          label: t("rows", { count: size }),
        }))}
      />
    </div>
  );
}
