import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { adminApi } from "~/lib/callers";
import { paths } from "~/lib/paths";
import { notFound } from "~/lib/messages/refusals";

/** Former addresses lead to these parts of the page of payments, by their path below `/admin/`. */
const PLACES: Readonly<Record<string, Record<string, string>>> = {
  "purchaserequest/split": { tab: "decide" },
  "purchaserequest/bulk": { tab: "decide", step: "bulk" },
  "purchaserequest/sum": { tab: "decide", step: "sum" },
  "purchaserequest/record": { tab: "unallocated", step: "record" },
  "payments/order": { tab: "unallocated", step: "apply" },
  "payments/days": { tab: "unallocated", step: "days" },
  statements: { tab: "bank", step: "import" },
  "statements/entries": { tab: "bank" },
};

/** Redirects a former address to its place on the page of payments; the rest of its query is kept. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await adminApi(context);
  const { pathname, searchParams } = new URL(request.url);
  const place = PLACES[pathname.toLowerCase().replace(/^\/admin\/|\/$/g, "")];
  if (!place) throw notFound(context);
  const kept = [...searchParams].filter(([name]) => name !== "tab" && name !== "step");
  const isHistory = place["tab"] === "decide" && searchParams.get("tab") === "history";
  const tab = isHistory ? { tab: "decided" } : {};
  const query = new URLSearchParams([...Object.entries({ ...place, ...tab }), ...kept]);
  return redirect(`${paths.admin.payments}?${query.toString()}`);
}

/** A form of a former page, left open: nothing of it was done, which the present page shows. */
export const action = loader;
