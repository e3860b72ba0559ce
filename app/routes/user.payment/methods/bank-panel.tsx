import { useTranslation } from "react-i18next";
import { formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { CopyButton } from "~/components/data/copy-button";
import { FilterSelect } from "~/components/lists/filter-select";
import type { SelectedMethod } from "./selected-method";
import { usePayable } from "./use-steps";

interface Fact {
  label: string;
  value: string | null;
  /** The text to copy, if it is another than the one shown. */
  text?: string | null;
  copy?: string;
  isMono?: boolean;
}

/** The bank details to pay to; with several accounts, the one that the URL selects. */
export function BankPanel({ bank }: { bank: NonNullable<SelectedMethod["bank"]> }) {
  const { t } = useTranslation(["payment", "paying"]);
  const { banks, order } = usePayable();
  const facts: Fact[] = [
    { label: t("bank.bankName"), value: bank.bankName },
    { label: t("bank.accountNumber"), value: bank.accountNumber, isMono: true },
    { label: t("bank.holderName"), value: bank.holderName },
    { label: t("bank.ifsc"), value: bank.ifscCode, isMono: true },
    { label: t("bank.branch"), value: bank.branch },
    {
      label: t(order.missingPaise === null ? "order.total" : "order.left"),
      value: formatRupees(order.duePaise),
      text: rupeesText(order.duePaise),
      copy: t("paying:copyAmount"),
    },
    { label: t("order.number"), value: order.orderNumber, copy: t("paying:copyNumber") },
  ];
  return (
    <div className="grid gap-5">
      {banks.length > 1 && (
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
      )}
      <section aria-labelledby="bank-details">
        <h2 id="bank-details" className="mb-2 text-lg">
          {t("bank.title")}
        </h2>
        <dl className="facts">
          {facts.map(({ label, value, text = value, copy, isMono }) => (
            <div key={label} className="items-center">
              <dt>{label}</dt>
              <dd className="flex min-w-0 items-center gap-2">
                <span className={isMono ? "mono min-w-0" : "min-w-0"}>{value}</span>
                {text && <CopyButton text={text} label={copy ?? t("bank.copy", { label })} />}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
