import { useTranslation } from "react-i18next";
import type { LineView } from "@server/orders/contracts/statements";
import { TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog } from "~/components/dialog/dialog";
import { DialogButtons } from "~/components/dialog/dialog-buttons";

/** Asks why an entry is taken from its order. */
export function UnlinkDialog({
  line,
  closeTo,
  result,
  idempotencyKey,
}: {
  line: LineView;
  closeTo: string;
  result: unknown;
  idempotencyKey: string;
}) {
  const { t } = useTranslation(["statements", "purchases"]);
  return (
    <AddressedDialog
      title={t("entries.unlinkTitle", { order: line.orderNumber })}
      closeTo={closeTo}
    >
      <PostForm
        contract="unlink"
        result={result}
        intent={`unlink ${line.id}`}
        className="grid gap-4"
      >
        <input type="hidden" name="lineId" value={line.id} />
        <IdempotencyKey value={idempotencyKey} />
        <p>{t("entries.explainUnlink")}</p>
        <TextArea name="reason" label={t("purchases:reason")} data-focus-first="" />
        <DialogButtons closeTo={closeTo}>
          <SubmitButton>{t("entries.unlink")}</SubmitButton>
        </DialogButtons>
      </PostForm>
    </AddressedDialog>
  );
}
