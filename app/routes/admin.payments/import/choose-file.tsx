import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { MAX_STATEMENT_ROWS } from "@server/payments/rules/statements/row";
import { formatQuantity } from "@server/platform/rules/money/format";
import { Select } from "~/components/form/field";
import { FileField } from "~/components/upload/file-field";
import { useReply, useFormState } from "~/components/form/form-frame";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { paths, statementPath } from "~/lib/paths";
import type { NamedAccount } from "./account-names";

/** Names by which banks give statements; what a file is, its content tells. */
const ACCEPT = ".csv,.tsv,.txt,.xlsx,.xls,.html,text/csv,text/plain";

/** The account and the file of a statement. */
export function ChooseFile({ accounts }: { accounts: readonly NamedAccount[] }) {
  const refused = useReply("hold");
  const { t } = useTranslation("statements");
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-label={t("choose.file")}>
      <p className="hint max-w-3xl">
        {t("choose.intro", { rows: formatQuantity(MAX_STATEMENT_ROWS) })}
      </p>
      {accounts.length === 0 ? (
        <p className="note">
          <span>
            {t("choose.noAccount")}{" "}
            <Link className="link-out" to={paths.admin.beneficiary}>
              {t("choose.addAccount")}
            </Link>
          </span>
        </p>
      ) : (
        <PostForm
          contract="file"
          intent="hold"
          encType="multipart/form-data"
          className="grid max-w-3xl gap-4"
        >
          <Select
            name="accountId"
            label={t("choose.account")}
            options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <FileField
            label={t("choose.file")}
            words={{ choose: t("choose.pick"), none: t("choose.none") }}
            accept={ACCEPT}
            errors={refused?.error?.["file"] ?? []}
          />
          <SubmitButton pending={t("choose.sending")} className="justify-self-start">
            {t("choose.send")}
          </SubmitButton>
          <Busy />
        </PostForm>
      )}
    </section>
  );
}

/** While a form is on its way: a bar in the brand's colour, and what may be done meanwhile. */
export function Busy({ text }: { text?: string }) {
  const { t } = useTranslation("statements");
  const { isPending } = useFormState();
  return (
    <div role="status">
      {isPending && (
        <div className="grid gap-1">
          <progress className="w-full" aria-label={t("choose.sending")} />
          {text && <p className="hint">{text}</p>}
        </div>
      )}
    </div>
  );
}

/** A file that the admin chose, and left. */
export function WaitingFile({
  file: { id, fileName },
}: {
  file: { id: string; fileName: string };
}) {
  const { t } = useTranslation("statements");
  return (
    <div className="note">
      <div className="grid min-w-0 gap-3">
        <p className="break-words">{t("waiting", { name: fileName })}</p>
        <div className="flex flex-wrap gap-3">
          <Link className="button" to={statementPath(id)}>
            {t("goOn")}
          </Link>
          <DropFile id={id} />
        </div>
      </div>
    </div>
  );
}

export function DropFile({ id }: { id: string }) {
  const { t } = useTranslation("statements");
  return (
    <ButtonForm intent="drop" hidden={{ fileId: id }}>
      <SubmitButton tone="quiet">{t("drop")}</SubmitButton>
    </ButtonForm>
  );
}
