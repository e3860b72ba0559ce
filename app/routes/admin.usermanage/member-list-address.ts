import { COMPANY_ROLES, MEMBER_STATUSES } from "@db/vocabulary";
import { listQuery } from "~/lib/lists/list-query";

const APPROVALS = ["waiting", "verified"] as const;

/** The list's filters in the page's URL; `wanted` is the input of the query. */
export function memberListAddress(request: Request) {
  const asked = new URL(request.url).searchParams;
  const { page, limit, search, status } = listQuery(request, { statuses: MEMBER_STATUSES });
  const approval = APPROVALS.find((one) => one === asked.get("approval")) ?? null;
  const role = COMPANY_ROLES.find((one) => one === asked.get("role")) ?? null;
  const wanted = {
    search,
    ...(approval && { isApproved: approval === "verified" }),
    ...(status && { status }),
    ...(role && { role }),
  };
  return { page, limit, approval, status, role, wanted };
}
