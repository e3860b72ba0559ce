import { Link, useSearchParams } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ACCEPT_PROOF } from "@server/files/rules/accepted-types";
import { formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { useReply } from "~/components/form/form-frame";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { AmountField } from "~/components/form/amount-field";
import { Field } from "~/components/form/field";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { UploadField } from "~/components/upload/upload-field";
import { AddressedDialog } from "~/components/dialog/dialog";
import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import type { SelectedMethod } from "../methods/selected-method";
import { OPEN_PROOF } from "../methods/pay-form";
import { questionIn } from "./proof-questions";
import { useDraft } from "./proof-draft";
import { usePayable } from "../methods/use-payable";

const CLOSE_FORM = "close-proof";

/** The proof of a bank or UPI payment; a plain form until scripts upload its file in advance. */
export function ProofDialog({ chosen }: { chosen: SelectedMethod }) {
  const { t } = useTranslation(["payment", "paying"]);
  const [params] = useSearchParams();
  const [isUploading, setIsUploading] = useState(false);
  const { order, replacedBy, upi, tooLarge } = usePayable();
  const { method, bank } = chosen;
  const reply = useReply("proof");
  const doubts = questionIn(reply);
  const total = rupeesText(order.duePaise);
  const closeTo = searchWith(params, { proof: null });
  const box = useRef<HTMLDivElement>(null);
  const { draft, entered, keep, forget } = useDraft(box, order.orderNumber, total);
  const [isAsked, setAsked] = useState(false);
  const before = useRef<Element | null>(null);
  // Whoever goes on is where they were.
  useEffect(() => {
    if (!isAsked && before.current instanceof HTMLElement) before.current.focus();
  }, [isAsked]);
  const keepNow = useRef(keep);
  useEffect(() => {
    keepNow.current = keep;
  });
  const wasUploading = useRef(false);
  // A file that was stored fills in what nobody types.
  useEffect(() => {
    if (wasUploading.current && !isUploading) keepNow.current();
    wasUploading.current = isUploading;
  }, [isUploading]);
  const account =
    method === "UPI"
      ? upi && { id: upi.beneficiaryId, version: upi.beneficiaryVersion }
      : bank && { id: bank.id, version: bank.version };
  return (
    <AddressedDialog
      title={t("proof.title")}
      closeTo={closeTo}
      openerId={OPEN_PROOF}
      mayClose={() => {
        const isEmpty = !isAsked && !entered();
        if (!isAsked) before.current = document.activeElement;
        setAsked(!isEmpty && !isAsked);
        return isEmpty;
      }}
    >
      {isAsked && (
        <LeaveProof closeTo={closeTo} onStay={() => setAsked(false)} onDiscard={forget} />
      )}
      {replacedBy && (
        <p className="note note-warning mb-4">
          <TriangleAlert />
          <span>
            {t("replaced", { orderNumber: order.orderNumber, latest: replacedBy.orderNumber })}{" "}
            {t("replacedHint")}
          </span>
        </p>
      )}
      <div ref={box} onInput={keep}>
        <PostForm
          // A draft fills in a new form.
          key={draft ? "draft" : "new"}
          contract="proof"
          noValidate
          intent="proof"
          otherwise={draft}
          unanswered={t("proof.unanswered")}
          encType="multipart/form-data"
        >
          <input type="hidden" name="purchaseId" value={order.orderNumber} />
          <input type="hidden" name="paymentMethod" value={method} />
          {/* The order's amount; the paid amount is entered below (product.md §5). */}
          <input type="hidden" name="amount" value={rupeesText(order.amountPaise)} />
          <input type="hidden" name="total" value={total} />
          {account && (
            <>
              <input type="hidden" name="beneficiaryId" value={account.id} />
              <input type="hidden" name="beneficiaryVersion" value={account.version} />
            </>
          )}
          <IdempotencyKey />
          <p className="max-w-prose">
            <strong className="tabular">{formatRupees(order.duePaise)}</strong> ·{" "}
            <span className="mono">{order.orderNumber}</span>
            <span className="hint block">{t("proof.asks")}</span>
          </p>
          <Field
            name="referenceNumber"
            data-focus-first=""
            label={t("proof.reference")}
            hint={t("proof.referenceHint")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <AmountField
            name="paidAmount"
            label={t("proof.amount")}
            hint={t(order.rest === null ? "proof.amountHint" : "proof.restHint")}
            defaultValue={total}
          />
          <UploadField
            name="receiptId"
            label={t("proof.file")}
            hint={t("proof.fileHint")}
            accept={ACCEPT_PROOF}
            to={paths.user.uploads}
            onBusy={setIsUploading}
            words={{
              uploading: t("proof.uploading"),
              kept: (name) => t("proof.kept", { name }),
              tooLarge,
              noId: t("proof.noId"),
              failed: t("proof.failed"),
            }}
          />
          <div className="grid gap-2">
            <SubmitButton disabled={isUploading} pending={t("paying")}>
              {t(isUploading ? "proof.uploading" : "paid")}
            </SubmitButton>
            {/* After the plain button, which Enter presses: what is doubtful is confirmed by hand. */}
            {doubts && (
              <SubmitButton
                tone="quiet"
                disabled={isUploading}
                name="meant"
                value={doubts.confirms}
              >
                {t(`paying:meant.${doubts.about}`)}
              </SubmitButton>
            )}
            <button
              type="submit"
              form={CLOSE_FORM}
              className="link-out cursor-pointer justify-self-center px-3"
            >
              {t("cancel")}
            </button>
          </div>
        </PostForm>
      </div>
      <ButtonForm
        id={CLOSE_FORM}
        intent="close"
        replace
        className="mt-4 not-has-[[role=alert]]:hidden"
      >
        {null}
      </ButtonForm>
    </AddressedDialog>
  );
}

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Asks whether to keep what was entered as a draft or to discard it, when the dialog is closed. */
function LeaveProof({
  closeTo,
  onStay,
  onDiscard,
}: {
  closeTo: string;
  onStay: () => void;
  onDiscard: () => void;
}) {
  const { t } = useTranslation("paying");
  return (
    <div role="alertdialog" aria-labelledby="leave-proof" className="note note-warning mb-4 grid">
      <p id="leave-proof">{t("leave")}</p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button" ref={focus} onClick={onStay}>
          {t("stay")}
        </button>
        <Link className="button button-quiet" to={closeTo} replace preventScrollReset>
          {t("close")}
        </Link>
        <Link
          className="button button-quiet"
          to={closeTo}
          replace
          preventScrollReset
          onClick={onDiscard}
        >
          {t("discard")}
        </Link>
      </div>
    </div>
  );
}
