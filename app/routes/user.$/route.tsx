import type { LoaderFunctionArgs } from "@remix-run/node";
import { investorApi } from "~/lib/callers";
import { notFound } from "~/lib/refusals";

/** An unknown path: visitors are redirected to the login, members keep the menu (product.md §2). */
export async function loader({ context }: LoaderFunctionArgs) {
  await investorApi(context);
  throw notFound(context);
}

/** A form sent to an unknown path gets the same response. */
export const action = loader;

export default function NotFound() {
  return null;
}
