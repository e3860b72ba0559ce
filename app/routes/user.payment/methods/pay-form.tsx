import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { needsProof } from "@server/payments/rules/keys";
import { formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { Checkbox } from "~/components/form/field";
import { searchWith } from "~/lib/lists/list-query";
import { ConsentLabel } from "~/components/policy/consent-label";
import { usePayable } from "./use-payable";
import type { SelectedMethod } from "./selected-method";

const CANCEL_FORM = "cancel-order";

/** The id of the button that opens the proof dialog. */
export const OPEN_PROOF = "open-proof";

/** The id of the link that asks whether to cancel the order. */
export const CANCEL_ORDER = "ask-cancel";

const FOLLOWS = "what-follows";

/** The id of the checkbox's place. */
const AGREE = "agree";

type Method = SelectedMethod["method"];

/** Returns the text of the button that goes on. */
function useNext(method: Method): string {
  const { t } = useTranslation(["payment", "paying"]);
  const { order } = usePayable();
  if (method === "MANUAL") return t("manual.submit");
  return t(order.status === "REJECTED" ? "paying:sendAgain" : "paid");
}

/**
 * The consent to privacy policy and terms, then how to pay, then the next step: the proof dialog or, for
 * manual payment, the submission. All methods share this form, so that the checkbox keeps its state when
 * the tab changes.
 */
export function PayForm({
  method,
  isBare,
  children,
  ...opened
}: {
  method: Method;
  /** The order must not be paid, so no step stays in sight. */
  isBare: boolean;
  /** A UPI app was opened. */
  isOpened: boolean;
  onOpen: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation(["payment", "paying"]);
  const [params] = useSearchParams();
  const { order, policyVersion, termsVersion } = usePayable();
  const next = useNext(method);
  const isProved = needsProof(method);
  const isRest = order.rest !== null;
  // A rest needs no consent, so that its proof is a link away, and there is no order to cancel.
  if (isRest && isProved) {
    return (
      <div className="grid gap-5">
        {children}
        <Link
          id={OPEN_PROOF}
          className="button w-full"
          to={searchWith(params, { tab: method.toLowerCase(), proof: 1, sent: isBare ? 1 : null })}
          replace
          preventScrollReset
        >
          {next}
        </Link>
        <p className="hint text-center">{t("paying:follows")}</p>
      </div>
    );
  }
  return (
    <>
      <PostForm
        contract="consent"
        intent={isProved ? "consent" : "manual"}
        unanswered={t(isProved ? "proof.unanswered" : "manual.unanswered")}
        className="grid gap-5"
      >
        <input type="hidden" name="purchaseId" value={order.orderNumber} />
        <input type="hidden" name="paymentMethod" value={method} />
        <input type="hidden" name="policyVersion" value={policyVersion} />
        <input type="hidden" name="termsVersion" value={termsVersion} />
        {!isProved && (
          <>
            <input type="hidden" name="amount" value={rupeesText(order.amountPaise)} />
            <IdempotencyKey />
          </>
        )}
        {!isRest && (
          <PayBar method={method} isBare={isBare} {...opened}>
            <div id={AGREE} className="agree">
              <Checkbox
                name="consent"
                defaultChecked={order.consentedAt !== null}
                label={<ConsentLabel />}
              />
              <p className="hint">{t("paying:agreeFirst")}</p>
            </div>
          </PayBar>
        )}
        {children}
        <div className="grid justify-items-center gap-1 text-center">
          <SubmitButton
            id={OPEN_PROOF}
            aria-describedby={isProved ? FOLLOWS : undefined}
            pending={t("paying")}
            className="pay-next w-full"
          >
            {next}
          </SubmitButton>
          {isProved && (
            <p id={FOLLOWS} className="hint">
              {t("paying:follows")}
            </p>
          )}
          {isRest ? null : order.status === "OPEN" ? (
            <Link
              id={CANCEL_ORDER}
              className="link-out px-3"
              to={searchWith(params, { cancel: 1, proof: null })}
              replace
              preventScrollReset
            >
              {t("cancel")}
            </Link>
          ) : (
            <button type="submit" form={CANCEL_FORM} className="link-out cursor-pointer px-3">
              {t("cancel")}
            </button>
          )}
        </div>
      </PostForm>
      {order.status !== "OPEN" && !isRest && (
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

/**
 * The consent and, in reach at a phone's foot, the one next step below it: to pay in a UPI app, then to
 * report the payment. Before the consent the step points at the checkbox: a refusal would frighten whoever
 * has just paid. A style shows one of the two, so that it works without scripts.
 */
function PayBar({
  method,
  isBare,
  isOpened,
  onOpen,
  children,
}: {
  method: Method;
  isBare: boolean;
  isOpened: boolean;
  onOpen: () => void;
  /** The consent. */
  children: ReactNode;
}) {
  const { t } = useTranslation(["payment", "paying"]);
  const { order, upi } = usePayable();
  const next = useNext(method);
  // A rejected member has paid in most cases.
  const app = method === "UPI" && !isOpened && order.status === "OPEN" ? upi : null;
  const payByUpi = t("paying:payByUpi", { total: formatRupees(order.duePaise) });
  if (isBare) return children;
  return (
    <div className="pay-bar">
      {children}
      {app ? (
        <a className="button w-full" href={app.link} onClick={onOpen}>
          {payByUpi}
        </a>
      ) : (
        <SubmitButton pending={t("paying")} className="w-full">
          {next}
        </SubmitButton>
      )}
      <a href={`#${AGREE}`} className="button w-full">
        {app ? payByUpi : next}
      </a>
    </div>
  );
}
