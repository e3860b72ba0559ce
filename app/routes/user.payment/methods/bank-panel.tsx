import { useTranslation } from "react-i18next";
import { formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { CopyButton } from "~/components/data/copy-button";
import { FilterSelect } from "~/components/lists/filter-select";
import type { SelectedMethod } from "./selected-method";
import { usePayable } from "./use-payable";

type Bank = NonNullable<SelectedMethod["bank"]>;

interface Fact {
  label: string;
  value: string | null;
  /** The text to copy, if it is another than the one shown; null for none. */
  text?: string | null;
  copy?: string;
  isMono?: boolean;
}

/** Selects one of several accounts, by the URL. */
export function BankSelect({ bank }: { bank: Bank }) {
  const { t } = useTranslation("payment");
  const { banks } = usePayable();
  return (
    <div className="field">
      <span className="label" aria-hidden>
        {t("bank.select")}
      </span>
      <FilterSelect
        name="bank"
        label={t("bank.select")}
        options={banks.map(({ id, bankName, accountNumber }) => ({
          value: id,
          label: `${bankName ?? ""} ···${accountNumber?.slice(-4) ?? ""}`,
        }))}
        value={bank.id}
      />
    </div>
  );
}

/** The bank details to pay to. */
export function BankPanel({ bank }: { bank: Bank }) {
  const { t } = useTranslation(["payment", "paying"]);
  const { order } = usePayable();
  const { orderNumber, duePaise } = order;
  const facts: Fact[] = [
    { label: t("bank.bankName"), value: bank.bankName, text: null },
    { label: t("bank.accountNumber"), value: bank.accountNumber, isMono: true },
    { label: t("bank.holderName"), value: bank.holderName },
    { label: t("bank.ifsc"), value: bank.ifscCode, isMono: true },
    { label: t("bank.branch"), value: bank.branch, text: null },
    {
      label: t(order.missingPaise === null ? "order.total" : "order.left"),
      value: formatRupees(duePaise),
      text: rupeesText(duePaise),
      copy: t("paying:copyAmount"),
    },
    { label: t("order.number"), value: orderNumber, copy: t("paying:copyNumber") },
  ];
  return (
    <section aria-labelledby="bank-details">
      <h2 id="bank-details" className="text-lg">
        {t("bank.title")}
      </h2>
      <p className="mb-3">{t("bank.transfer", { total: formatRupees(duePaise), orderNumber })}</p>
      <dl className="facts">
        {facts.map(({ label, value, text = value, copy, isMono }) => (
          <div key={label} className="items-center">
            <dt>{label}</dt>
            <dd className={`flex min-w-0 items-center gap-2 ${isMono ? "mono" : ""}`}>
              {value}
              {text && <CopyButton text={text} label={copy ?? t("bank.copy", { label })} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
