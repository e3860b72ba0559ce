import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { UndeliveredMessage, UndeliveredMessages } from "@server/office/contracts/messages";
import { DataTable } from "../lists/data-table";

/** Why a message could not be delivered, with the server's own words. */
export function useDeliveryFault() {
  const { t } = useTranslation("users");
  return ({
    channel,
    address,
    failure,
    reply,
  }: Pick<UndeliveredMessage, "channel" | "address" | "reply"> & {
    failure: UndeliveredMessage["failure"] | null;
  }) =>
    failure === "expired"
      ? t("messages.expired", { reply: reply ?? t("messages.noReply") })
      : t(`messages.undelivered.${channel}`, { address, reply: reply ?? t("messages.noReply") });
}

/**
 * The newest messages that could not be delivered, for a dashboard; nothing without any.
 * `personPath` leads to the recipient's page.
 */
export function UndeliveredMessageList({
  records,
  total,
  personPath,
  companyPath,
}: UndeliveredMessages & {
  personPath?: (id: string) => string;
  companyPath?: (id: string) => string;
}) {
  const { t } = useTranslation("users");
  const dates = useDates();
  const faultOf = useDeliveryFault();
  if (total === 0) return null;
  const recipient = ({ person, address }: UndeliveredMessage) =>
    person && personPath ? (
      <Link to={personPath(person.id)} className="link-out">
        {person.name}
      </Link>
    ) : (
      (person?.name ?? address)
    );
  return (
    <div className="grid gap-3">
      <p className="note note-warning">
        {t("messages.failedList.intro", { count: total })}
        {personPath && ` ${t("messages.failedList.fix")}`}
      </p>
      <DataTable
        title={t("messages.failedList.title")}
        rows={records}
        columns={[
          {
            label: t("messages.when"),
            place: "figure",
            cell: (row) => dates.full(row.createdAt),
            isShort: true,
          },
          ...(companyPath
            ? [
                {
                  label: t("messages.failedList.company"),
                  place: "act" as const,
                  cell: ({ company }: UndeliveredMessage) =>
                    company && (
                      <Link to={companyPath(company.id)} className="link-out">
                        {company.name}
                      </Link>
                    ),
                },
              ]
            : []),
          { label: t("messages.failedList.to"), place: "title", cell: recipient },
          {
            label: t("messages.what"),
            place: "detail",
            cell: (row) => t(`messages.templates.${row.template}`, { defaultValue: row.template }),
          },
          {
            label: t("messages.failedList.reason"),
            place: "more",
            cell: (row) => <span className="break-words">{faultOf(row)}</span>,
            isWide: true,
          },
        ]}
      />
    </div>
  );
}
