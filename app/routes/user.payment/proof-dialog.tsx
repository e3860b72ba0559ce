import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ACCEPT_PROOF } from "@server/domain/media/rules";
import { formatRupees, rupeesText } from "@server/domain/money/format";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { UploadField } from "~/components/form/upload-field";
import { AddressedDialog } from "~/components/layout/dialog";
import { searchWith } from "~/lib/list-query";
import { paths } from "~/lib/paths";
import type { PayableData } from "./load-payment.server";

const CLOSE_FORM = "close-proof";

/** The proof of a bank or UPI payment; a plain form until scripts send its file ahead. */
export function ProofDialog({ data, result }: { data: PayableData; result: unknown }) {
  const { t } = useTranslation("payment");
  const [params] = useSearchParams();
  const [isUploading, setIsUploading] = useState(false);
  const { order, method, bank, upi, idempotencyKey } = data;
  const account =
    method === "UPI"
      ? upi && { id: upi.beneficiaryId, version: upi.beneficiaryVersion }
      : bank && { id: bank.id, version: bank.version };
  return (
    <AddressedDialog title={t("proof.title")} closeTo={searchWith(params, { proof: null })}>
      <PostForm
        intent="proof"
        result={result}
        isToasted
        unanswered={t("proof.unanswered")}
        encType="multipart/form-data"
        className="grid gap-4"
      >
        <input type="hidden" name="purchaseId" value={order.orderNumber} />
        <input type="hidden" name="paymentMethod" value={method} />
        {/* The order's own amount; what was paid is asked below (spec §5). */}
        <input type="hidden" name="amount" value={rupeesText(order.amountPaise)} />
        {account && (
          <>
            <input type="hidden" name="beneficiaryId" value={account.id} />
            <input type="hidden" name="beneficiaryVersion" value={account.version} />
          </>
        )}
        <IdempotencyKey value={idempotencyKey} />
        <Field
          name="referenceNumber"
          label={t("proof.reference")}
          hint={t("proof.referenceHint")}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Field
          name="paidAmount"
          label={t("proof.amount")}
          hint={t("proof.amountHint", { total: formatRupees(order.totalPaise) })}
          type="number"
          step="0.01"
          inputMode="decimal"
          defaultValue={rupeesText(order.totalPaise)}
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
            tooLarge: data.tooLarge,
            noId: t("proof.noId"),
            failed: t("proof.failed"),
          }}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton
            disabled={isUploading}
            pending={t("paying")}
            className="min-w-[min(10rem,100%)] flex-1"
          >
            {isUploading ? t("proof.uploading") : t("proof.submit")}
          </SubmitButton>
          <button type="submit" form={CLOSE_FORM} className="button button-quiet">
            {t("cancel")}
          </button>
        </div>
      </PostForm>
      <PostForm
        id={CLOSE_FORM}
        intent="close"
        result={result}
        isToasted
        replace
        className="mt-4 not-has-[[role=alert]]:hidden"
      >
        {null}
      </PostForm>
    </AddressedDialog>
  );
}
