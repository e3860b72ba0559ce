import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { ReferralLinkFigures } from "@server/members/contracts/members";
import { formatQuantity } from "@server/platform/rules/money/format";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { ToneBadge } from "~/components/data/badge";
import { Empty } from "~/components/data/empty";
import { DataTable } from "~/components/lists/data-table";
import { Pager } from "~/components/lists/pager";
import { useDates } from "~/components/data/use-dates";
import { referralPath } from "~/lib/paths";
import type { Shown } from "./route";

const TONES = { JOINED: "plain", VERIFIED: "success", BOUGHT: "success" } as const;

/** Those whom the member invited, by first name and initial or by number, and how far their links led. */
export function Invited({ invited, links, page }: Shown<"members">) {
  const { t } = useTranslation("referral");
  const dates = useDates();
  return (
    <>
      {invited.records.length === 0 && (
        <Empty icon="gift">
          {t("none")}
          <Link className="button" to={referralPath("invite")}>
            {t("parts.invite")}
          </Link>
        </Empty>
      )}
      <ul className="rows card px-5 empty:hidden">
        {invited.records.map(({ number, name, joinedAt, state }) => (
          <li key={number} className="row">
            <span>
              <strong>{name ?? t("list.number", { number })}</strong>
              <span className="hint block">{dates.day(joinedAt)}</span>
            </span>
            <ToneBadge tone={TONES[state]}>{t(`list.states.${state}`)}</ToneBadge>
          </li>
        ))}
      </ul>
      <Pager page={page} lastPage={invited.lastPage} shape={ADMIN_PAGER} />
      <div className="aside">
        <p className="hint">{t("private")}</p>
        {links.length > 0 && (
          <details className="card more px-5">
            <summary>{t("links.title")}</summary>
            <LinkTable links={links} />
          </details>
        )}
      </div>
    </>
  );
}

const STEPS = ["clicks", "joined", "verified", "bought", "rewarded"] as const;

/** Shows how far people came who used the member's links, by tag. */
function LinkTable({ links }: { links: readonly ReferralLinkFigures[] }) {
  const { t } = useTranslation("referral");
  return (
    <DataTable
      title={t("links.title")}
      isTitleHidden
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
