import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Select, TextArea } from "~/components/form/field";

/** Fills the reason's field with the chosen one, where it can still be changed. */
function fill({ form, value }: HTMLSelectElement): void {
  const field = form?.elements.namedItem("reason");
  if (!(field instanceof HTMLTextAreaElement) || value === "") return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

/** Why a payment is rejected: one of the company's reasons (the page's `reasons`), or a text of its own. */
export function ReasonField(textArea: { "data-focus-first"?: string }) {
  const { reasons } = useLoaderData<{ reasons: string[] }>();
  const { t } = useTranslation("purchases");
  return (
    <>
      {reasons.length > 0 && (
        <Select
          name="template"
          label={t("template")}
          placeholder={t("noTemplate")}
          options={reasons.map((reason) => ({ value: reason, label: reason }))}
          onChange={({ currentTarget }) => fill(currentTarget)}
        />
      )}
      <TextArea
        name="reason"
        label={t("reason")}
        hint={t("reasonHint")}
        maxLength={500}
        {...textArea}
      />
    </>
  );
}
