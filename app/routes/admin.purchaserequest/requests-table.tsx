import { Form, useNavigate, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { AdminTransactionRecord } from "@server/contracts/orders";
import { type Column, DataTable } from "~/components/data/data-table";
import { useIsLive } from "~/lib/use-is-live";
import { BulkBar } from "./bulk-bar";
import { type Row, numbered, usePurchaseColumns } from "./purchase-columns";
import { RowActions } from "./row-actions";
import { useKeysSwitch } from "./use-keys-switch";
import { rowElementId, useRowKeys } from "./use-row-keys";
import { useSelection } from "./use-selection";
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
    head: <span className="sr-only">{t("bulk.select")}</span>,
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
    cell: (row) => <RowActions row={row} decided={decided.get(row.id)} linkTo={linkTo} />,
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
