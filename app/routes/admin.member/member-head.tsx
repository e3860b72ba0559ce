import { Link } from "@remix-run/react";
import { Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { MemberCard } from "@server/contracts/member-desk";
import { Approval } from "../admin.usermanage/people-table";

/** Who it is, how they stand, and what can be done about it. */
export function MemberHead({
  member,
  linkTo,
}: {
  member: MemberCard;
  linkTo: (change: Record<string, string | null>) => string;
}) {
  const { t } = useTranslation("users");
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
        <span className="badge badge-plain">{t(`roles.${member.role}`)}</span>
        <span className={`badge badge-${tone}`}>{t(`status.${member.status}`)}</span>
        {member.role === "USER" && <Approval person={member} to={linkTo({ approve: member.id })} />}
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to={linkTo({ edit: "1" })} preventScrollReset className="button button-quiet">
          <Pencil size={18} aria-hidden />
          {t("page.edit")}
        </Link>
        <Link to={linkTo({ remove: "1" })} preventScrollReset className="button button-quiet">
          <Trash2 size={18} aria-hidden />
          {t("page.delete")}
        </Link>
      </div>
    </div>
  );
}
