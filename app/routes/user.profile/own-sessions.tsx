import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import { useTranslation } from "react-i18next";
import type { SessionRow } from "@server/members/contracts/sessions";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { deviceName } from "@server/members/rules/device-name";

/** The member's sessions, each with a button that ends it. */
export function OwnSessions({
  sessions,
  result,
}: {
  sessions: readonly SessionRow[];
  result: unknown;
}) {
  const { t } = useTranslation("profile");
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-4">{t("sessions.title")}</h2>
      <ul className="mb-5 grid gap-4">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-3">
            <MonitorSmartphone size={22} aria-hidden className="flex-none" />
            <p className="min-w-0 flex-1 basis-48">
              <span className="font-semibold">
                {deviceName(session.userAgent) ?? t("sessions.unknown")}
              </span>
              <span className="hint block break-words">
                {[
                  t("sessions.since", { when: formatDateTime(new Date(session.createdAt)) }),
                  session.ip,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </p>
            {session.isCurrent ? (
              <span className="badge badge-success">{t("sessions.here")}</span>
            ) : (
              <ButtonForm result={result} intent={`end-session ${session.id}`}>
                <input type="hidden" name="id" value={session.id} />
                <SubmitButton tone="quiet">{t("sessions.end")}</SubmitButton>
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
      <ButtonForm result={result} intent="end-all" className="flex flex-wrap items-center gap-3">
        <SubmitButton tone="danger">{t("sessions.endAll")}</SubmitButton>
        <span className="hint">{t("sessions.endAllHint")}</span>
      </ButtonForm>
    </section>
  );
}
