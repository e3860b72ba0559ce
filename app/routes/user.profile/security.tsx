import { useReply } from "~/components/form/form-frame";
import type { SerializeFrom } from "@remix-run/node";
import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import { useTranslation } from "react-i18next";
import type { PasskeyRow } from "@server/members/contracts/passkeys";
import type { SessionRow } from "@server/members/contracts/sessions";
import { deviceName } from "@server/members/rules/device-name";
import { PasskeySection } from "~/components/account/passkeys/passkey-section";
import { CancelLink } from "~/components/dialog/dialog";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { SentCodeField } from "~/components/account/code-sent";
import { Field } from "~/components/form/field";
import { profilePath } from "~/lib/paths";
import { useDates } from "~/components/data/use-dates";

interface Props {
  email: string;
  passkeys: SerializeFrom<PasskeyRow[]>;
  sessions: readonly SessionRow[];
  /** True once a code was sent: the second step of the new password has the page to itself. */
  isCodeSent: boolean;
  /** It was not the first. */
  isAgain: boolean;
}

export function Security({ email, passkeys, sessions, isCodeSent, isAgain }: Props) {
  const isRefused = useReply("password") !== null;
  const isCodeStep = isCodeSent || isRefused;
  return (
    <>
      <PasswordForm email={email} isCodeStep={isCodeStep} isAgain={isAgain} />
      {!isCodeStep && (
        <>
          <PasskeySection passkeys={passkeys} area="user" hasPassword />
          <OwnSessions sessions={sessions} />
        </>
      )}
    </>
  );
}

/** Changing the password requires a mailed code and the current password. */
function PasswordForm({
  email,
  isCodeStep,
  isAgain,
}: {
  email: string;
  isCodeStep: boolean;
  isAgain: boolean;
}) {
  const { t } = useTranslation("profile");
  return (
    <section id="password" className="card p-5">
      <h2 className="mb-2">{t("password.title")}</h2>
      <p className="mb-4 text-muted">{t("password.explain", { email })}</p>
      {isAgain && (
        <p className="note mb-4" role="status">
          {t("common:newCode")}
        </p>
      )}
      <ButtonForm
        intent="code"
        unanswered={t("password.unsent")}
        hidden={{ again: isCodeStep && "1" }}
      >
        <SubmitButton tone={isCodeStep ? "quiet" : "main"} pending={t("password.sending")}>
          {t("password.send")}
        </SubmitButton>
      </ButtonForm>
      {isCodeStep && (
        <PostForm
          contract="password"
          noValidate
          intent="password"
          unanswered={t("password.unchanged")}
          className="mt-5 grid gap-4"
        >
          <SentCodeField label={t("password.otp")} />
          <Field
            name="currentPassword"
            type="password"
            label={t("currentPassword")}
            autoComplete="current-password"
          />
          <Field
            name="newPassword"
            type="password"
            label={t("password.next")}
            hint={t("password.nextHint")}
            autoComplete="new-password"
          />
          <Field
            name="confirmNewPassword"
            type="password"
            label={t("password.confirm")}
            autoComplete="new-password"
          />
          <p className="hint">{t("password.others")}</p>
          <div className="flex flex-wrap gap-3">
            <SubmitButton pending={t("password.submitting")}>{t("password.submit")}</SubmitButton>
            <CancelLink to={profilePath("security")} />
          </div>
        </PostForm>
      )}
    </section>
  );
}

/** The member's sessions, each with a button that ends it. */
function OwnSessions({ sessions }: { sessions: readonly SessionRow[] }) {
  const { t } = useTranslation("profile");
  const dates = useDates();
  return (
    <section className="aside card p-5">
      <h2>{t("sessions.title")}</h2>
      <ul className="grid gap-4">
        {sessions.map((session) => (
          <li key={session.id} className="flex items-center gap-3">
            <MonitorSmartphone size={22} className="flex-none" />
            <p className="min-w-0 flex-1">
              <span className="font-semibold">
                {deviceName(session.userAgent) ?? t("sessions.unknown")}
              </span>
              <span className="hint block break-words">
                {[t("sessions.since", { when: dates.moment(session.createdAt) }), session.ip]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </p>
            {session.isCurrent ? (
              <span className="badge badge-success">{t("sessions.here")}</span>
            ) : (
              <ButtonForm intent={`end-session ${session.id}`} hidden={{ id: session.id }}>
                <SubmitButton tone="quiet" className="button-small">
                  {t("sessions.end")}
                </SubmitButton>
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
      <ButtonForm intent="end-all" className="flex flex-wrap items-center gap-3">
        <SubmitButton tone="quiet">{t("sessions.endAll")}</SubmitButton>
        <span className="hint">{t("sessions.endAllHint")}</span>
      </ButtonForm>
    </section>
  );
}
