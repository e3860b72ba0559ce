import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/field";

/** A new password and its repetition; a difference is reported as soon as it is typed. */
export function NewPassword() {
  const { t } = useTranslation("reset");
  const [chosen, setChosen] = useState("");
  const [repeated, setRepeated] = useState("");
  const [hasLeft, setLeft] = useState(false);
  // A matching beginning is not reported as a difference while the user is still typing.
  const differs = hasLeft ? repeated !== chosen : !chosen.startsWith(repeated);
  return (
    <>
      <Field
        name="newPassword"
        label={t("password")}
        type="password"
        autoComplete="new-password"
        hint={t("hint")}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Field
        name="confirmNewPassword"
        label={t("confirm")}
        type="password"
        autoComplete="new-password"
        problem={repeated !== "" && differs ? t("differ") : undefined}
        onChange={({ currentTarget }) => setRepeated(currentTarget.value)}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
      />
    </>
  );
}
