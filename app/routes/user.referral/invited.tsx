import { useTranslation } from "react-i18next";
import type { InvitedMember, ReferralLinkFigures } from "@server/members/contracts/members";
import { formatDate } from "@server/platform/rules/dates/dates";
import { formatQuantity } from "@server/platform/rules/money/format";
import { ToneBadge } from "~/components/data/badge";
import { DataTable } from "~/components/lists/data-table";

const STEPS = ["clicks", "joined", "verified", "bought", "rewarded"] as const;

/** Shows how far people came who used the member's links, by tag. */
export function LinkTable({ links }: { links: readonly ReferralLinkFigures[] }) {
  const { t } = useTranslation("referral");
  return (
    <DataTable
      title={t("links.title")}
      rows={links}
      keyOf={({ tag }) => tag}
      columns={[
        { label: t("links.tag"), cell: ({ tag }) => tag || t("links.untagged") },
        ...STEPS.map((step) => ({
          label: t(`links.${step}`),
          cell: (row: ReferralLinkFigures) => formatQuantity(row[step]),
          isNumber: true,
        })),
      ]}
    />
  );
}

const STATE_TONES = { JOINED: "plain", VERIFIED: "success", BOUGHT: "success" } as const;
const REWARD_TONES = {
  NONE: "plain",
  WAITING: "warning",
  RECEIVED: "success",
  WITHDRAWN: "danger",
} as const;

/** Those whom the member invited, by first name and initial or by number. */
export function InvitedTable({ invited }: { invited: readonly InvitedMember[] }) {
  const { t } = useTranslation("referral");
  return (
    <DataTable
      title={t("list.title")}
      rows={invited}
      keyOf={({ number }) => String(number)}
      columns={[
        {
          label: t("list.who"),
          place: "title",
          cell: ({ name, number }) => name ?? t("list.number", { number }),
        },
        {
          label: t("list.joined"),
          place: "detail",
          cell: ({ joinedAt }) => formatDate(new Date(joinedAt)),
          isShort: true,
        },
        {
          label: t("list.state"),
          place: "figure",
          cell: ({ state }) => (
            <ToneBadge tone={STATE_TONES[state]}>{t(`list.states.${state}`)}</ToneBadge>
          ),
        },
        {
          label: t("list.reward"),
          place: "act",
          cell: ({ reward }) => (
            <ToneBadge tone={REWARD_TONES[reward]}>
              {/* On a phone the cell has no label. */}
              <span className="phone-only">{t("list.reward")}:</span> {t(`list.rewards.${reward}`)}
            </ToneBadge>
          ),
        },
      ]}
    />
  );
}
