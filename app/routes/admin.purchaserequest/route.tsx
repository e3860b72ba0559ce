import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AddressedTabs, LinkTab, TabList, TabPanel } from "~/components/layout/tabs";
import { adminApi } from "~/lib/callers";
import { searchWith } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { loadWords } from "~/lib/messages/words";
import { decide } from "~/components/purchases/decide/decide.server";
import { loadOrders } from "~/components/purchases/list/load-orders.server";
import { NO_DIALOG, NO_SORT } from "~/components/purchases/list/order-list-address";
import { ListActions, PurchaseList } from "~/components/purchases/list/purchase-list";
import { revalidateChanged } from "~/lib/forms/revalidate-changed";
import { undoableIn, UndoLast } from "~/components/purchases/decide/undo-strip";

export const handle = await loadWords(
  "admin/purchases",
  "admin/order-list",
  "admin/corrections",
  "admin/review",
  "admin/statements",
  "admin/unallocated",
);

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  // A decision on several is a step of the page of payments.
  if (searchParams.has("bulk")) {
    throw redirect(paths.admin.payments + searchWith(searchParams, { step: "bulk" }));
  }
  const api = await adminApi(args.context);
  const [list, undo] = await Promise.all([loadOrders(args), undoableIn(args.request, api)]);
  return { ...list, undo: undo.last };
}

export const action = ({ request, context }: ActionFunctionArgs) => decide(request, context);

export const shouldRevalidate = revalidateChanged;

export const meta = titled("Manage Purchase");

/** The documented list of purchases (product.md §2), with the rows and dialogs of the page of payments. */
export default function ManagePurchase() {
  const { isHistory, undo } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation("purchases");
  const tab = (name: string | null) => searchWith(params, { ...NO_DIALOG, ...NO_SORT, tab: name });
  const shown = isHistory ? "history" : "requests";
  return (
    <div className="dense grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("title")}</h1>
        <ListActions />
      </div>
      <UndoLast decision={undo} />
      <AddressedTabs value={shown}>
        <TabList label={t("title")}>
          <LinkTab value="requests" to={tab(null)}>
            {t("requests")}
          </LinkTab>
          <LinkTab value="history" to={tab("history")}>
            {t("history")}
          </LinkTab>
        </TabList>
        <TabPanel value={shown}>
          <PurchaseList />
        </TabPanel>
      </AddressedTabs>
    </div>
  );
}
