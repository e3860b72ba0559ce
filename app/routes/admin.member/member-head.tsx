import { Link } from "@remix-run/react";
import FileLock from "lucide-react/icons/file-lock";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { useTranslation } from "react-i18next";
import type { MemberCard } from "@server/members/contracts/member-details";
import { Approval, EndBadge, RoleBadge } from "../admin.usermanage/member-badges";
import type { SerializeFrom } from "@remix-run/node";
import { Notes } from "~/components/notes/notes";
import { identityFilePath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { MemberActivityList } from "./activity-list";
import { AllocationList, OrderList, ReferralList } from "./lists";
import { MessageList } from "./message-list";
import { MemberProfile } from "./member-profile";
import { MemberSessions } from "./member-sessions";
import { MemberWallets } from "./member-wallets";
import type { loadTab } from "./load-tab.server";

/** The member's identity, status and available actions. */
export function MemberHead({
  member,
  linkTo,
}: {
  member: MemberCard;
  linkTo: (change: Record<string, string | null>) => string;
}) {
  const { t } = useTranslation("users");
  const may = useMay();
  const tone = { ACTIVE: "success", INACTIVE: "plain", BLOCKED: "danger" }[member.status];
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        {member.profileImage && (
          <img
            src={member.profileImage.url}
            alt=""
            width={56}
            height={56}
            className="size-14 flex-none rounded-full object-cover"
          />
        )}
        <h1 className="min-w-0 break-words">{member.name}</h1>
        <RoleBadge person={member} />
        <span className={`badge badge-${tone}`}>{t(`status.${member.status}`)}</span>
        <EndBadge person={member} />
        {member.role === "USER" && <Approval person={member} to={linkTo({ approve: member.id })} />}
      </div>
      {may("members.update") && (
        <div className="flex flex-wrap gap-2">
          {member.role === "USER" && may("identityFile.request") && (
            <Link to={identityFilePath(member.id)} className="button button-quiet">
              <FileLock size={18} />
              {t("page.authorityFile")}
            </Link>
          )}
          <Link to={linkTo({ edit: "1" })} preventScrollReset className="button button-quiet">
            <Pencil size={18} />
            {t("page.edit")}
          </Link>
          <Link to={linkTo({ remove: "1" })} preventScrollReset className="button button-quiet">
            <Trash2 size={18} />
            {t("page.delete")}
          </Link>
        </div>
      )}
    </div>
  );
}

/** The part of the page that the URL selects. */
export function MemberPart({
  member,
  shown,
}: {
  member: MemberCard;
  shown: SerializeFrom<Awaited<ReturnType<typeof loadTab>>>;
}) {
  switch (shown.part) {
    case "profile":
      return (
        <>
          <MemberProfile member={member} />
          {shown.wallets && <MemberWallets wallets={shown.wallets} typed={member.walletAddress} />}
        </>
      );
    case "orders":
      return <OrderList rows={shown.records} />;
    case "allocations":
      return <AllocationList rows={shown.records} />;
    case "referrals":
      return <ReferralList rows={shown.records} />;
    case "sessions":
      return <MemberSessions sessions={shown.sessions} />;
    case "notes":
      return (
        <div className="card p-4 md:p-6">
          <Notes memberId={member.id} notes={shown.notes} />
        </div>
      );
    case "messages":
      return <MessageList rows={shown.records} />;
    case "activity":
      return <MemberActivityList rows={shown.records} />;
  }
}
