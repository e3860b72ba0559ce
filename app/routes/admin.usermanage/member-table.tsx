import { Form, Link, useLoaderData } from "@remix-run/react";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { useTranslation } from "react-i18next";
import type { MemberSort } from "@db/vocabulary";
import type { ListedMember, Member } from "@server/members/contracts/members";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { useSelection } from "~/components/purchases/keys/use-selection";
import { DataTable, numberColumn } from "~/components/lists/data-table";
import { HiddenListParams } from "~/components/lists/filter-select";
import { SelectionBar, Tick, tickColumn } from "~/components/lists/selection";
import { useSortedHead } from "~/components/lists/sorted-head";
import { memberPath } from "~/lib/paths";
import { useAsksIdentity } from "~/lib/use-asks-identity";
import { useMay } from "~/lib/use-may";
import { Approval, EndBadge, RoleBadge } from "./member-badges";
import { NO_DIALOG } from "./member-dialogs";
import type { loader } from "./route";

type LinkTo = (change: Record<string, string | null>) => string;

/** The people of the company, members and admins (product.md §2, Manage User). */
export function MemberTable({
  rows,
  linkTo,
  empty,
}: {
  rows: readonly ListedMember[];
  linkTo: LinkTo;
  empty: string | undefined;
}) {
  const { sort, isDescending, isSorted, ...shown } = useLoaderData<typeof loader>();
  const { t } = useTranslation("users");
  const selection = useSelection([]);
  const asksIdentity = useAsksIdentity();
  const mayApprove = useMay()("members.approveMany") && !asksIdentity;
  const waiting = rows.filter(({ waitsSince }) => waitsSince !== null).map(({ id }) => id);
  const picked = waiting.filter((id) => selection.ids.has(id));
  const headOf = useSortedHead({ sort, isDescending, isSorted, firstDescending: ["date"] });
  const headed = (name: MemberSort) => headOf([t(`columns.${name}`), name]);
  const tick = tickColumn<ListedMember>(t("several.select"), (row) =>
    row.waitsSince === null ? (
      <></>
    ) : (
      <Tick
        id={row.id}
        name="member"
        label={t("several.selectOne", { name: row.name })}
        list={waiting}
        selection={selection}
      />
    ),
  );
  const isTicked = mayApprove && waiting.length > 0;
  const table = (
    <DataTable
      title={t("title")}
      isTitleHidden
      rows={rows}
      empty={empty}
      columns={[
        ...(isTicked ? [tick] : []),
        numberColumn(t("columns.number"), shown),
        { ...headed("name"), place: "title", cell: (row) => <MemberName person={row} /> },
        {
          ...headed("email"),
          place: "detail",
          cell: (row) => row.email,
          isShort: true,
        },
        { ...headed("mobile"), cell: (row) => row.mobile, isShort: true },
        {
          ...headed("referralCode"),
          cell: (row) => <span className="mono">{row.referralCode || "--"}</span>,
        },
        { ...headed("date"), cell: (row) => dateInIndia(new Date(row.createdAt)), isShort: true },
        {
          ...headed("approval"),
          place: "figure",
          cell: (row) => (
            <span className="flex flex-wrap items-center gap-x-2">
              <Approval person={row} to={linkTo({ approve: row.id })} />
              {row.waitsSince !== null && <Waits since={row.waitsSince} />}
            </span>
          ),
        },
        {
          label: t("columns.action"),
          isAction: true,
          place: "act",
          cell: (row) => <Actions person={row} linkTo={linkTo} />,
        },
      ]}
    />
  );
  if (!isTicked) return table;
  return (
    <Form method="get" className="grid gap-3" preventScrollReset>
      <HiddenListParams without={OF_DIALOGS} />
      {table}
      <SelectionBar
        label={t("several.select")}
        selectAll={t("several.selectPage")}
        selected={t("several.selected", { count: picked.length })}
        list={waiting}
        selection={selection}
      >
        {(isNone) => (
          <button
            type="submit"
            name="several"
            value="approve"
            className="button button-small"
            disabled={isNone}
          >
            {t("several.approve")}
          </button>
        )}
      </SelectionBar>
    </Form>
  );
}

/** Parameters of dialogs, which the selection replaces. */
const OF_DIALOGS = Object.keys(NO_DIALOG);

/** Days since which a member waits. */
function Waits({ since }: { since: string }) {
  const { now } = useLoaderData<typeof loader>();
  const { t } = useTranslation("users");
  const days = Math.floor((now - Date.parse(since)) / DAY_MS);
  return (
    <span className="hint tabular wide-only">
      {days === 0 ? t("waitsToday") : t("waits", { count: days })}
    </span>
  );
}

const DAY_MS = 86_400_000;

function MemberName({ person }: { person: ListedMember }) {
  const { t } = useTranslation("users");
  const isOdd = person.status !== "ACTIVE";
  return (
    <>
      <Link to={memberPath(person.id)} className="cell-link">
        {person.name}
      </Link>{" "}
      <span className="badges">
        {person.role === "ADMIN" && <RoleBadge person={person} />}
        {isOdd && (
          <span className={`badge badge-${person.status === "BLOCKED" ? "danger" : "plain"}`}>
            {t(`status.${person.status}`)}
          </span>
        )}
        {person.waitsSince !== null && (
          <span className="badge badge-plain">
            {t(person.hasBought ? "hasBought" : "hasNotBought")}
          </span>
        )}
        <EndBadge person={person} />
      </span>
    </>
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
        <Pencil size={18} />
      </Link>
      <Link
        to={linkTo({ remove: person.id })}
        preventScrollReset
        className="pager-link text-danger!"
        aria-label={remove}
        title={remove}
      >
        <Trash2 size={18} />
      </Link>
    </span>
  );
}
