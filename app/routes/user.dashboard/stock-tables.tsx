import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { GlobalStockRow, MyStockRow } from "@server/ledger/contracts/stock";
import { formatDateTime, timeLeft } from "@server/platform/rules/dates/dates";
import { formatQuantity } from "@server/platform/rules/money/format";
import { shortHash } from "@server/platform/rules/people/masking";
import { CopyButton } from "~/components/data/copy-button";
import { DataTable } from "~/components/lists/data-table";
import { useToast } from "~/components/layout/toasts";
import { allocationPath } from "~/lib/paths";
import type { OverviewPage } from "./overview-page.server";

/**
 * A short hash with a button that copies all of it; the member's own link to their verification.
 */
function Hash({ value, isOwn = false }: { value: string; isOwn?: boolean }) {
  const { t } = useTranslation("dashboard");
  const toast = useToast();
  const hash = shortHash(value);
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {isOwn ? (
        <Link
          className="link-out mono"
          to={allocationPath(value)}
          aria-label={t("checkHash", { hash })}
          title={value}
        >
          {hash}
        </Link>
      ) : (
        <span className="mono" title={value}>
          {hash}
        </span>
      )}
      <CopyButton
        text={value}
        label={t("copyHash", { hash })}
        onCopied={() => toast({ tone: "success", text: t("copied") })}
      />
    </span>
  );
}

/**
 * The time to the company's launch, when allocations unlock; N/A without one (architecture.md §5).
 */
function useTimeLeft(now: string) {
  const { t } = useTranslation("dashboard");
  return (unlocksAt: string | null): string | null => {
    if (!unlocksAt) return null;
    const left = timeLeft(new Date(unlocksAt), new Date(now));
    if (left.state === "none") return null;
    if (left.state === "over") return t("unlocked");
    if (left.days > 0) return t("time.days", { count: left.days });
    return t("time.hours", { hours: left.hours, minutes: left.minutes });
  };
}

type TableWords = OverviewPage["tables"];

export function GlobalStockTable({
  rows,
  now,
  words,
}: {
  rows: readonly GlobalStockRow[];
  now: string;
  words: TableWords;
}) {
  const { t } = useTranslation("dashboard");
  const left = useTimeLeft(now);
  return (
    <>
      <DataTable
        title={t("globalDetails")}
        rows={rows}
        keyOf={(row) => row.transactionHash}
        rowProps={(row) => ({ "data-own": row.isOwn ? "" : undefined })}
        columns={[
          {
            label: t("rank"),
            cell: (row) =>
              row.isOwn ? (
                <>
                  {row.rank} <span className="badge">{t("you")}</span>
                </>
              ) : (
                row.rank
              ),
          },
          { label: t("wallet"), cell: (row) => row.walletAddress, isShort: true },
          {
            label: t("quantity"),
            cell: (row) => formatQuantity(row.quantity),
            isNumber: true,
          },
          { label: t("hash"), cell: (row) => <Hash value={row.transactionHash} /> },
          {
            label: t("dateTimeGlobal"),
            cell: (row) => formatDateTime(new Date(row.createdAt)),
            isShort: true,
          },
          { label: t("timeLeft"), cell: (row) => left(row.unlocksAt), isShort: true },
        ]}
      />
      {rows.some(({ unlocksAt }) => unlocksAt) && <p className="hint -mt-2">{words.timeLeft}</p>}
    </>
  );
}

export function MyStockTable({
  rows,
  now,
  words,
  isNone,
}: {
  rows: readonly MyStockRow[];
  now: string;
  words: TableWords;
  /** True if no page has rows. */
  isNone: boolean;
}) {
  const { t } = useTranslation("dashboard");
  const left = useTimeLeft(now);
  const tokens = (count: number | null) => (count === null ? null : formatQuantity(count));
  return (
    <>
      <DataTable
        title={t("myDetails")}
        {...(isNone && { empty: words.emptyMine })}
        rows={rows}
        keyOf={(row) => row.transactionHash}
        columns={[
          {
            label: t("memberId"),
            cell: (row) => <span className="mono">{row.memberId}</span>,
          },
          { label: t("quantity"), cell: (row) => tokens(row.quantity), isNumber: true },
          { label: t("hash"), cell: (row) => <Hash value={row.transactionHash} isOwn /> },
          {
            label: t("dateTimeMine"),
            cell: (row) => formatDateTime(new Date(row.createdAt)),
            isShort: true,
          },
          { label: t("reward"), cell: (row) => tokens(row.reward), isNumber: true },
          { label: t("timeLeft"), cell: (row) => left(row.unlocksAt), isShort: true },
        ]}
      />
      {rows.length > 0 && (
        <p className="hint -mt-2">
          {words.check} {rows.some(({ unlocksAt }) => unlocksAt) && words.timeLeft}
        </p>
      )}
    </>
  );
}
