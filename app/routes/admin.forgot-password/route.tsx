import { type ActionFunctionArgs, type MetaFunction, data } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { RequestPasswordReset, ResetPasswordForm } from "@server/contracts/passwords";
import { ResetPassword } from "~/components/people/reset-password";
import { publicApi } from "~/lib/callers";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";

export async function action({ request, context }: ActionFunctionArgs) {
  const api = publicApi(context);
  const form = await request.formData();
  if (form.get("intent") === "reset") {
    return submit(context, form, {
      intent: "reset",
      schema: ResetPasswordForm,
      call: ({ confirmNewPassword: _typedTwice, ...input }) => api.passwords.resetAdmin(input),
      done: () => redirectWithToast(paths.admin.login, success("Password reset successfully")),
    });
  }
  return submit(context, form, {
    intent: "request",
    schema: RequestPasswordReset,
    call: (input) => api.passwords.requestResetAdmin(input),
    done: (_sent, { email }) => data({ sentTo: email }),
  });
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Reset Password");

export default function Reset() {
  const result = useActionData<typeof action>();
  return (
    <ResetPassword result={result} here={paths.admin.forgotPassword} loginTo={paths.admin.login} />
  );
}
