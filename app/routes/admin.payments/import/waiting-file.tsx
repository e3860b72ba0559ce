import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { statementPath } from "~/lib/paths";

/** A file that the admin chose, and left. */
export function WaitingFile({
  file: { id, fileName },
  result,
}: {
  file: { id: string; fileName: string };
  result: unknown;
}) {
  const { t } = useTranslation("statements");
  return (
    <div className="note">
      <div className="grid min-w-0 gap-3">
        <p className="break-words">{t("waiting", { name: fileName })}</p>
        <div className="flex flex-wrap gap-3">
          <Link className="button button-small" to={statementPath(id)}>
            {t("goOn")}
          </Link>
          <DropFile id={id} result={result} />
        </div>
      </div>
    </div>
  );
}

export function DropFile({ id, result }: { id: string; result: unknown }) {
  const { t } = useTranslation("statements");
  return (
    <ButtonForm result={result} intent="drop">
      <input type="hidden" name="fileId" value={id} />
      <SubmitButton tone="quiet" className="button-small">
        {t("drop")}
      </SubmitButton>
    </ButtonForm>
  );
}
