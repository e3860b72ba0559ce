import { useRouteLoaderData } from "@remix-run/react";
import type { AdminCall } from "@server/access/rules/calls";
import type { loader } from "~/routes/admin/route";

/**
 * Tells which calls the admin's role allows. Pages hide the others; the procedures refuse them.
 *
 *   const may = useMay();
 *   {may("members.add") && <Link …>}
 */
export function useMay(): (call: AdminCall) => boolean {
  // The table of roles stays on the server; before the layout's data there is nothing to press.
  const beyond = useRouteLoaderData<typeof loader>("routes/admin/route")?.beyond;
  return (call) => beyond !== undefined && !beyond.includes(call);
}
