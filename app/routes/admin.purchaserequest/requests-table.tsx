import { Form, Link, useNavigate, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { AdminTransactionRecord } from "@server/contracts/orders";
import { formatRupees } from "@server/domain/money/format";
import { StatusBadge } from "~/components/data/badge";
import { type Column, DataTable } from "~/components/data/data-table";
import { useIsLive } from "~/lib/use-is-live";
import { type Row, numbered, usePurchaseColumns } from "./purchase-columns";
import { useKeysSwitch } from "./use-keys-switch";
import { rowElementId, useRowKeys } from "./use-row-keys";
import { type Selection, useSelection } from "./use-selection";
import type { Decided } from "./use-states";

interface Props {
  rows: readonly AdminTransactionRecord[];
  /** Its number in the whole list. */
  first: number;
  linkTo: (change: Record<string, string | null>) => string;
  /** What others have decided since the list was made. */
  decided: ReadonlyMap<string, Decided>;
}

/** What waits for a decision: one at a time by button or key, or several at once. */
export function RequestsTable({ rows, first, linkTo, decided }: Props) {
  const { t } = useTranslation("purchases");
  const { before, status, date } = usePurchaseColumns();
  const [params] = useSearchParams();
  const selection = useSelection(isAllAsked(params) ? rows.map(({ id }) => id) : []);
  const navigate = useNavigate();
  const [isOn] = useKeysSwitch();
  const open = (change: Record<string, string | null>) =>
    navigate(linkTo(change), { preventScrollReset: true });
  const waiting = rows.filter(({ id }) => !decided.has(id));
  const { current, stand } = useRowKeys(
    rows.map(({ id }) => id),
    {
      approve: (id) => open({ approve: id, reject: null }),
      reject: (id) => open({ reject: id, approve: null }),
      help: () => open({ keys: "1" }),
      select: (id) => {
        if (waiting.some((row) => row.id === id)) selection.toggle(id);
      },
      proof: (id) => open({ view: id }),
    },
    isOn,
  );
  const isLive = useIsLive();
  const picked = waiting.filter(({ id }) => selection.ids.has(id));
  const waitingIds = waiting.map(({ id }) => id);
  const select: Column<Row> = {
    label: t("bulk.select"),
    cell: (row) => (
      <input
        type="checkbox"
        className="tick"
        name="id"
        value={row.id}
        aria-label={t("bulk.selectOne", { order: row.orderNumber })}
        disabled={decided.has(row.id)}
        checked={selection.ids.has(row.id) && !decided.has(row.id)}
        onChange={() => selection.toggle(row.id)}
      />
    ),
  };
  const action: Column<Row> = {
    label: t("columns.action"),
    cell: (row) => <Actions row={row} decided={decided.get(row.id)} linkTo={linkTo} />,
  };
  return (
    <Form method="get" className="grid gap-3" preventScrollReset>
      <KeptParams />
      <DataTable
        title={t("requests")}
        rows={numbered(rows, first)}
        keyOf={(row) => row.id}
        columns={[select, ...before, status, date, action]}
        rowProps={(row) => ({
          id: rowElementId(row.id),
          tabIndex: -1,
          onFocus: () => stand(row.id),
          "data-current": current === row.id && isOn ? "true" : undefined,
          "data-decided": decided.has(row.id) ? "true" : undefined,
        })}
      />
      {rows.length > 0 && (
        <BulkBar
          picked={picked}
          isLive={isLive}
          all={waitingIds}
          selection={selection}
          selectAllTo={linkTo({ select: "page" })}
        />
      )}
    </Form>
  );
}

/** Without a script "select all" is an address. */
const isAllAsked = (params: URLSearchParams): boolean => params.get("select") === "page";

const NOT_KEPT = new Set(["id", "bulk", "approve", "reject", "select"]);

/** What the present list is, carried over by the form's address. */
function KeptParams() {
  const [params] = useSearchParams();
  const kept = [...params].filter(([name]) => !NOT_KEPT.has(name));
  return kept.map(([name, value], index) => (
    <input key={`${name}-${index}`} type="hidden" name={name} value={value} />
  ));
}

function Actions({
  row,
  decided,
  linkTo,
}: {
  row: Row;
  decided: Decided | undefined;
  linkTo: Props["linkTo"];
}) {
  const { t } = useTranslation("purchases");
  if (decided) {
    return (
      <span className="grid justify-items-end gap-1">
        <StatusBadge status={decided.status} />
        <span className="hint">{decided.decidedBy ?? t("someone")}</span>
      </span>
    );
  }
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Link
        className="button button-small"
        to={linkTo({ approve: row.id, reject: null })}
        preventScrollReset
      >
        {t("approve")}
      </Link>
      <Link
        className="button button-quiet button-small"
        to={linkTo({ reject: row.id, approve: null })}
        preventScrollReset
      >
        {t("reject")}
      </Link>
    </span>
  );
}

/** How many are selected and what they come to; without a script the next page counts. */
function BulkBar({
  picked,
  isLive,
  all,
  selection,
  selectAllTo,
}: {
  picked: readonly AdminTransactionRecord[];
  isLive: boolean;
  all: readonly string[];
  selection: Selection;
  selectAllTo: string;
}) {
  const { t } = useTranslation("purchases");
  const sum = picked.reduce((paise, row) => paise + row.finalAmountPaise, 0);
  const isNone = isLive && picked.length === 0;
  return (
    <div className="bulk-bar" role="group" aria-label={t("bulk.select")}>
      {!isLive && (
        <noscript>
          <a href={selectAllTo}>{t("bulk.selectPage")}</a>
        </noscript>
      )}
      {isLive && (
        <>
          <label className="checkbox">
            <input
              type="checkbox"
              checked={picked.length > 0 && picked.length === all.length}
              onChange={() => selection.toggleAll(all)}
            />
            <span>{t("bulk.selectPage")}</span>
          </label>
          <p className="tabular" aria-live="polite">
            {t("bulk.selected", { count: picked.length })}
            {picked.length > 0 && ` · ${t("bulk.sum", { sum: formatRupees(sum) })}`}
          </p>
        </>
      )}
      <span className="flex flex-wrap gap-2 md:ml-auto">
        <button
          type="submit"
          name="bulk"
          value="approve"
          className="button button-small"
          disabled={isNone}
        >
          {t("bulk.approve")}
        </button>
        <button
          type="submit"
          name="bulk"
          value="reject"
          className="button button-quiet button-small"
          disabled={isNone}
        >
          {t("bulk.reject")}
        </button>
      </span>
    </div>
  );
}
