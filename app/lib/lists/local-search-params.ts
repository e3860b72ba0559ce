import type { ShouldRevalidateFunction } from "@remix-run/react";
import { paths } from "../paths";

/** URL parameters, by page, that only select among data the page already has. */
const LOCAL: Readonly<Record<string, readonly string[]>> = {
  [paths.user.payment]: ["tab", "bank", "proof", "sent", "cancel"],
};

/**
 * A `shouldRevalidate` that skips the server when only such parameters change, and so works without
 * a connection. The page and every route around it export it. All other navigations load data as by
 * default: always, except after a refused form.
 */
export const unlessLocal: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod = "GET",
  actionStatus = 200,
}) => actionStatus < 400 && !(formMethod === "GET" && isLocal(currentUrl, nextUrl));

function isLocal(from: URL, to: URL): boolean {
  const local = LOCAL[to.pathname];
  // Navigating to the same URL reloads the page's data.
  if (!local || from.pathname !== to.pathname || from.search === to.search) return false;
  const rest = ({ searchParams }: URL) =>
    new URLSearchParams([...searchParams].filter(([name]) => !local.includes(name))).toString();
  return rest(from) === rest(to);
}
