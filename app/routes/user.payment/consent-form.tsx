import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { rupeesText } from "@server/domain/money/format";
import { Checkbox } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/lib/paths";
import type { PayableData } from "./load-payment.server";

const CANCEL_FORM = "cancel-order";

/** The privacy box and what follows it: on to the proof or, by hand, the submission itself. */
export function ConsentForm({
  data,
  result,
  submitLabel,
}: {
  data: PayableData;
  result: unknown;
  submitLabel: ReactNode;
}) {
  const { t } = useTranslation("payment");
  const { order, method, policyVersion, idempotencyKey } = data;
  return (
    <>
      <PostForm
        // Another tab is another form.
        key={method}
        intent={method === "MANUAL" ? "manual" : "consent"}
        result={result}
        isToasted
        unanswered={t(method === "MANUAL" ? "manual.unanswered" : "proof.unanswered")}
        className="grid gap-4"
      >
        <input type="hidden" name="purchaseId" value={order.orderNumber} />
        <input type="hidden" name="paymentMethod" value={method} />
        <input type="hidden" name="policyVersion" value={policyVersion} />
        {method === "MANUAL" && (
          <>
            <input type="hidden" name="amount" value={rupeesText(order.amountPaise)} />
            <IdempotencyKey value={idempotencyKey} />
          </>
        )}
        <Checkbox
          name="consent"
          defaultChecked={order.consentedAt !== null}
          label={
            <>
              {t("consent")}{" "}
              <Link to={paths.privacyPolicy} target="_blank" rel="noreferrer">
                {t("consentLink")}
              </Link>
            </>
          }
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton pending={t("paying")} className="min-w-[min(10rem,100%)] flex-1">
            {submitLabel}
          </SubmitButton>
          <button type="submit" form={CANCEL_FORM} className="button button-quiet">
            {t("cancel")}
          </button>
        </div>
      </PostForm>
      <PostForm
        id={CANCEL_FORM}
        intent="cancel"
        result={result}
        isToasted
        // Nothing to see until it is refused.
        className="not-has-[[role=alert]]:hidden"
      >
        <input type="hidden" name="purchaseId" value={order.orderNumber} />
        <IdempotencyKey value={`${idempotencyKey}-cancel`} />
      </PostForm>
    </>
  );
}
