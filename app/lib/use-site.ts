import { useRouteLoaderData } from "@remix-run/react";
import type { siteData } from "./pages/site-data.server";

/** Returns the site data that every screen may use. */
export function useSite(): ReturnType<typeof siteData> {
  const site = useRouteLoaderData<typeof siteData>("root");
  if (!site) throw new Error("There is no site outside the root.");
  return site;
}
