import { useTranslation } from "react-i18next";
import { PAYMENT_METHODS, type PaymentMethod } from "@db/vocabulary";
import { LIST_SIZES } from "~/lib/lists/list-query";
import { FilterSelect } from "./filter-select";
import { useMethodName } from "~/lib/orders/use-method-name";

/** Filters that the lists of purchases and payments share; their words are those of `purchases`. */
export function MethodFilter({
  value,
  pageName,
}: {
  value: PaymentMethod | undefined;
  pageName: string;
}) {
  const { t } = useTranslation("purchases");
  const methodName = useMethodName();
  return (
    <FilterSelect
      name="method"
      label={t("methods.label")}
      value={value}
      pageName={pageName}
      placeholder={t("methods.all")}
      options={PAYMENT_METHODS.map((one) => ({ value: one, label: methodName(one) }))}
    />
  );
}

export function SizeFilter({ value, pageName }: { value: number; pageName: string }) {
  const { t } = useTranslation("purchases");
  return (
    <FilterSelect
      name="limit"
      label={t("perPage.label")}
      value={String(value)}
      pageName={pageName}
      options={LIST_SIZES.map((count) => ({
        value: String(count),
        label: t("perPage.rows", { count }),
      }))}
    />
  );
}
