import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { searchWith } from "~/lib/lists/list-query";
import type { decide } from "~/components/purchases/decide/decide.server";
import { NO_DIALOG } from "~/components/purchases/list/order-list-address";
import { rowFragment } from "~/components/purchases/keys/use-row-keys";
import { NO_STEP } from "../payments-address";
import { BulkResult } from "./bulk-result";
import { DryRun } from "./dry-run";
import type { loadBulk } from "./load-bulk.server";

/** The page tells what a decision on several purchases would do, then what it did. */
export function BulkDecision() {
  const { bulk, ...shown } = useLoaderData<typeof loadBulk>();
  const result = useActionData<typeof decide>();
  const [params] = useSearchParams();
  const { t } = useTranslation(["purchases", "bulk"]);
  const backTo = searchWith(params, { ...NO_DIALOG, ...NO_STEP });
  const isDone = result !== undefined && "outcomes" in result;
  return (
    <div className="grid gap-5">
      <h1>{isDone ? t("bulk:resultTitle") : t(`bulk:${bulk}Title`)}</h1>
      {isDone ? (
        <BulkResult {...result} backTo={backTo + rowFragment(params.get("next"))} />
      ) : (
        <DryRun {...shown} bulk={bulk} backTo={backTo} />
      )}
    </div>
  );
}
