import { Form, useSearchParams } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { needsProof } from "@server/payments/rules/keys";
import { formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { Checkbox } from "~/components/form/field";
import { ConsentLabel } from "~/components/policy/consent-label";
import { SUBMIT_TEXTS, usePayable } from "./use-steps";
import type { SelectedMethod } from "./selected-method";

const CANCEL_FORM = "cancel-order";

/** The id of the button that opens the proof dialog. */
export const OPEN_PROOF = "open-proof";

/** The id of the button that asks whether to cancel the order. */
export const CANCEL_ORDER = "ask-cancel";

const FOLLOWS = "what-follows";

/** The id of the checkbox's place. */
const AGREE = "agree";

/**
 * The checkbox of privacy policy and terms, and the next step: the proof dialog or, for manual payment, the submission.
 * All methods share this form, so that the checkbox keeps its state when the tab changes.
 */
export function ConsentForm({
  method,
  isBare,
}: {
  method: SelectedMethod["method"];
  /** The order must not be paid, so no step stays in sight. */
  isBare: boolean;
}) {
  const { t } = useTranslation(["payment", "paying"]);
  const [params] = useSearchParams();
  const { order, policyVersion, termsVersion } = usePayable();
  const follows = needsProof(method) ? t("paying:follows") : undefined;
  return (
    <>
      <PostForm
        contract="consent"
        intent={method === "MANUAL" ? "manual" : "consent"}
        unanswered={t(method === "MANUAL" ? "manual.unanswered" : "proof.unanswered")}
        className="grid gap-4"
      >
        <input type="hidden" name="purchaseId" value={order.orderNumber} />
        <input type="hidden" name="paymentMethod" value={method} />
        <input type="hidden" name="policyVersion" value={policyVersion} />
        <input type="hidden" name="termsVersion" value={termsVersion} />
        {method === "MANUAL" && (
          <>
            <input type="hidden" name="amount" value={rupeesText(order.amountPaise)} />
            <IdempotencyKey />
          </>
        )}
        <div id={AGREE} className="agree">
          <Checkbox
            name="consent"
            defaultChecked={order.consentedAt !== null}
            label={<ConsentLabel />}
          />
          {method !== "MANUAL" && <p className="hint">{t("paying:agreeFirst")}</p>}
        </div>
        <div className="flex flex-wrap gap-x-3 gap-y-1">
          <SubmitButton
            id={OPEN_PROOF}
            aria-describedby={follows && FOLLOWS}
            pending={t("paying")}
            className="min-w-[min(10rem,100%)] flex-1"
          >
            {t(SUBMIT_TEXTS[method])}
          </SubmitButton>
          <button
            id={CANCEL_ORDER}
            type="submit"
            form={CANCEL_FORM}
            className="button button-quiet"
          >
            {t("cancel")}
          </button>
          {follows && (
            <p id={FOLLOWS} className="hint basis-full">
              {follows}
            </p>
          )}
        </div>
        {!isBare && <PayBar method={method} />}
      </PostForm>
      {order.status === "OPEN" ? (
        <Form id={CANCEL_FORM} method="get" replace preventScrollReset className="hidden">
          {[...params].map(
            ([name, value]) =>
              name !== "cancel" &&
              name !== "proof" && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <input type="hidden" name="cancel" value="1" />
        </Form>
      ) : (
        <ButtonForm
          id={CANCEL_FORM}
          intent="cancel"
          // Hidden until it is refused.
          className="not-has-[[role=alert]]:hidden"
        >
          <input type="hidden" name="purchaseId" value={order.orderNumber} />
          <IdempotencyKey />
        </ButtonForm>
      )}
    </>
  );
}

/** The next step, in reach at a phone's foot: to pay in a UPI app, then to report the payment. */
function PayBar({ method }: { method: SelectedMethod["method"] }) {
  const { t } = useTranslation(["payment", "paying"]);
  const [isOpened, setOpened] = useState(false);
  const { order, upi } = usePayable();
  // A rejected member has paid in most cases.
  const isToPay = method === "UPI" && upi && !isOpened && order.status === "OPEN";
  return (
    <div className="pay-bar">
      {isToPay ? (
        <>
          <a className="button w-full" href={upi.link} onClick={() => setOpened(true)}>
            {t("paying:payByUpi", { total: formatRupees(order.totalPaise) })}
          </a>
          <NextStep tone="quiet" className="without-scripts mt-2">
            {t("paying:addNumber")}
          </NextStep>
        </>
      ) : method === "MANUAL" ? (
        <SubmitButton pending={t("paying")} className="w-full">
          {t(SUBMIT_TEXTS[method])}
        </SubmitButton>
      ) : (
        <NextStep pending={t("paying")}>{t("paying:addNumber")}</NextStep>
      )}
    </div>
  );
}

/**
 * Sends the form. Before the consent it leads to the checkbox, which is out of sight: a refusal would
 * frighten whoever has just paid. A style shows one of the two, so that it works without scripts.
 */
function NextStep({
  children,
  className = "",
  tone = "main",
  pending,
}: {
  children: ReactNode;
  className?: string;
  tone?: "main" | "quiet";
  pending?: string;
}) {
  return (
    <div className={`next-step ${className}`}>
      <SubmitButton tone={tone} pending={pending} className="w-full">
        {children}
      </SubmitButton>
      <a href={`#${AGREE}`} className={`button w-full ${tone === "quiet" ? "button-quiet" : ""}`}>
        {children}
      </a>
    </div>
  );
}
