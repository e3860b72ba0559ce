import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { Area } from "@server/context/actor";

const CALLER = { user: "member", admin: "admin", superadmin: "superAdmin" } as const;

async function end(context: LoaderFunctionArgs["context"], area: Area, to: string) {
  const caller = await context.api[CALLER[area]]();
  await caller?.sessions.logOut();
  return redirect(to, { headers: { "Set-Cookie": context.sessions.clear(area) } });
}

/**
 * A POST logs out. A GET logs out only if it comes from the site itself; otherwise it shows one
 * button, so that another site cannot log a user out with an image (architecture.md §7).
 */
export const logOutOf = (area: Area, to: string) => ({
  action: ({ context }: ActionFunctionArgs) => end(context, area, to),
  loader: ({ request, context }: LoaderFunctionArgs) =>
    request.headers.get("sec-fetch-site") === "same-origin" ? end(context, area, to) : null,
});
