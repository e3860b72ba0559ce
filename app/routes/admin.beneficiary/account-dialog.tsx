import { useReply } from "~/components/form/form-frame";
import { useTranslation } from "react-i18next";
import type { Beneficiary } from "@server/companies/contracts/beneficiaries";
import { Checkbox, Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";
import { typedIn } from "~/lib/forms/form-reply";

interface Props {
  intent: "update" | "add";
  /** It is null for a new account. */
  account: Beneficiary | null;
  /** The default account, whose UPI id prefills a new one; null for the company's first account. */
  main: Beneficiary | null;
  closeTo: string;
}

/** The fields of an account (product.md §5), with the effect of saving them. */
export function AccountDialog({ intent, account, main, closeTo }: Props) {
  const { t } = useTranslation("accounts");
  const reply = useReply(intent);
  const asksIfsc = reply?.code === "IFSC_UNKNOWN" || typedIn(reply, "isIfscConfirmed") === "on";
  const upper = { autoCapitalize: "characters", spellCheck: false };
  const values = account ?? { holderName: main?.holderName, upi: main?.upi };
  const plain = { autoComplete: "off", required: true };
  return (
    <AddressedDialog title={t(intent === "add" ? "addTitle" : "updateTitle")} closeTo={closeTo}>
      <PostForm
        contract="account"
        noValidate
        intent={intent}
        values={values}
        hidden={{ id: account && account.id }}
      >
        <IdempotencyKey />
        <Field {...plain} name="holderName" label={t("fields.holderName")} data-focus-first="" />
        <Field {...plain} name="bankName" label={t("fields.bankName")} />
        <Field {...plain} name="branch" label={t("fields.branch")} />
        <Field
          {...plain}
          name="accountNumber"
          label={t("fields.accountNumber")}
          hint={t("hints.accountNumber")}
          inputMode="numeric"
          maxLength={40}
        />
        <Field
          name="accountNumberAgain"
          label={t("fields.accountNumberAgain")}
          hint={t("hints.accountNumberAgain")}
          autoComplete="off"
          inputMode="numeric"
          maxLength={40}
        />
        <Field
          {...plain}
          {...upper}
          name="ifscCode"
          label={t("fields.ifscCode")}
          hint={t("hints.ifscCode")}
          maxLength={20}
        />
        {asksIfsc && <Checkbox name="isIfscConfirmed" label={t("confirmIfsc")} />}
        <Field
          name="upi"
          autoComplete="off"
          label={t("fields.upi")}
          hint={t("hints.upi")}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
        />
        {main && !account?.isDefault && <Checkbox name="isDefault" label={t("setAsDefault")} />}
        <p className="note">{t(main ? "explain" : "explainFirst")}</p>
        <DialogButtons closeTo={closeTo}>
          <SubmitButton>{t(intent === "add" ? "addSubmit" : "save")}</SubmitButton>
        </DialogButtons>
      </PostForm>
    </AddressedDialog>
  );
}
