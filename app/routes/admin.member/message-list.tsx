import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { MemberMessage } from "@server/members/contracts/member-details";
import { DataTable } from "~/components/lists/data-table";
import { useDeliveryFault } from "~/components/data/undelivered-messages";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useMay } from "~/lib/use-may";

const MESSAGE_BADGES = {
  QUEUED: { tone: "warning", Icon: Clock },
  SENT: { tone: "success", Icon: CircleCheck },
  FAILED: { tone: "danger", Icon: CircleX },
} as const;

/** Sent messages, without their text; a failed notice can be sent again. */
export function MessageList({ rows }: { rows: readonly MemberMessage[] }) {
  const { t } = useTranslation("users");
  const dates = useDates();
  const may = useMay();
  const faultOf = useDeliveryFault();
  return (
    <div className="grid gap-3">
      <p className="hint">{t("messages.explain")}</p>
      <DataTable
        title={t("page.messages")}
        rows={rows}
        empty={t("messages.empty")}
        columns={[
          {
            label: t("messages.when"),
            place: "figure",
            cell: (row) => dates.full(row.sentAt ?? row.createdAt),
            isShort: true,
          },
          {
            label: t("messages.what"),
            place: "title",
            cell: (row) => t(`messages.templates.${row.template}`, { defaultValue: row.template }),
          },
          {
            label: t("messages.channel"),
            place: "detail",
            cell: (row) => t(`messages.channels.${row.channel}`),
          },
          {
            label: t("messages.status"),
            place: "more",
            cell: (row) => {
              const { tone, Icon } = MESSAGE_BADGES[row.status];
              const isUndelivered = row.status === "FAILED" && row.address !== "";
              return (
                <span className="grid justify-items-start gap-1">
                  <span className={`badge badge-${tone}`}>
                    <Icon size={16} />
                    {t(`messages.statuses.${row.status}`)}
                  </span>
                  {isUndelivered && <span className="hint break-words">{faultOf(row)}</span>}
                </span>
              );
            },
            isWide: true,
          },
          ...(rows.some(({ canSendAgain }) => canSendAgain)
            ? [
                {
                  label: t("messages.action"),
                  place: "act" as const,
                  cell: ({ id, canSendAgain }: MemberMessage) =>
                    canSendAgain && may("members.resendMessage") ? (
                      <ButtonForm intent="resend-message" hidden={{ messageId: id }}>
                        <SubmitButton tone="quiet">{t("messages.sendAgain")}</SubmitButton>
                      </ButtonForm>
                    ) : (
                      "--"
                    ),
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}
