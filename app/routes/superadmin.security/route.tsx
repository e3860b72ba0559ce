import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { actOnSecurity, loadSecurity } from "~/components/account/two-factor/act.server";
import { SecurityPage } from "~/components/account/two-factor/security-page";
import { superAdminApi } from "~/lib/callers";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("security", "passkeys");

export async function loader({ context }: LoaderFunctionArgs) {
  return loadSecurity(context, await superAdminApi(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const api = await superAdminApi(context);
  const here = paths.superAdmin.security;
  return actOnSecurity(context, await request.formData(), { api, here });
}

export const meta = titled("Your account");

export default SecurityPage;
