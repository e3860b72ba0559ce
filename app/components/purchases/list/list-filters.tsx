import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PaymentMethod, SubmittedStatus } from "@db/vocabulary";
import { FilterSelect } from "~/components/lists/filter-select";
import { Filters } from "~/components/lists/filters";
import { FlagFilter, MethodFilter, SizeFilter } from "~/components/lists/order-filters";
import { SearchBox } from "~/components/lists/search-box";
import { Link } from "@remix-run/react";
import ArrowUp from "lucide-react/icons/arrow-up";

interface Props {
  isHistory: boolean;
  list: {
    limit: number;
    status: SubmittedStatus;
    method?: PaymentMethod;
    isFlagged?: boolean;
    waitsFor?: "DECISION" | "REST";
  };
  children?: ReactNode;
}

/** The search that both lists share, and the filters of the current list. */
export function ListFilters({ isHistory, list, children }: Props) {
  const { t } = useTranslation("purchases");
  const pageName = isHistory ? "historyPage" : "page";
  return (
    <div className="flex flex-wrap gap-3">
      <div className="flex min-w-0 flex-[1_1_18rem]">
        <SearchBox name="search1" label={t("search")} pageName={pageName} />
      </div>
      <Filters names={["status", "method", "show", "limit"]}>
        {isHistory && (
          <FilterSelect
            name="status"
            label={t("status")}
            value={list.status}
            pageName={pageName}
            placeholder={t("selectStatus")}
            options={[
              { value: "APPROVED", label: t("approved") },
              { value: "REJECTED", label: t("rejected") },
              { value: "REVERSED", label: t("common:status.REVERSED") },
            ]}
          />
        )}
        <MethodFilter value={list.method} pageName={pageName} />
        <FlagFilter
          value={list.isFlagged}
          rest={isHistory ? undefined : list.waitsFor === "REST"}
          pageName={pageName}
        />
        <SizeFilter value={list.limit} pageName={pageName} />
      </Filters>
      {children}
    </div>
  );
}

/** Announces orders that arrived while the list is open; the link shows them. */
export function NewOrdersLink({ count, showTo }: { count: number; showTo: string }) {
  const { t } = useTranslation("purchases");
  return (
    <p role="status" className="empty:hidden">
      {count > 0 && (
        <Link to={showTo} className="button button-quiet button-small">
          <ArrowUp />
          {t("arrived", { count })}
        </Link>
      )}
    </p>
  );
}
