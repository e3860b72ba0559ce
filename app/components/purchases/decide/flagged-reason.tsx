import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/field";

const USUAL = ["agree", "confirmed", "relative", "again"] as const;

/** Why a flagged payment is right: one of the usual reasons, or a text of its own. */
export function FlaggedReason() {
  const { t } = useTranslation("statements");
  const id = useId();
  return (
    <>
      <Field name="reason" label={t("entries.flagsReason")} list={id} autoComplete="off" />
      <datalist id={id}>
        {USUAL.map((one) => (
          <option key={one}>{t(`entries.usual.${one}`)}</option>
        ))}
      </datalist>
    </>
  );
}
