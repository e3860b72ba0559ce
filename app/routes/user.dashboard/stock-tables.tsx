import { useTranslation } from "react-i18next";
import type { GlobalStockRow, MyStockRow } from "@server/contracts/stock";
import { formatDateTime } from "@server/domain/dates/india";
import { timeLeft } from "@server/domain/dates/time-left";
import { formatQuantity } from "@server/domain/money/format";
import { shortHash } from "@server/domain/people/masking";
import { CopyButton } from "~/components/data/copy-button";
import { DataTable } from "~/components/data/data-table";

function Hash({ value }: { value: string }) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex items-center gap-2">
      <span className="mono" title={value}>
        {shortHash(value)}
      </span>
      <CopyButton text={value} label={t("copy")} />
    </span>
  );
}

/** To the company's launch, when allocations unlock; N/A where it has no date (design §5). */
function useTimeLeft(now: string) {
  const { t } = useTranslation("people");
  return (unlocksAt: string | null): string | null => {
    if (!unlocksAt) return null;
    const left = timeLeft(new Date(unlocksAt), new Date(now));
    if (left.state === "none") return null;
    if (left.state === "over") return t("dashboard.unlocked");
    if (left.days > 0) return t("dashboard.time.days", { count: left.days });
    return t("dashboard.time.hours", { hours: left.hours, minutes: left.minutes });
  };
}

export function GlobalStockTable({ rows, now }: { rows: readonly GlobalStockRow[]; now: string }) {
  const { t } = useTranslation("people");
  const left = useTimeLeft(now);
  return (
    <DataTable
      title={t("dashboard.globalDetails")}
      rows={rows}
      keyOf={(row) => String(row.rank)}
      columns={[
        { label: t("dashboard.rank"), cell: (row) => row.rank, isNumber: true },
        { label: t("dashboard.wallet"), cell: (row) => row.walletAddress },
        {
          label: t("dashboard.quantity"),
          cell: (row) => formatQuantity(row.quantity),
          isNumber: true,
        },
        { label: t("dashboard.hash"), cell: (row) => <Hash value={row.transactionHash} /> },
        {
          label: t("dashboard.dateTimeGlobal"),
          cell: (row) => formatDateTime(new Date(row.createdAt)),
        },
        { label: t("dashboard.timeLeft"), cell: (row) => left(row.unlocksAt) },
      ]}
    />
  );
}

export function MyStockTable({ rows, now }: { rows: readonly MyStockRow[]; now: string }) {
  const { t } = useTranslation("people");
  const left = useTimeLeft(now);
  const tokens = (count: number | null) => (count === null ? null : formatQuantity(count));
  return (
    <DataTable
      title={t("dashboard.myDetails")}
      rows={rows}
      keyOf={(row) => row.transactionHash}
      columns={[
        {
          label: t("dashboard.memberId"),
          cell: (row) => <span className="mono">{row.memberId}</span>,
        },
        { label: t("dashboard.quantity"), cell: (row) => tokens(row.quantity), isNumber: true },
        { label: t("dashboard.hash"), cell: (row) => <Hash value={row.transactionHash} /> },
        {
          label: t("dashboard.dateTimeMine"),
          cell: (row) => formatDateTime(new Date(row.createdAt)),
        },
        { label: t("dashboard.reward"), cell: (row) => tokens(row.reward), isNumber: true },
        { label: t("dashboard.timeLeft"), cell: (row) => left(row.unlocksAt) },
      ]}
    />
  );
}
