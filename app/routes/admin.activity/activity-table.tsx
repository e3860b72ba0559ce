import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { ActivityRecord } from "@server/office/contracts/activity";
import { LOOK } from "@server/office/rules/activity/actions";
import { DataTable } from "~/components/lists/data-table";
import { orderPath, paths } from "~/lib/paths";
import { Changes } from "./changes";

/** Joins the looks at documents of one member that follow one another: a row has each document once. */
function withLooksJoined(records: readonly ActivityRecord[]): ActivityRecord[] {
  const rows: ActivityRecord[] = [];
  for (const record of records) {
    const last = rows.at(-1);
    const isSame =
      record.action === LOOK &&
      last?.action === LOOK &&
      last.subject.id === record.subject.id &&
      last.actor.name === record.actor.name;
    if (!isSame) rows.push(record);
    else {
      const more = record.changes.filter(
        ({ after }) => !last.changes.some((seen) => seen.after === after),
      );
      rows.splice(-1, 1, { ...last, changes: [...last.changes, ...more] });
    }
  }
  return rows;
}

/** Each action with its actor, subject and time, and the values before and after. */
export function ActivityTable({ records }: { records: readonly ActivityRecord[] }) {
  const { t } = useTranslation("activity");
  const dates = useDates();
  const [params] = useSearchParams();
  const isSearched = [...params.keys()].some((name) => name !== "page" && name !== "actor");
  return (
    <DataTable
      title={t("table")}
      isTitleHidden
      rows={withLooksJoined(records)}
      empty={t(isSearched ? "nothing" : "empty")}
      columns={[
        {
          label: t("columns.when"),
          place: "figure",
          cell: ({ at }) => dates.full(at),
          isShort: true,
        },
        { label: t("columns.who"), place: "detail", cell: (record) => <Who {...record} /> },
        { label: t("columns.what"), place: "title", cell: (record) => <What {...record} /> },
        {
          label: t("columns.changes"),
          place: "more",
          cell: (record) => <Changes changes={unsaid(record)} />,
          isWide: true,
        },
      ]}
    />
  );
}

/** Omits a new value that repeats the subject's label, such as an order number. */
const unsaid = ({ changes, subject }: ActivityRecord) =>
  changes.filter(({ before, after }) => before !== null || after !== subject.label);

function Who({ actor: { kind, name, referralCode } }: ActivityRecord) {
  const { t } = useTranslation("activity");
  const isPerson = kind === "ADMIN" || kind === "USER" || kind === "KEY";
  return (
    <>
      {isPerson && <span className="block font-medium lg:min-w-36">{name ?? t("gone")}</span>}
      <span className={isPerson ? "hint" : ""}>
        {t(`actors.${kind}`)} {referralCode && <span className="mono">{referralCode}</span>}
      </span>
    </>
  );
}

function What({ action, subject }: ActivityRecord) {
  const { t } = useTranslation("activity");
  const to = pathOf(subject);
  return (
    <>
      {/* A new kind of action shows its name until it has words. */}
      <span className="block font-medium lg:min-w-36">
        {t(`actions.${action}`, { defaultValue: action })}
      </span>
      {subject.label !== null && (to ? <Link to={to}>{subject.label}</Link> : subject.label)}
    </>
  );
}

function pathOf({ type, id }: ActivityRecord["subject"]): string | null {
  if (type === "order") return orderPath(id);
  if (type === "member") return `${paths.admin.userManage}/${id}`;
  if (type === "beneficiary") return paths.admin.beneficiary;
  return null;
}
