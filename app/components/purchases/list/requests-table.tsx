import { Form, useNavigate, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "~/components/lists/data-table";
import { useMay } from "~/lib/use-may";
import { BulkBar, selectsWholePage } from "./bulk-bar";
import { filterOf } from "./order-list-address";
import { HiddenListParams } from "~/components/lists/filter-select";
import { Tick, tickColumn } from "~/components/lists/selection";
import type { SortedOrder } from "@server/orders/contracts/order-lists";
import { useOrderColumns } from "./order-columns";
import { RowActions } from "./row-actions";
import { useKeysSwitch } from "../keys/use-keys-switch";
import { type OpenDialog, rowElementId, useRowKeys } from "../keys/use-row-keys";
import { shiftClick, useSelection } from "../keys/use-selection";
import type { Decided } from "../order/use-order-updates";

interface Props {
  rows: readonly SortedOrder[];
  linkTo: (change: Record<string, string | null>) => string;
  /** Decisions by other admins since the list was loaded. */
  decided: ReadonlyMap<string, Decided>;
}

/** Orders that wait for a decision, decided singly by button or key, or several at once. */
export function RequestsTable({ rows, linkTo, decided }: Props) {
  const { t } = useTranslation("purchases");
  const columns = useOrderColumns();
  const [params] = useSearchParams();
  const selection = useSelection(selectsWholePage(params) ? rows.map(({ id }) => id) : []);
  const navigate = useNavigate();
  const [isOn] = useKeysSwitch();
  const mayDecide = useMay()("orders.approve");
  const open = (change: Record<string, string | null>) =>
    navigate(linkTo(change), { preventScrollReset: true });
  const waiting = rows.filter(({ id }) => !decided.has(id));
  const waitingIds = waiting.map(({ id }) => id);
  const { current, stand } = useRowKeys(
    rows.map(({ id }) => id),
    {
      approve: (id) => open({ approve: id, reject: null }),
      reject: (id) => open({ reject: id, approve: null }),
      help: () => open({ keys: "1" }),
      select: (id) => {
        if (waiting.some((row) => row.id === id)) selection.toggle(id);
      },
      extend: (from, to) => selection.extend(waitingIds, to, from),
      proof: (id) => open({ view: id }),
    },
    isOn && mayDecide,
    dialogOf(params),
  );
  const select = tickColumn<SortedOrder>(t("bulk.select"), (row) => (
    <Tick
      id={row.id}
      name="id"
      label={t("bulk.selectOne", { order: row.orderNumber })}
      list={waitingIds}
      selection={selection}
      isDisabled={decided.has(row.id)}
    />
  ));
  const action: Column<SortedOrder> = {
    label: t("action"),
    isAction: true,
    place: "act",
    cell: (row) => <RowActions row={row} decided={decided.get(row.id)} linkTo={linkTo} />,
  };
  return (
    <Form method="get" className="grid gap-3">
      <HiddenListParams without={NOT_KEPT} />
      <input type="hidden" name="form" value="list" />
      <DataTable
        title={t("requests")}
        isTitleHidden
        rows={rows}
        empty={t(filterOf(params) ? "emptyOf.noMatch" : "emptyOf.waiting")}
        columns={[...(mayDecide ? [select] : []), ...columns, action]}
        rowProps={(row) => ({
          id: rowElementId(row.id),
          tabIndex: -1,
          onFocus: () => stand(row.id),
          ...(mayDecide && shiftClick(() => selection.extend(waitingIds, row.id))),
          "data-current": current === row.id && isOn ? "true" : undefined,
          "data-decided": decided.has(row.id) ? "true" : undefined,
        })}
      />
      {rows.length > 0 && mayDecide && (
        <BulkBar rows={waiting} selection={selection} selectAllTo={linkTo({ select: "page" })} />
      )}
    </Form>
  );
}

const dialogOf = (params: URLSearchParams): OpenDialog => ({
  rowId: params.get("approve") ?? params.get("reject") ?? params.get("view"),
  isOpen: ["approve", "reject", "view", "bulk", "keys"].some((name) => params.has(name)),
});

const NOT_KEPT = ["id", "bulk", "next", "approve", "reject", "select", "tab", "step", "form"];
