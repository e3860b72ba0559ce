import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { MemberAuditEntry } from "@server/members/contracts/member-details";
import { DataTable } from "~/components/lists/data-table";

/** The actions on a member's account, with their actors and changes. */
export function MemberActivityList({ rows }: { rows: readonly MemberAuditEntry[] }) {
  const { t } = useTranslation(["users", "activity"]);
  const dates = useDates();
  const inWords = useChangeWords();
  const who = (row: MemberAuditEntry) => {
    if (row.isOwn) return t("activity.self");
    if (row.actorName) return row.actorName;
    const others = { SYSTEM: "system", SUPER_ADMIN: "platform" } as const;
    return t(
      `activity.${row.actorRole === "SYSTEM" || row.actorRole === "SUPER_ADMIN" ? others[row.actorRole] : "nobody"}`,
    );
  };
  return (
    <DataTable
      title={t("page.activity")}
      rows={rows}
      empty={t("activity.empty")}
      columns={[
        {
          label: t("activity.when"),
          place: "figure",
          cell: (row) => dates.full(row.createdAt),
          isShort: true,
        },
        { label: t("activity.who"), place: "detail", cell: who },
        {
          label: t("activity.what"),
          place: "title",
          cell: ({ action }) => t(`activity:actions.${action}`, { defaultValue: action }),
        },
        {
          label: t("activity.change"),
          place: "more",
          cell: (row) => inWords(row).join("; ") || t("activity.noChange"),
        },
      ]}
    />
  );
}

const KNOWN = ["role", "adminRole", "status", "isApproved", "sessions", "fields", "left"] as const;

/** "Account: Active → Blocked"; only differing fields that have words. */
function useChangeWords() {
  const { t } = useTranslation("users");
  const say = (value: unknown): string => {
    if (typeof value === "boolean") return t(value ? "activity.yes" : "activity.no");
    if (Array.isArray(value))
      return value.map((one) => t(String(one), { defaultValue: String(one) })).join(", ");
    const text = String(value);
    const keys = [`status.${text}`, `roles.${text}`, `users:adminRoles.${text}`];
    return t(keys, { defaultValue: text });
  };
  return ({ before, after }: MemberAuditEntry): string[] =>
    KNOWN.flatMap((name) => {
      const was = fieldOf(before, name);
      const is = fieldOf(after, name);
      if (
        is === undefined ||
        is === null ||
        say(is) === "" ||
        JSON.stringify(was) === JSON.stringify(is)
      )
        return [];
      const label = t(`activity.fields.${name}`);
      return [was === undefined ? `${label}: ${say(is)}` : `${label}: ${say(was)} → ${say(is)}`];
    });
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
