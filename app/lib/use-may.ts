import { useRouteLoaderData } from "@remix-run/react";
import { type AdminCall, mayCall } from "@server/domain/members/admin-roles";
import type { loader } from "~/routes/admin/route";

/**
 * What the admin's role allows. Pages hide what it does not; the procedures refuse it.
 *
 *   const may = useMay();
 *   {may("members.add") && <Link …>}
 */
export function useMay(): (call: AdminCall) => boolean {
  const role = useRouteLoaderData<typeof loader>("routes/admin/route")?.adminRole ?? null;
  return (call) => role !== null && mayCall(role, call);
}
