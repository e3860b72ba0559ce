import { type AppLoadContext, data, redirect } from "@remix-run/node";
import {
  CompleteTwoFactorChallenge,
  type LoggedIn,
  LogInSuperAdmin,
  RequestSuperAdminCode,
} from "@server/members/contracts/sessions";
import { logInWithPasskey } from "~/components/account/passkeys/act.server";
import { publicApi, requirePlatform } from "~/lib/callers";
import { isFormReply } from "~/lib/forms/form-reply";
import { loginHeaders, pageAfterLogin } from "~/lib/forms/log-in-again.server";
import { refusalIn } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";

/** Takes a step of the login: a passkey, the second factor's code, the mailed code, or asking for one. */
export async function logInSuperAdmin(request: Request, context: AppLoadContext) {
  requirePlatform(context);
  const api = publicApi(context);
  const form = await request.formData();
  const enter = async (session: LoggedIn) =>
    redirect(pageAfterLogin(request, "superadmin"), {
      headers: await loginHeaders("superadmin", context.caller.sessions.set("superadmin", session)),
    });
  if (form.get("intent") === "passkey") {
    return logInWithPasskey(context, form, "SUPER_ADMIN", enter);
  }
  if (form.get("intent") === "code") {
    return submit(context, form, {
      schema: CompleteTwoFactorChallenge,
      call: (input) => api.sessions.finishSuperAdmin(input),
      done: enter,
    });
  }
  if (form.get("intent") === "login") {
    return atFirstStep(
      await submit(context, form, {
        intent: "request",
        schema: LogInSuperAdmin,
        call: (input) => api.sessions.startSuperAdmin(input),
        done: async (begun) => ("ticket" in begun ? data(begun) : await enter(begun)),
      }),
    );
  }
  return submit(context, form, {
    schema: RequestSuperAdminCode,
    call: (input) => api.sessions.requestSuperAdminCode(input).catch(secondsLeftIn),
    done: ({ resendAfterSeconds }, { email }) =>
      data({ sent: { email, seconds: resendAfterSeconds, isAgain: form.has("again") } }),
  });
}

/** After an error the earlier code is still valid: shows the code step without sending another. */
function secondsLeftIn(thrown: unknown) {
  const refusal = refusalIn(thrown);
  const seconds = refusal?.code === "CODE_RESEND_TOO_SOON" && refusal.retryAfterSeconds;
  if (!seconds) throw thrown;
  return { resendAfterSeconds: seconds };
}

/** Any error returns to the first step (product.md §4), which has no field for its message. */
function atFirstStep<Answer>(answer: Answer): Answer {
  const reply = answer instanceof Object && "data" in answer ? answer.data : null;
  if (isFormReply(reply)) {
    reply.error = { "": Object.values(reply.error ?? {}).flatMap((texts) => texts ?? []) };
  }
  return answer;
}
