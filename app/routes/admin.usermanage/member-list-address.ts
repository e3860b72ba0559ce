import { COMPANY_ROLES, MEMBER_SORTS, MEMBER_STATUSES } from "@db/vocabulary";
import { MOST_AT_ONCE } from "@server/companies/rules/allowance";
import { LIST_SIZES, listQuery, chosenIn, sortingIn } from "~/lib/lists/list-query";

const APPROVALS = ["waiting", "verified", "refused"] as const;

/** The list's filters in the page's URL; `wanted` is the input of the query. */
export function memberListAddress(request: Request) {
  const asked = new URL(request.url).searchParams;
  const { page, limit, search, status } = listQuery(request, {
    statuses: MEMBER_STATUSES,
    limits: LIST_SIZES,
  });
  const approval = chosenIn(asked, "approval", APPROVALS) ?? null;
  const role = chosenIn(asked, "role", COMPANY_ROLES) ?? null;
  const wanted = {
    search,
    ...(approval === "verified" && { isApproved: true }),
    ...(approval === "waiting" && { isRefused: false }),
    ...(approval === "refused" && { isRefused: true }),
    ...(status && { status }),
    ...(role && { role }),
  };
  /** The members of the dialog that approves several; null without it. */
  const ids = asked.has("several")
    ? [...new Set(asked.getAll("member"))].slice(0, MOST_AT_ONCE)
    : null;
  // By default the newest are first, and of those who wait the oldest.
  const isWaiting = approval === "waiting";
  const usual = { sort: isWaiting ? "approval" : "date", isDescending: !isWaiting } as const;
  const sorting = sortingIn(asked, MEMBER_SORTS, usual);
  return { page, limit, approval, status, role, wanted, ids, ...sorting };
}
