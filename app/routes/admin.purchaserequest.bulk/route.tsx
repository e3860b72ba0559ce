import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ApproveOrdersForm, RejectOrders } from "@server/contracts/decisions";
import { asksMoney } from "~/lib/asks-money";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/constraints.server";
import { searchWith } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { loadWords } from "~/lib/words";
import { translateRefusal } from "@server/words/refusals.server";
import { methodIn } from "@server/words/method-in.server";
import { translatorOf } from "@server/words/translators.server";
import { decide } from "../admin.purchaserequest/decide";
import { NO_DIALOG, orderListAddress } from "../admin.purchaserequest/order-list-address";
import { rejectReasons } from "../admin.purchaserequest/reject-reasons.server";
import { atRow } from "../admin.purchaserequest/use-row-keys";
import { revalidateChanged } from "../admin.purchaserequest/revalidate-changed";
import { BulkResult } from "./bulk-result";
import { DryRun } from "./dry-run";

export const handle = await loadWords("purchases", "bulk");

const constraints = constraintsOf({ approveMany: ApproveOrdersForm, rejectMany: RejectOrders });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { bulk, orderIds } = orderListAddress(request);
  if (!bulk) throw redirect(paths.admin.purchaseRequest);
  const rows =
    orderIds.length === 0
      ? []
      : await orRefuse(context, api.orders.dryRun({ orderIds, decision: bulk }));
  const { t } = translatorOf(context.language);
  return {
    constraints,
    bulk,
    rows: rows.map(({ refusal, paymentMethod, ...row }) => ({
      ...row,
      method: methodIn(t, paymentMethod),
      refusal: refusal && translateRefusal(context.language, refusal.code, refusal.params),
    })),
    reasons: await rejectReasons(context, api),
    asksMoney: asksMoney(context),
    idempotencyKey: crypto.randomUUID(),
  };
}

export const action = ({ request, context }: ActionFunctionArgs) => decide(request, context);

export const shouldRevalidate = revalidateChanged;

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Manage Purchase");

/** What a decision on several purchases would do, then what it did. */
export default function BulkDecision() {
  const { bulk, ...shown } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [params] = useSearchParams();
  const { t } = useTranslation(["purchases", "bulk"]);
  const backTo = paths.admin.purchaseRequest + searchWith(params, NO_DIALOG);
  const isDone = result !== undefined && "outcomes" in result;
  return (
    <div className="grid gap-5">
      <h1>{isDone ? t("bulk:resultTitle") : t(`bulk:${bulk}Title`)}</h1>
      {isDone ? (
        <BulkResult
          did={"isUndone" in result ? "undo" : bulk}
          outcomes={result.outcomes}
          undo={result.undo}
          backTo={backTo + atRow(params.get("next"))}
        />
      ) : (
        <DryRun {...shown} bulk={bulk} result={result} backTo={backTo} />
      )}
    </div>
  );
}
