import { useTranslation } from "react-i18next";
import { CopyButton } from "~/components/data/copy-button";
import { FilterSelect } from "~/components/lists/filter-select";
import type { SelectedMethod } from "./selected-method";
import type { PayableData } from "../load-payment.server";

/** The bank details to pay to; with several accounts, the one that the URL selects. */
export function BankPanel({ data, bank }: { data: PayableData; bank: SelectedMethod["bank"] }) {
  const { t } = useTranslation("payment");
  const { banks } = data;
  if (!bank) return null;
  const facts = [
    { label: t("bank.bankName"), value: bank.bankName },
    { label: t("bank.accountNumber"), value: bank.accountNumber, isCopied: true, isMono: true },
    { label: t("bank.holderName"), value: bank.holderName, isCopied: true },
    { label: t("bank.ifsc"), value: bank.ifscCode, isCopied: true, isMono: true },
    { label: t("bank.branch"), value: bank.branch },
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
        <h2 id="bank-details" className="mb-3">
          {t("bank.title")}
        </h2>
        <dl className="facts">
          {facts.map(({ label, value, isCopied, isMono }) => (
            <div key={label} className="items-center">
              <dt>{label}</dt>
              <dd className="flex min-w-0 items-center gap-2">
                <span className={isMono ? "mono min-w-0" : "min-w-0"}>{value}</span>
                {isCopied && value && <CopyButton text={value} label={t("bank.copy", { label })} />}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
