import { useTranslation } from "react-i18next";
import type { Beneficiary } from "@server/companies/contracts/beneficiaries";
import { ButtonForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog } from "~/components/dialog/dialog";
import { DialogButtons } from "~/components/dialog/dialog-buttons";

interface Props {
  intent: "default" | "remove";
  account: Beneficiary;
  closeTo: string;
  result: unknown;
  idempotencyKey: string;
}

const WORDS = {
  default: { title: "defaultTitle", explain: "explainDefault", submit: "makeDefault" },
  remove: { title: "removeTitle", explain: "explainRemove", submit: "remove" },
} as const;

/** The effect of making an account the default, or of removing it. */
export function ConfirmDialog({ intent, account, closeTo, result, idempotencyKey }: Props) {
  const { t } = useTranslation("accounts");
  const words = WORDS[intent];
  const name = [account.bankName, account.accountNumber ?? account.upi].filter(Boolean).join(" ");
  return (
    <AddressedDialog title={t(words.title)} closeTo={closeTo}>
      <ButtonForm result={result} intent={intent} className="grid gap-4">
        <input type="hidden" name="id" value={account.id} />
        <IdempotencyKey value={idempotencyKey} />
        <p className="break-words">{t(words.explain, { account: name })}</p>
        <DialogButtons closeTo={closeTo}>
          <SubmitButton tone={intent === "remove" ? "danger" : "main"}>
            {t(words.submit)}
          </SubmitButton>
        </DialogButtons>
      </ButtonForm>
    </AddressedDialog>
  );
}
