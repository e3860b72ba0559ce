import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "~/routes/admin/route";

/** True where the company verifies its members by evidence. */
export const useAsksIdentity = (): boolean =>
  useRouteLoaderData<typeof loader>("routes/admin/route")?.asksIdentity ?? false;
