import { type AdminRole, type Language, type LineStatus, SUBMITTED_STATUSES } from "@db/vocabulary";
import { formatRupees } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import type { Caller } from "@server/http/router";
import { mayCall } from "@server/access/rules/admin-roles";
import { formatDate } from "@server/platform/rules/dates/dates";
import { refusalIn } from "~/lib/messages/refusals";
import {
  identityFilePath,
  memberPath,
  orderPath,
  paths,
  paymentsPath,
  recordPath,
} from "~/lib/paths";
import { pagesNamed } from "./pages.server";

/** So many of each list are shown; the rest is behind a link to the list. */
const SHOWN = 5;

/** The matches of one list: its name with their number, and the first ones. */
export interface Place {
  label: string;
  /** The list with the search. */
  to: string;
  hasMore: boolean;
  rows: { id: string; to: string; title: string; more: string; figure: string }[];
}

const LINES = ["OPEN", "MATCHED", "SET_ASIDE"] as const satisfies readonly LineStatus[];

/**
 * Searches each list of the admin area by its own procedure, so that company and role are checked as on
 * the list's screen; then the area's pages. A place without a result is left out.
 */
export async function findEverything(
  language: Language,
  api: Caller,
  { search, role }: { search: string; role: AdminRole },
): Promise<Place[]> {
  const { t } = translatorOf(language);
  const facts = (...all: (string | null)[]) => all.filter(Boolean).join(" · ");
  const [kept, people, unallocated, ...lists] = await Promise.all([
    mayCall(role, "identityFile.kept") ? api.identityFile.kept({ search }) : [],
    api.members.sorted({ search, page: 1, limit: SHOWN }),
    api.payments.listUnallocated({ search, limit: SHOWN }),
    ...SUBMITTED_STATUSES.map((status) =>
      api.orders.sorted({ search, status, limit: SHOWN, isDescending: true }),
    ),
  ]);
  // Lists of payments have submitted orders alone.
  const purchaseId = search.replace(/^(?:pur[\s-]*)?(?=[\d\s]+$)/i, "PUR-").replace(/\s/g, "");
  const named = await api.payments.toRecord({ purchaseId }).catch((thrown: unknown) => {
    if (refusalIn(thrown)) return null;
    throw thrown;
  });
  const isUnpaid = named && !SUBMITTED_STATUSES.some((status) => status === named.status);
  const entries = await Promise.all(
    LINES.map((status) => api.statements.lines({ search, status })),
  );
  const places: (Omit<Place, "hasMore"> & { count: number })[] = [
    {
      count: people.total,
      label: t("area:search.members", { count: people.total }),
      to: `${paths.admin.userManage}?${new URLSearchParams({ search }).toString()}`,
      rows: people.data.map(({ id, name, referralCode, mobile, email }) => ({
        id,
        to: memberPath(id),
        title: name,
        more: facts(mobile, email),
        figure: referralCode,
      })),
    },
    {
      count: kept.length,
      label: t("area:search.kept", { count: kept.length }),
      to: "",
      rows: kept.map(({ id, name, memberId, endedAt }) => ({
        id,
        to: identityFilePath(id),
        title: name ?? memberId,
        more: endedAt ? t("area:search.ended", { day: formatDate(new Date(endedAt)) }) : "",
        figure: memberId,
      })),
    },
    ...SUBMITTED_STATUSES.map((status, at) => {
      const { records = [], total: count = 0 } = lists[at] ?? {};
      const isWaiting = status === "PENDING";
      const query = { form: "list", search1: search, ...(!isWaiting && { status }) };
      return {
        count,
        label: t(`order-list:elsewhere.${status}`, { count }),
        to: paymentsPath(isWaiting ? "decide" : "decided", query),
        rows: records.map(({ id, orderNumber, user, referenceNumber, finalAmountPaise }) => ({
          id,
          to: orderPath(id),
          title: orderNumber,
          more: facts(user.name, referenceNumber),
          figure: formatRupees(finalAmountPaise),
        })),
      };
    }),
    ...(isUnpaid
      ? [
          {
            count: 1,
            label: t("area:search.unpaid", { count: 1 }),
            to: "",
            rows: [
              {
                id: named.orderId,
                to: recordPath(named.orderNumber),
                title: named.orderNumber,
                more: facts(named.member.name, t(`common:status.${named.status}`)),
                figure: formatRupees(named.totalPaise),
              },
            ],
          },
        ]
      : []),
    {
      count: unallocated.count,
      label: t("order-list:elsewhere.UNALLOCATED", { count: unallocated.count }),
      to: paymentsPath("unallocated", { search }),
      rows: unallocated.payments.map(({ id, orderNumber, member, reference, openPaise }) => ({
        id,
        to: paymentsPath("unallocated", { search: orderNumber }),
        title: orderNumber,
        more: facts(member.name, reference),
        figure: formatRupees(openPaise),
      })),
    },
    ...LINES.map((status, at) => {
      const { lines = [], total: count = 0 } = entries[at] ?? {};
      const listOf = (show: string | null) =>
        paymentsPath("bank", { search, ...(show !== null && { show }) });
      return {
        count,
        label: t(`area:search.entries.${status}`, { count }),
        to: listOf(status === "OPEN" ? null : status),
        rows: lines.map(({ id, bookedOn, narration, amountPaise, orderNumber, outcome }) => ({
          id,
          to: listOf(outcome ?? status),
          title: narration,
          more: facts(bookedOn, orderNumber),
          figure: formatRupees(amountPaise),
        })),
      };
    }),
  ];
  const pages = pagesNamed(t, search, role);
  return [
    ...places
      .filter(({ count }) => count > 0)
      .map(({ count, rows, ...place }) => ({
        ...place,
        hasMore: count > SHOWN,
        rows: rows.slice(0, SHOWN),
      })),
    ...(pages.length > 0
      ? [
          {
            label: t("area:search.pages", { count: pages.length }),
            to: "",
            hasMore: false,
            rows: pages,
          },
        ]
      : []),
  ];
}
