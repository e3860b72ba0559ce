import { useTranslation } from "react-i18next";
import { CopyButton } from "~/components/data/copy-button";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useToast } from "~/components/layout/toasts";

function PasswordField() {
  const { t } = useTranslation("security");
  return (
    <Field
      name="currentPassword"
      label={t("password")}
      type="password"
      autoComplete="current-password"
      required
    />
  );
}

function CodeField({ label }: { label: string }) {
  return <Field name="code" label={label} autoComplete="one-time-code" spellCheck={false} />;
}

/** An open session is not enough: the form also requires the password. */
export function BeginForm({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation("security");
  return (
    <PostForm intent="begin" contract="begin" noValidate className="grid gap-4 sm:max-w-md">
      {hasPassword && <PasswordField />}
      <SubmitButton className="justify-self-start" pending={t("beginning")}>
        {t("begin")}
      </SubmitButton>
    </PostForm>
  );
}

export function ConfirmForm({ pending }: { pending: { key: string; picture: string } }) {
  const { t } = useTranslation("security");
  const toast = useToast();
  const grouped = pending.key.replace(/(.{4})(?=.)/g, "$1 ");
  return (
    <div className="flex flex-wrap items-start gap-6">
      <img
        src={pending.picture}
        alt={t("picture")}
        width={224}
        height={224}
        className="rounded-[var(--radius-card)] border border-line bg-white"
      />
      <div className="grid min-w-0 flex-[1_1_18rem] gap-4">
        <h3 className="font-semibold">{t("scan")}</h3>
        <p className="max-w-prose">{t("scanText")}</p>
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0">
            <span className="hint block">{t("key")}</span>
            <span className="mono break-words">{grouped}</span>
          </p>
          <CopyButton
            text={pending.key}
            label={t("copyKey")}
            onCopied={() => toast({ tone: "success", text: t("copied") })}
          />
        </div>
        <PostForm intent="confirm" contract="code" noValidate className="grid gap-4 sm:max-w-md">
          <CodeField label={t("code")} />
          <SubmitButton className="justify-self-start" pending={t("confirming")}>
            {t("confirm")}
          </SubmitButton>
        </PostForm>
        <p className="hint">{t("waits")}</p>
      </div>
    </div>
  );
}

export function RenewForm() {
  const { t } = useTranslation("security");
  return (
    <section className="card grid gap-4 p-4 md:p-6">
      <h2>{t("renew")}</h2>
      <p>{t("renewText")}</p>
      <PostForm intent="renew" contract="code" noValidate>
        <CodeField label={t("codeOrRecovery")} />
        <SubmitButton tone="quiet" className="justify-self-start" pending={t("renewing")}>
          {t("renew")}
        </SubmitButton>
      </PostForm>
    </section>
  );
}

export function TurnOffForm({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation("security");
  return (
    <section className="card grid gap-4 p-4 md:p-6">
      <h2>{t("turnOff")}</h2>
      <p>{t("turnOffText")}</p>
      <PostForm intent="off" contract="turnOff" noValidate>
        {hasPassword && <PasswordField />}
        <CodeField label={t("codeOrRecovery")} />
        <SubmitButton tone="danger" className="justify-self-start" pending={t("turningOff")}>
          {t("turnOff")}
        </SubmitButton>
      </PostForm>
    </section>
  );
}
