import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { Area } from "@server/context/actor";

const CALLER = { user: "member", admin: "admin", superadmin: "superAdmin" } as const;

async function end(context: LoaderFunctionArgs["context"], area: Area, to: string) {
  const caller = await context.api[CALLER[area]]();
  await caller?.sessions.logOut();
  return redirect(to, { headers: { "Set-Cookie": context.sessions.clear(area) } });
}

/**
 * A POST logs out. A GET does so only when it comes from the site itself; from anywhere else it
 * shows one button, so that no other site can log a person out by a picture (design §7).
 */
export const logOutOf = (area: Area, to: string) => ({
  action: ({ context }: ActionFunctionArgs) => end(context, area, to),
  loader: ({ request, context }: LoaderFunctionArgs) =>
    request.headers.get("sec-fetch-site") === "same-origin" ? end(context, area, to) : null,
});
