import { type AppLoadContext, redirect } from "@remix-run/node";
import type { CodeSent } from "@server/platform/rules/people/one-time-codes";
import {
  RequestPasswordReset,
  ResetPasswordForm,
  type ResetPassword,
} from "@server/members/contracts/passwords";
import { passwordFault } from "@server/platform/rules/people/password";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { formStepCookie } from "~/lib/forms/form-step-cookie.server";
import { enteredEmail, loginPath } from "~/lib/forms/log-in-again.server";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";

/** The kind of account: members and admins take the same two steps. */
interface Whose {
  /** Part of the cookie's name. */
  area: "user" | "admin";
  /** The path of the page. */
  here: string;
}

const stepOf = ({ area }: Whose) => formStepCookie(`reset_${area}`, ["email"]);

const constraints = constraintsOf({ request: RequestPasswordReset, reset: ResetPasswordForm });

/** The page's data: the requested email address, and whether the page shows the code step. */
export async function loadReset({ request }: { request: Request }, whose: Whose) {
  const kept = await stepOf(whose).read(request);
  const step = new URL(request.url).searchParams.get("verify");
  return {
    constraints,
    here: whose.here,
    loginTo: await loginPath(request, whose.area),
    email: kept?.email ?? null,
    isVerifying: kept !== null && step !== null,
    isAgain: step === "again",
  };
}

export async function actOnReset(
  { request, context }: { request: Request; context: AppLoadContext },
  whose: Whose,
  calls: {
    request: (input: RequestPasswordReset) => Promise<CodeSent>;
    reset: (input: ResetPassword) => Promise<null>;
  },
) {
  const form = await request.formData();
  const step = stepOf(whose);
  if (form.get("intent") === "reset") {
    return submit(context, form, {
      schema: ResetPasswordForm,
      faults: ({ newPassword, email }) => {
        const company = context.site.kind === "company" ? context.site.company : null;
        return {
          newPassword:
            typeof newPassword === "string"
              ? passwordFault(newPassword, { email: String(email), company })
              : null,
        };
      },
      failed: "reset:unchanged",
      call: ({ confirmNewPassword: _typedTwice, ...input }) => calls.reset(input),
      done: async (_reset, { email }) => {
        const headers = new Headers({ "Set-Cookie": await step.forget() });
        const login = enteredEmail(whose.area);
        headers.append("Set-Cookie", await login.keep({ email }, context.site.origin));
        const to = await loginPath(request, whose.area);
        return withToast(context, to, "reset:done", {}, headers);
      },
    });
  }
  return submit(context, form, {
    schema: RequestPasswordReset,
    failed: "reset:unsent",
    call: calls.request,
    done: async (_sent, { email }) => {
      const isAgain = (await step.read(request))?.email === email;
      return redirect(`${whose.here}?verify${isAgain ? "=again" : ""}`, {
        headers: { "Set-Cookie": await step.keep({ email }, context.site.origin) },
      });
    },
  });
}
