import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { rupeesText } from "@server/platform/rules/money/format";
import { Field } from "~/components/form/field";
import { QueryForm } from "~/components/form/query-form";
import { BackLink } from "~/components/layout/back-link";
import { searchWith } from "~/lib/lists/list-query";
import { HiddenListParams } from "~/components/lists/filter-select";
import { NO_STEP } from "../payments-address";
import { RecordForm } from "./record-form";
import type { loadRecord } from "./record-payment.server";

const OF_RECORD = new Set(["order", "line"]);

/** Money that an admin knows of and that no member has submitted (product.md §2). */
export function RecordPayment() {
  const [params] = useSearchParams();
  const { order, line, typed } = useLoaderData<typeof loadRecord>();
  const result = useActionData();
  const { t } = useTranslation("record");
  return (
    <div className="grid max-w-3xl gap-5">
      <BackLink to={searchWith(params, NO_STEP)}>{t("back")}</BackLink>
      <div className="grid gap-2">
        <h1>{t("title")}</h1>
        <p className="text-muted">{t("intro")}</p>
      </div>
      <section className="card p-4 md:p-6" aria-label={t("find")}>
        <QueryForm key={order?.orderNumber} contract="show" className="grid gap-4">
          <HiddenListParams without={OF_RECORD} />
          {line && <input type="hidden" name="line" value={line.id} />}
          <Field
            name="order"
            label={t("find")}
            hint={t("findHint")}
            autoComplete="off"
            required
            defaultValue={order?.orderNumber ?? typed ?? ""}
            {...(typed !== null && { problem: t("unknown") })}
          />
          <div className="flex justify-end">
            <button type="submit" className={order ? "button button-quiet" : "button"}>
              {t("show")}
            </button>
          </div>
        </QueryForm>
      </section>
      {order && (
        <RecordForm
          key={`${order.orderNumber} ${order.version} ${line ? rupeesText(line.amountPaise) : ""}`}
          result={result}
        />
      )}
    </div>
  );
}
