import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { MemberSession } from "@server/members/contracts/member-details";
import { DataTable } from "~/components/lists/data-table";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useMay } from "~/lib/use-may";
import { deviceName } from "@server/members/rules/device-name";

/** A member's sessions; each can be ended, or all. */
export function MemberSessions({ sessions }: { sessions: readonly MemberSession[] }) {
  const { t } = useTranslation("users");
  const dates = useDates();
  const may = useMay();
  const isOwn = sessions.some(({ isCurrent }) => isCurrent);
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <div className="grid gap-4">
      <DataTable
        title={t("page.sessions")}
        rows={sessions}
        empty={t("sessions.empty")}
        columns={[
          {
            label: t("sessions.device"),
            place: "title",
            cell: (row) => deviceName(row.userAgent) ?? t("sessions.unknown"),
          },
          {
            label: t("sessions.address"),
            place: "detail",
            cell: (row) => <span className="mono">{row.ip}</span>,
          },
          {
            label: t("sessions.since"),
            place: "figure",
            cell: (row) => dates.full(row.createdAt),
            isShort: true,
          },
          {
            label: t("columns.action"),
            place: "act",
            cell: (row) =>
              row.isCurrent || !may("members.endSession") ? (
                row.isCurrent && <span className="badge badge-success">{t("sessions.here")}</span>
              ) : (
                <ButtonForm intent="end-session" hidden={{ sessionId: row.id }}>
                  <SubmitButton tone="quiet">{t("sessions.end")}</SubmitButton>
                </ButtonForm>
              ),
          },
        ]}
      />
      {others > 0 && may("members.endSessions") && (
        <ButtonForm intent="end-sessions" className="flex flex-wrap items-center gap-3">
          <SubmitButton tone="danger">
            {t(isOwn ? "sessions.endOthers" : "sessions.endAll")}
          </SubmitButton>
          {!isOwn && <span className="hint">{t("sessions.endAllHint")}</span>}
        </ButtonForm>
      )}
    </div>
  );
}
