import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ResetPassword } from "~/components/account/reset-password";
import { actOnReset, loadReset } from "~/components/account/reset-password.server";
import { publicApi } from "~/lib/callers";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("people", "reset");

const whose = { area: "user", here: paths.forgotPassword } as const;

export const loader = (args: LoaderFunctionArgs) => loadReset(args, whose);

export async function action(args: ActionFunctionArgs) {
  const { passwords } = publicApi(args.context);
  return actOnReset(args, whose, {
    request: (input) => passwords.requestReset(input),
    reset: (input) => passwords.reset(input),
  });
}

export const clientAction = handleLostConnection;

export const meta = titled("Reset Password");

export default ResetPassword;
