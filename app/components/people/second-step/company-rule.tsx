import { useTranslation } from "react-i18next";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

/** Whether the company asks every admin for an authenticator app, and the way to change it. */
export function CompanyRule({
  company: { name, isRequired },
  isOwnOn,
  result,
}: {
  company: { name: string; isRequired: boolean };
  isOwnOn: boolean;
  result: unknown;
}) {
  const { t } = useTranslation("security");
  return (
    <section className="card grid gap-4 p-4 md:p-6">
      <h2>{t("company", { company: name })}</h2>
      <p>{t(isRequired ? "required" : "notRequired")}</p>
      {isOwnOn ? (
        <PostForm result={result} intent="require">
          <input type="hidden" name="isRequired" value={String(!isRequired)} />
          <SubmitButton tone={isRequired ? "quiet" : "main"}>
            {t(isRequired ? "release" : "require")}
          </SubmitButton>
        </PostForm>
      ) : (
        !isRequired && <p className="hint">{t("ownFirst")}</p>
      )}
    </section>
  );
}
