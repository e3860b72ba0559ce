import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { intentIn } from "~/lib/forms/form-reply";
import { notFound } from "~/lib/messages/refusals";
import { applyPayment, loadApply } from "./apply/apply-payment.server";
import { changeEntry, loadEntries } from "./bank/entries.server";
import { loadBulk } from "./bulk/load-bulk.server";
import { loadDays, loadReconcile, signDay } from "./days/load-days.server";
import { changeFile } from "./import/change-file.server";
import { loadImport } from "./import/load-import.server";
import { decideOneByOne } from "./one-by-one/decide-one-by-one.server";
import { loadOneByOne } from "./one-by-one/load-one-by-one.server";
import { decide } from "~/components/purchases/decide/decide.server";
import { loadOrders } from "~/components/purchases/list/load-orders.server";
import { NO_DIALOG } from "~/components/purchases/list/order-list-address";
import { rowFragment } from "~/components/purchases/keys/use-row-keys";
import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import { NO_STEP, type View } from "./payments-address";
import { loadRecord, recordPayment } from "./record/record-payment.server";
import { loadSum } from "./sum/load-sum.server";
import { loadUnallocated, settlePayment } from "./unallocated/unallocated.server";

const decideInList = ({ request, context }: ActionFunctionArgs) => decide(request, context);

/** The loader of each view. */
export const loaders = {
  oneByOne: loadOneByOne,
  orders: loadOrders,
  bank: loadEntries,
  unallocated: loadUnallocated,
  sum: loadSum,
  record: loadRecord,
  bulk: loadBulk,
  apply: loadApply,
  days: loadDays,
  reconcile: loadReconcile,
  import: loadImport,
} satisfies Record<View, (args: LoaderFunctionArgs) => Promise<object>>;

/** A decision on several leads back to its list, at the row that follows them. */
function decideMany({ request, context }: ActionFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const list = paths.admin.payments + searchWith(asked, { ...NO_DIALOG, ...NO_STEP });
  return decide(request, context, list + rowFragment(asked.get("next")));
}

/** The strip that undoes a decision is on every tab. */
const orUndo =
  (act: (args: ActionFunctionArgs) => Promise<unknown>) =>
  async ({ request, ...args }: ActionFunctionArgs) => {
    const form = await request.clone().formData();
    return ["undo", "undoMany"].includes(intentIn(form) ?? "")
      ? decide(request, args.context)
      : act({ request, ...args });
  };

/** The action of each view's forms. */
export const actions: Readonly<Record<View, (args: ActionFunctionArgs) => Promise<unknown>>> = {
  oneByOne: decideOneByOne,
  orders: decideInList,
  bank: orUndo(changeEntry),
  unallocated: orUndo(settlePayment),
  sum: decideOneByOne,
  record: recordPayment,
  bulk: decideMany,
  apply: applyPayment,
  days: ({ context }) => {
    throw notFound(context);
  },
  reconcile: signDay,
  import: changeFile,
};
