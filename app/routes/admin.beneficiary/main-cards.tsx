import { Link } from "@remix-run/react";
import Landmark from "lucide-react/icons/landmark";
import Pencil from "lucide-react/icons/pencil";
import QrCode from "lucide-react/icons/qr-code";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Beneficiary } from "@server/companies/contracts/beneficiaries";
import { FactRow } from "~/components/data/fact-list";

const BANK_FIELDS = ["holderName", "bankName", "branch", "accountNumber", "ifscCode"] as const;

/** The default account as the two cards of product.md §2, each with an edit link. */
export function MainCards({
  account,
  updateTo,
}: {
  account: Beneficiary | null;
  /** It is null where the role does not allow it. */
  updateTo: string | null;
}) {
  const { t } = useTranslation("accounts");
  const missing = t("common:notAvailable");
  return (
    <>
      {!account && <p className="note">{t("none")}</p>}
      <div className="grid gap-5 lg:grid-cols-[2fr_1fr] lg:items-start">
        <AccountCard
          title={t("bankCard")}
          icon={<Landmark size={22} />}
          edit={{ to: updateTo, label: t("updateBank") }}
        >
          {BANK_FIELDS.map((name) => (
            <div key={name}>
              <dt>{t(`fields.${name}`)}</dt>
              <dd className="tabular">{account?.[name] ?? missing}</dd>
            </div>
          ))}
        </AccountCard>
        <AccountCard
          title={t("upiCard")}
          icon={<QrCode size={22} />}
          edit={{ to: updateTo, label: t("updateUpi") }}
        >
          <FactRow name={t("fields.upi")}>{account?.upi ?? missing}</FactRow>
        </AccountCard>
      </div>
    </>
  );
}

function AccountCard({
  title,
  icon,
  edit,
  children,
}: {
  title: string;
  icon: ReactNode;
  edit: { to: string | null; label: string };
  children: ReactNode;
}) {
  return (
    <section className="card p-5" aria-label={title}>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="flex min-w-0 items-center gap-2">
          {icon}
          <span className="min-w-0 break-words">{title}</span>
        </h2>
        {edit.to !== null && (
          <Link
            className="pager-link flex-none"
            to={edit.to}
            aria-label={edit.label}
            preventScrollReset
          >
            <Pencil />
          </Link>
        )}
      </div>
      <dl className="facts">{children}</dl>
    </section>
  );
}
