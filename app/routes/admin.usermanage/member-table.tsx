import { Link } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { useTranslation } from "react-i18next";
import type { Member } from "@server/members/contracts/members";
import { dateInIndia, formatDate } from "@server/platform/rules/dates/dates";
import { DataTable } from "~/components/lists/data-table";
import { memberPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";

type Row = Member & { position: number; endsAt: string | null };
type LinkTo = (change: Record<string, string | null>) => string;

/** The people of the company, members and admins (product.md §2, Manage User). */
export function MemberTable({
  rows,
  linkTo,
  empty,
}: {
  rows: readonly Row[];
  linkTo: LinkTo;
  empty: string | undefined;
}) {
  const { t } = useTranslation("users");
  return (
    <DataTable
      title={t("title")}
      isTitleHidden
      rows={rows}
      keyOf={(row) => row.id}
      empty={empty}
      columns={[
        { label: t("columns.number"), cell: (row) => row.position, isNumber: true },
        { label: t("columns.name"), cell: (row) => <MemberName person={row} /> },
        { label: t("columns.email"), cell: (row) => row.email },
        { label: t("columns.mobile"), cell: (row) => row.mobile, isShort: true },
        {
          label: t("columns.referralCode"),
          cell: (row) => <span className="mono">{row.referralCode || "--"}</span>,
        },
        {
          label: t("columns.date"),
          cell: (row) => dateInIndia(new Date(row.createdAt)),
          isShort: true,
        },
        {
          label: t("columns.approval"),
          cell: (row) => <Approval person={row} to={linkTo({ approve: row.id })} />,
        },
        {
          label: t("columns.action"),
          isAction: true,
          cell: (row) => <Actions person={row} linkTo={linkTo} />,
        },
      ]}
    />
  );
}

function MemberName({ person }: { person: Row }) {
  const { t } = useTranslation("users");
  const isOdd = person.status !== "ACTIVE";
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Link to={memberPath(person.id)} className="link-out">
        {person.name}
      </Link>
      {person.role === "ADMIN" && <RoleBadge person={person} />}
      {isOdd && (
        <span className={`badge badge-${person.status === "BLOCKED" ? "danger" : "plain"}`}>
          {t(`status.${person.status}`)}
        </span>
      )}
      <EndBadge person={person} />
    </span>
  );
}

/** Shows the day that the account ends at its member's request; a blocked member's end waits. */
export function EndBadge({ person }: { person: Pick<Row, "endsAt" | "status"> }) {
  const { t } = useTranslation("users");
  if (!person.endsAt) return null;
  const when = formatDate(new Date(person.endsAt));
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
export function Approval({ person, to }: { person: Member; to: string }) {
  const { t } = useTranslation("users");
  const may = useMay();
  if (person.isApproved || person.role === "ADMIN") {
    return (
      <span className="badge badge-success">
        <CircleCheck size={16} aria-hidden />
        {t("verified")}
      </span>
    );
  }
  if (!may("members.approve")) {
    return (
      <span className="badge badge-warning">
        <Clock size={16} aria-hidden />
        {t("waiting")}
      </span>
    );
  }
  return (
    <Link
      to={to}
      preventScrollReset
      className="button button-small button-waiting"
      aria-label={t("approveNamed", { name: person.name })}
    >
      <Clock size={16} aria-hidden />
      {t("waiting")}
    </Link>
  );
}

function Actions({ person, linkTo }: { person: Member; linkTo: LinkTo }) {
  const { t } = useTranslation("users");
  const edit = t("editNamed", { name: person.name });
  const remove = t("deleteNamed", { name: person.name });
  const may = useMay();
  if (!may("members.update")) return "--";
  return (
    <span className="inline-flex gap-2">
      <Link
        to={linkTo({ edit: person.id })}
        preventScrollReset
        className="pager-link"
        aria-label={edit}
        title={edit}
      >
        <Pencil size={18} aria-hidden />
      </Link>
      <Link
        to={linkTo({ remove: person.id })}
        preventScrollReset
        className="pager-link text-danger!"
        aria-label={remove}
        title={remove}
      >
        <Trash2 size={18} aria-hidden />
      </Link>
    </span>
  );
}
