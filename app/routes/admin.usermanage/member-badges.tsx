import { Link } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import { useTranslation } from "react-i18next";
import type { ListedMember, Member } from "@server/members/contracts/members";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { useMay } from "~/lib/use-may";

/** Shows the day that the account ends at its member's request; a blocked member's end waits. */
export function EndBadge({ person }: { person: Pick<ListedMember, "endsAt" | "status"> }) {
  const { t } = useTranslation("users");
  if (!person.endsAt) return null;
  const when = dateInIndia(new Date(person.endsAt));
  return (
    <span className="badge badge-warning">
      {person.status === "BLOCKED" ? t("endWaits") : t("ends", { when })}
    </span>
  );
}

/** "User", or what an admin may do: "Admin: Cashier". */
export function RoleBadge({ person }: { person: Pick<Member, "role" | "adminRole"> }) {
  const { t } = useTranslation("users");
  const { role, adminRole } = person;
  return (
    <span className="badge badge-plain">
      {t(`roles.${role}`)}
      {adminRole !== null && adminRole !== "OWNER" && `: ${t(`users:adminRoles.${adminRole}`)}`}
    </span>
  );
}

/** "Verified", or "Waiting" as a link to the confirmation. */
export function Approval({
  person,
  to,
}: {
  person: Pick<ListedMember, "name" | "isApproved" | "isRefused" | "role">;
  to: string;
}) {
  const { t } = useTranslation("users");
  const may = useMay();
  if (person.isApproved || person.role === "ADMIN") {
    return (
      <span className="badge badge-success">
        <CircleCheck size={16} />
        {t("verified")}
      </span>
    );
  }
  const word = t(person.isRefused ? "refused" : "waiting");
  const Glyph = person.isRefused ? CircleX : Clock;
  if (!may("members.approve")) {
    return (
      <span className={`badge badge-${person.isRefused ? "danger" : "warning"}`}>
        <Glyph size={16} />
        {word}
      </span>
    );
  }
  return (
    <Link
      to={to}
      preventScrollReset
      className={`button button-small whitespace-nowrap ${person.isRefused ? "button-quiet" : "border-(--warning-border) bg-(--warning-soft) text-(--warning-soft-text) hover:underline"}`}
      aria-label={t(person.isRefused ? "refusedNamed" : "approveNamed", { name: person.name })}
    >
      <Glyph size={16} />
      {word}
    </Link>
  );
}
