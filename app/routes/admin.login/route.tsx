import { useReply } from "~/components/form/form-frame";
import { type ActionFunctionArgs, type LoaderFunctionArgs, data, replace } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import {
  CompleteTwoFactorChallenge,
  LogInAdmin,
  type LoggedIn,
} from "@server/members/contracts/sessions";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { logInWithPasskey } from "~/components/account/passkeys/act.server";
import { PasskeySlot } from "~/components/account/passkeys/passkey-slot";
import { LoginReason } from "~/components/account/login-reason";
import { Gate } from "~/components/brand/gate";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { LogInCode, ticketIn } from "~/components/account/two-factor/log-in-code";
import { publicApi } from "~/lib/callers";
import { loadLogin, loginHeaders, pageAfterLogin } from "~/lib/forms/log-in-again.server";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("people", "security");

const constraints = constraintsOf({ logIn: LogInAdmin, secondStep: CompleteTwoFactorChallenge });

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await context.caller.admin()) throw replace(pageAfterLogin(request, "admin"));
  return { constraints, ...(await loadLogin(request, context, "admin")) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const api = publicApi(context);
  const form = await request.formData();
  const enter = async (session: LoggedIn) =>
    withToast(
      context,
      pageAfterLogin(request, "admin"),
      "people:login.done",
      {},
      await loginHeaders("admin", context.caller.sessions.set("admin", session)),
    );
  if (form.get("intent") === "passkey") return logInWithPasskey(context, form, "ADMIN", enter);
  if (form.get("intent") === "code") {
    return submit(context, form, {
      schema: CompleteTwoFactorChallenge,
      call: (input) => api.sessions.finishAdmin(input),
      done: enter,
    });
  }
  return submit(context, form, {
    schema: LogInAdmin,
    call: (input) => api.sessions.startAdmin(input),
    done: async (begun) => ("ticket" in begun ? data(begun) : await enter(begun)),
  });
}

export const clientAction = handleLostConnection;

export const meta = titled("Login");

export default function AdminLogin() {
  const result = useActionData<typeof action>();
  const { reason, email } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { t } = useTranslation("people");
  const ended = useReply("code");
  const ticket = ticketIn(result);
  if (ticket)
    return <LogInCode ticket={ticket} loginTo={paths.admin.login + search} area="admin" />;
  return (
    <Gate>
      <h1>{t("admin.heading")}</h1>
      <LoginReason reason={reason} />
      <PostForm contract="logIn" key="password" otherwise={ended} unanswered={t("login.failed")}>
        <Field
          name="email"
          label={t("login.email")}
          type="email"
          autoComplete="username"
          placeholder={t("admin.emailPlaceholder")}
          defaultValue={email}
        />
        <Field
          name="password"
          label={t("login.password")}
          type="password"
          autoComplete="current-password"
        />
        <SubmitButton pending={t("admin.pending")}>{t("admin.submit")}</SubmitButton>
      </PostForm>
      <p>
        <Link className="link-out" to={paths.admin.forgotPassword}>
          {t("login.forgot")}
        </Link>
      </p>
      <PasskeySlot area="admin" />
    </Gate>
  );
}
