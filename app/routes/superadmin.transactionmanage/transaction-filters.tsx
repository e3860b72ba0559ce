import { usePendingParams } from "~/lib/lists/use-pending-params";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PAYMENT_METHODS } from "@db/vocabulary";
import { FilterSelect, HiddenListParams } from "~/components/lists/filter-select";
import type { transactionFilter } from "./transaction-filter";
import { useMethodName } from "~/lib/orders/use-method-name";

interface Props {
  only: ReturnType<typeof transactionFilter>;
  companies: readonly { id: string; companyName: string }[];
}

/** Company, method, flags and days; each keeps the others. */
export function TransactionFilters({ only, companies }: Props) {
  const { t } = useTranslation("platform");
  const methodName = useMethodName();
  return (
    <>
      <FilterSelect
        name="companyId"
        label={t("company")}
        value={only.companyId}
        placeholder={t("allCompanies")}
        options={companies.map(({ id, companyName }) => ({ value: id, label: companyName }))}
      />
      <FilterSelect
        name="method"
        label={t("transactions.method")}
        value={only.method}
        placeholder={t("transactions.allMethods")}
        options={PAYMENT_METHODS.map((value) => ({ value, label: methodName(value) }))}
      />
      <FilterSelect
        name="show"
        label={t("transactions.flags")}
        value={only.isFlagged ? "flagged" : ""}
        placeholder={t("transactions.allFlags")}
        options={[{ value: "flagged", label: t("transactions.flagged") }]}
      />
      <Days {...only} />
    </>
  );
}

function Days({ from = "", to = "" }: Props["only"]) {
  const { t } = useTranslation("platform");
  const { params } = usePendingParams();
  return (
    <Form method="get" className="flex max-w-full flex-wrap items-end gap-2" preventScrollReset>
      <HiddenListParams params={params} without={["from", "to", "page"]} />
      {(["from", "to"] as const).map((name) => (
        <label
          key={`${name} ${name === "from" ? from : to}`}
          className="flex max-w-full flex-wrap items-center gap-2"
        >
          <span className="text-sm text-muted">{t(`transactions.${name}`)}</span>
          <input
            type="date"
            name={name}
            className="input w-auto max-w-full min-w-0"
            defaultValue={name === "from" ? from : to}
          />
        </label>
      ))}
      <button type="submit" className="button button-quiet">
        {t("common:apply")}
      </button>
    </Form>
  );
}
