import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/field";

/** A password that is chosen, and the same once more. */
export function NewPassword() {
  const { t } = useTranslation("reset");
  return (
    <>
      <Field
        name="newPassword"
        label={t("password")}
        type="password"
        autoComplete="new-password"
        hint={t("hint")}
        required
      />
      <Field
        name="confirmNewPassword"
        label={t("confirm")}
        type="password"
        autoComplete="new-password"
        required
      />
    </>
  );
}
