import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PAYMENT_METHODS } from "@db/vocabulary";
import { FilterSelect } from "~/components/lists/filter-select";
import { usePendingParams } from "~/lib/lists/use-pending-params";
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
        value={only.companyId ?? ""}
        options={[
          { value: "", label: t("allCompanies") },
          ...companies.map(({ id, companyName }) => ({ value: id, label: companyName })),
        ]}
      />
      <FilterSelect
        name="method"
        label={t("transactions.method")}
        value={only.method ?? ""}
        options={[
          { value: "", label: t("transactions.allMethods") },
          ...PAYMENT_METHODS.map((value) => ({ value, label: methodName(value) })),
        ]}
      />
      <FilterSelect
        name="show"
        label={t("transactions.flags")}
        value={only.isFlagged ? "flagged" : ""}
        options={[
          { value: "", label: t("transactions.allFlags") },
          { value: "flagged", label: t("transactions.flagged") },
        ]}
      />
      <Days {...only} />
    </>
  );
}

function Days({ from = "", to = "" }: Props["only"]) {
  const { t } = useTranslation("platform");
  const { params } = usePendingParams();
  const kept = [...params].filter(([name]) => !["from", "to", "page"].includes(name));
  return (
    <Form method="get" className="flex max-w-full flex-wrap items-end gap-2" preventScrollReset>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
