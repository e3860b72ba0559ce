import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Beneficiary } from "@server/contracts/beneficiaries";
import { Checkbox, Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog } from "~/components/layout/dialog";
import { isFormReply } from "~/lib/form-reply";

interface Props {
  intent: "update" | "add";
  /** Null: a new one. */
  account: Beneficiary | null;
  /** Whose UPI id a new account begins with: most companies have one. */
  main?: Beneficiary | null;
  closeTo: string;
  result: unknown;
  idempotencyKey: string;
}

/** All six fields of an account (spec §5), with what saving them does. */
export function AccountDialog({ intent, account, main, closeTo, result, idempotencyKey }: Props) {
  const { t } = useTranslation("accounts");
  const reply = isFormReply(result) ? result : null;
  const asksIfsc = reply?.code === "IFSC_UNKNOWN" || reply?.values["isIfscConfirmed"] === "on";
  const upper = { autoCapitalize: "characters", spellCheck: false };
  const plain = { autoComplete: "off", required: true };
  return (
    <AddressedDialog title={t(intent === "add" ? "addTitle" : "updateTitle")} closeTo={closeTo}>
      <PostForm result={result} intent={intent} className="grid gap-4">
        {account && <input type="hidden" name="id" value={account.id} />}
        <IdempotencyKey value={idempotencyKey} />
        <Field
          {...plain}
          name="holderName"
          label={t("fields.holderName")}
          defaultValue={account?.holderName ?? main?.holderName ?? ""}
          maxLength={120}
          data-focus-first=""
        />
        <Field
          {...plain}
          name="bankName"
          label={t("fields.bankName")}
          defaultValue={account?.bankName ?? ""}
          maxLength={120}
        />
        <Field
          {...plain}
          name="branch"
          label={t("fields.branch")}
          defaultValue={account?.branch ?? ""}
          maxLength={120}
        />
        <Field
          {...plain}
          name="accountNumber"
          label={t("fields.accountNumber")}
          hint={t("hints.accountNumber")}
          defaultValue={account?.accountNumber ?? ""}
          inputMode="numeric"
          maxLength={40}
        />
        <Field
          {...plain}
          {...upper}
          name="ifscCode"
          label={t("fields.ifscCode")}
          hint={t("hints.ifscCode")}
          defaultValue={account?.ifscCode ?? ""}
          maxLength={20}
        />
        {asksIfsc && <Checkbox name="isIfscConfirmed" label={t("confirmIfsc")} />}
        <Field
          {...plain}
          name="upi"
          label={t("fields.upi")}
          hint={t("hints.upi")}
          defaultValue={account?.upi ?? main?.upi ?? ""}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
        />
        {!account?.isDefault && <Checkbox name="isDefault" label={t("setAsDefault")} />}
        <p className="note">{t("explain")}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Link to={closeTo} replace preventScrollReset className="button button-quiet">
            {t("common:cancel")}
          </Link>
          <SubmitButton>{t(intent === "add" ? "addSubmit" : "save")}</SubmitButton>
        </div>
      </PostForm>
    </AddressedDialog>
  );
}
