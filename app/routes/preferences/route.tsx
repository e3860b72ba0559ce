import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { SavePreferences } from "@server/members/contracts/members";
import { ownPath, paths } from "~/lib/paths";

/** Stores a preference in this browser and, for a logged-in user, in the account. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const choice = SavePreferences.safeParse(Object.fromEntries(form));
  const headers = new Headers();
  const menu = form.get("menu");
  if (menu !== null)
    headers.append("Set-Cookie", context.caller.preferences.menu(menu === "folded"));
  if (choice.success && menu === null) {
    const { language, colourScheme } = choice.data;
    if (language) headers.append("Set-Cookie", context.caller.preferences.language(language));
    if (colourScheme)
      headers.append("Set-Cookie", context.caller.preferences.colourScheme(colourScheme));
    const caller = (await context.caller.member()) ?? (await context.caller.admin());
    await caller?.members.savePreferences(choice.data);
  }
  // A script that has folded the menu itself needs no page.
  if (menu !== null && form.get("returnTo") === null)
    return new Response(null, { status: 204, headers });
  return redirect(ownPath(form.get("returnTo"), paths.home), { headers });
}

export const loader = () => redirect(paths.home);
