import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useRouteLoaderData,
  useSearchParams,
} from "@remix-run/react";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/platform/rules/money/format";
import { AddressedTabs, LinkTab, TabList, TabPanel } from "~/components/layout/tabs";
import { adminApi } from "~/lib/callers";
import type { Title } from "@locales/titles";
import { pageMeta } from "~/lib/pages/page-meta";
import { PAYMENT_TABS, paymentsPath } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { loadWords } from "~/lib/messages/words";
import type { loader as loadFrame } from "../admin/route";
import { ApplyPayment } from "./apply/apply-payment";
import { BankEntries } from "./bank/bank-entries";
import { BulkDecision } from "./bulk/bulk-decision";
import { BulkResult, UndoMany } from "./bulk/bulk-result";
import { DaySums } from "./days/day-sums";
import { Reconcile } from "./days/reconcile";
import { ImportStatement } from "./import/import-statement";
import { OneByOne } from "./one-by-one/one-by-one";
import { ListActions, PurchaseList } from "~/components/purchases/list/purchase-list";
import type { DecidedMany } from "~/components/purchases/decide/decided-many";
import { searchWith } from "~/lib/lists/list-query";
import { undoableIn, UndoLast } from "~/components/purchases/decide/undo-strip";
import { revalidateChanged } from "~/lib/forms/revalidate-changed";
import { placeIn, type View } from "./payments-address";
import { RecordPayment } from "./record/record-payment";
import { ReceivedSum } from "./sum/received-sum";
import { UnallocatedPayments } from "./unallocated/unallocated-payments";
import { actions, loaders } from "./views.server";

export const handle = await loadWords(
  "admin/purchases",
  "admin/order-list",
  "admin/review",
  "admin/corrections",
  "admin/notes",
  "admin/sums",
  "admin/record",
  "admin/bulk",
  "admin/unallocated",
  "admin/unallocated-payments",
  "admin/apply-payment",
  "admin/days",
  "admin/statements",
  "money",
);

export async function loader(args: LoaderFunctionArgs) {
  const api = await adminApi(args.context);
  const place = placeIn(new URL(args.request.url).searchParams);
  const [unallocated, undo, shown] = await Promise.all([
    place.isStep ? 0 : orRefuse(args.context, api.payments.countUnallocated()),
    undoableIn(args.request, api),
    loaders[place.view](args),
  ]);
  return { ...shown, ...place, unallocated, undo };
}

export const action = (args: ActionFunctionArgs) =>
  actions[placeIn(new URL(args.request.url).searchParams).view](args);

export const shouldRevalidate = revalidateChanged;

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(
    matches,
    data && "isExact" in data && data.isExact
      ? "Amount received"
      : TITLES[data?.view ?? "oneByOne"],
  );

const TITLES: Readonly<Record<View, Title>> = {
  oneByOne: "Payments",
  orders: "Payments",
  bank: "Payments in the bank",
  unallocated: "Unallocated payments",
  sum: "Amount received is different",
  record: "Record a payment",
  bulk: "Several payments",
  apply: "Pay a waiting order",
  days: "Money by day",
  reconcile: "A day of the bank",
  import: "Import a statement",
};

const VIEWS: Readonly<Record<View, ComponentType>> = {
  oneByOne: OneByOne,
  orders: () => (
    <PurchaseList>
      <ListActions />
    </PurchaseList>
  ),
  bank: BankEntries,
  unallocated: UnallocatedPayments,
  sum: ReceivedSum,
  record: RecordPayment,
  bulk: BulkDecision,
  apply: ApplyPayment,
  days: DaySums,
  reconcile: Reconcile,
  import: ImportStatement,
};

/** All that is done with money that comes in (product.md §2): four tabs, and steps inside them. */
export default function Payments() {
  const { tab, view, isStep, unallocated, undo, ...shown } = useLoaderData<typeof loader>();
  const { t } = useTranslation("money");
  const frame = useRouteLoaderData<typeof loadFrame>("routes/admin/route");
  const result = useActionData<DecidedMany | { outcomes?: undefined }>();
  const [params] = useSearchParams();
  const Shown = VIEWS[view];
  // On a phone a payment has the page to itself.
  const isAsked = "isAsked" in shown && shown.isAsked;
  if (isStep) return <Shown />;
  const counts = { decide: frame?.waiting ?? 0, unallocated, bank: 0, decided: 0 };
  return (
    <div className="dense">
      <AddressedTabs value={tab}>
        <div className="payments-head flex flex-wrap items-center gap-x-6 gap-y-1 xl:mr-68 [&>.tabs]:flex-auto">
          <h1 className={isAsked ? "max-lg:sr-only" : ""}>{t("title")}</h1>
          <TabList label={t("title")} className={isAsked ? "tabs max-lg:hidden" : "tabs"}>
            {PAYMENT_TABS.map((name) => (
              <LinkTab key={name} value={name} to={paymentsPath(name)}>
                {t(`tabs.${name}`)}
                {counts[name] > 0 && (
                  <span className="tab-count ms-1.5 rounded-full bg-(--accent-soft) px-1.5 tabular">
                    {formatQuantity(counts[name])}
                  </span>
                )}
              </LinkTab>
            ))}
          </TabList>
        </div>
        <TabPanel value={tab}>
          {result?.outcomes ? (
            <BulkResult {...result} backTo={searchWith(params, {})} />
          ) : undo.many ? (
            <UndoMany {...undo.many} />
          ) : (
            <UndoLast decision={undo.last} />
          )}
          <Shown />
        </TabPanel>
      </AddressedTabs>
    </div>
  );
}
