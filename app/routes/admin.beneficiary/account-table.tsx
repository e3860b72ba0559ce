import { Link } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { Beneficiary } from "@server/companies/contracts/beneficiaries";
import { DataTable } from "~/components/lists/data-table";
import { useMay } from "~/lib/use-may";

/** Every active account, the default one first. */
export function AccountTable({
  accounts,
  linkTo,
}: {
  accounts: readonly Beneficiary[];
  linkTo: (change: Record<string, string | null>) => string;
}) {
  const { t } = useTranslation("accounts");
  const dates = useDates();
  return (
    <div className="grid gap-2">
      <DataTable
        title={t("all")}
        rows={accounts}
        columns={[
          { label: t("fields.holderName"), cell: (row) => row.holderName },
          {
            label: t("fields.bankName"),
            cell: (row) => [row.bankName, row.branch].filter(Boolean).join(", "),
          },
          {
            label: t("fields.accountNumber"),
            cell: (row) => row.accountNumber && <span className="mono">{row.accountNumber}</span>,
          },
          {
            label: t("fields.ifscCode"),
            cell: (row) => row.ifscCode && <span className="mono">{row.ifscCode}</span>,
          },
          { label: t("fields.upi"), cell: (row) => row.upi },
          {
            label: t("since"),
            cell: (row) => dates.full(row.createdAt),
          },
          {
            label: t("actions"),
            cell: (row) => <Actions account={row} linkTo={linkTo} />,
          },
        ]}
      />
      <p className="hint">{t("allHint")}</p>
    </div>
  );
}

function Actions({
  account,
  linkTo,
}: {
  account: Beneficiary;
  linkTo: (change: Record<string, string | null>) => string;
}) {
  const { t } = useTranslation("accounts");
  const may = useMay();
  const name = account.accountNumber ?? account.upi ?? "";
  const link = (what: "update" | "default" | "remove", label: string) => (
    <Link
      className="button button-quiet button-small"
      to={linkTo({ [what]: account.id })}
      aria-label={`${label}: ${name}`}
      preventScrollReset
    >
      {label}
    </Link>
  );
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      {account.isDefault && (
        <span className="badge badge-success">
          <CircleCheck size={16} />
          {t("default")}
        </span>
      )}
      {may("beneficiaries.update") && link("update", t("update"))}
      {!account.isDefault && may("beneficiaries.makeDefault") && link("default", t("makeDefault"))}
      {!account.isDefault && may("beneficiaries.remove") && link("remove", t("remove"))}
    </span>
  );
}
