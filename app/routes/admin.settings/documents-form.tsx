import { useTranslation } from "react-i18next";
import type { CompanySettingsView } from "@server/companies/contracts/company-settings";
import { DOCUMENTS } from "@server/companies/rules/questions";
import { sizeInWords } from "@server/platform/rules/file-size";
import { Field } from "~/components/form/field";
import { useReply } from "~/components/form/form-frame";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { FileField } from "~/components/upload/file-field";

interface Props {
  settings: CompanySettingsView;
}

/** The documents of the front page. */
export function DocumentsForm({ settings: { documents } }: Props) {
  const refused = useReply("add-document");
  const { t } = useTranslation("settings");
  return (
    <section className="card grid gap-4 p-4 md:p-6">
      <div>
        <h2 className="mb-2">{t("front.documents")}</h2>
        <p className="hint">
          {t("front.documentsHint", { size: sizeInWords(DOCUMENTS.bytes), most: DOCUMENTS.most })}
        </p>
      </div>
      {documents.length === 0 ? (
        <p>{t("front.none")}</p>
      ) : (
        <ul className="grid gap-2">
          {documents.map(({ id, title, sizeBytes, url }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
              <a className="link-out" href={url}>
                {title} (PDF, {sizeInWords(sizeBytes)})
              </a>
              <ButtonForm intent="remove-document" hidden={{ id }}>
                <SubmitButton tone="quiet" aria-label={t("front.removeOne", { title })}>
                  {t("front.remove")}
                </SubmitButton>
              </ButtonForm>
            </li>
          ))}
        </ul>
      )}
      <PostForm
        key={documents.length}
        contract="document"
        intent="add-document"
        encType="multipart/form-data"
      >
        <Field name="title" label={t("front.documentTitle")} />
        <FileField
          label={t("front.file")}
          words={{ choose: t("front.choose"), none: t("front.noFile") }}
          accept="application/pdf,.pdf"
          errors={refused?.error?.["file"] ?? []}
        />
        <SubmitButton className="justify-self-end" pending={t("front.adding")}>
          {t("front.add")}
        </SubmitButton>
      </PostForm>
    </section>
  );
}
