import { useTranslation } from "react-i18next";
import { PAYMENT_METHODS, type PaymentMethod } from "@db/vocabulary";
import { LIST_SIZES } from "~/lib/lists/list-query";
import { FilterSelect } from "./filter-select";
import { useMethodName } from "~/lib/orders/use-method-name";

interface Props<Value> {
  value: Value | undefined;
  pageName?: string;
}

/** Filters that the lists of orders and payments share; their words are those of `order-list`. */
export function MethodFilter(filter: Props<PaymentMethod>) {
  const { t } = useTranslation("order-list");
  const methodName = useMethodName();
  return (
    <FilterSelect
      {...filter}
      name="method"
      label={t("filters.method.label")}
      placeholder={t("filters.method.all")}
      options={PAYMENT_METHODS.map((one) => ({ value: one, label: methodName(one) }))}
    />
  );
}

export function FlagFilter({
  value,
  rest,
  ...filter
}: Props<boolean> & { rest?: boolean | undefined }) {
  const { t } = useTranslation("order-list");
  return (
    <FilterSelect
      {...filter}
      name="show"
      value={rest ? "rest" : value ? "flagged" : ""}
      label={t("filters.flags.label")}
      placeholder={t("filters.flags.all")}
      options={[
        { value: "flagged", label: t("filters.flags.flagged") },
        // Given where a list has orders that wait for the rest.
        ...(rest === undefined ? [] : [{ value: "rest", label: t("filters.flags.rest") }]),
      ]}
    />
  );
}

export function SizeFilter({ value, ...filter }: Props<number>) {
  const { t } = useTranslation("order-list");
  return (
    <FilterSelect
      {...filter}
      name="limit"
      value={String(value)}
      label={t("filters.size.label")}
      options={LIST_SIZES.map((count) => ({
        value: String(count),
        label: t("filters.size.rows", { count }),
      }))}
    />
  );
}
