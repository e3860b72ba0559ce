import { Link, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { ButtonForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { isFormReply } from "~/lib/forms/form-reply";
import { returnedPaise } from "~/lib/orders/returned-paise";
import { paymentsPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { DecisionForm, type Deciding } from "../decide/decision-panel";
import { useStepTo } from "../keys/use-step-to";
import { Correction, ReasonedCorrection } from "./correction";

/** The menu of what can be corrected about a decided order, folded. */
export function OrderCorrections(deciding: Deciding) {
  const { t } = useTranslation(["corrections", "purchases", "unallocated"]);
  const dates = useDates();
  const may = useMay();
  const stepTo = useStepTo();
  const { order, review, undoable } = deciding;
  const entries = may("statements.unlink")
    ? review.lines.filter(({ status }) => status === "MATCHED")
    : [];
  const returned = returnedPaise(review);
  const intents = ["undo", "reverse", ...entries.map(({ id }) => `unlink ${id}`)];
  const answer = useActionData();
  const isRefused = isFormReply(answer) && intents.includes(answer.form ?? "");
  if (order.status === "PENDING" || !may("orders.reverse")) return null;
  return (
    <details open={isRefused || undefined}>
      <summary className="button button-quiet list-none">{t("title")}</summary>
      <div className="mt-2">
        {undoable && (
          <Correction act="undo" intent="undo">
            <ButtonForm intent="undo" hidden={{ orderId: order.id, decidedAt: undoable.decidedAt }}>
              <IdempotencyKey />
              <SubmitButton tone="quiet">{t("undo.name")}</SubmitButton>
            </ButtonForm>
          </Correction>
        )}
        {order.status === "APPROVED" && (
          <Correction
            act="reverse"
            intent="reverse"
            money={
              returned > 0 ? t("reverse.moneyBack", { sum: formatRupees(returned) }) : undefined
            }
          >
            <DecisionForm {...deciding} decision="reverse" />
          </Correction>
        )}
        {entries.map(({ id, bookedOn, amountPaise }) => (
          <ReasonedCorrection
            key={id}
            act="unlink"
            about={`${dates.day(bookedOn)} ${formatRupees(amountPaise)}`}
            contract="unlink"
            intent={`unlink ${id}`}
            hidden={{ lineId: id }}
          />
        ))}
        <p className="flex flex-wrap gap-x-4">
          <Link className="link-out" to={stepTo("record", { order: order.orderNumber })}>
            {t("purchases:recordOther")}
          </Link>
          <Link
            className="link-out"
            to={paymentsPath("unallocated", { search: order.orderNumber })}
          >
            {t("unallocated:title")}
          </Link>
        </p>
      </div>
    </details>
  );
}
