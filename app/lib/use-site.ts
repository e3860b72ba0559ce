import { useRouteLoaderData } from "@remix-run/react";
import { formatQuantity } from "@server/platform/rules/money/format";
import type { siteData } from "./pages/site-data.server";

/** Returns the site data that every screen may use. */
export function useSite(): ReturnType<typeof siteData> {
  const site = useRouteLoaderData<typeof siteData>("root");
  if (!site) throw new Error("There is no site outside the root.");
  return site;
}

/** Returns what writes a number of tokens with the brand's symbol: "1,000 RSGN". */
export function useTokens(): (count: number) => string {
  const { brand } = useSite();
  return (count) => `${formatQuantity(count)} ${brand.symbol}`;
}
