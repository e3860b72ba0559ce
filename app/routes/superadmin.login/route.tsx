import { useReply } from "~/components/form/form-frame";
import { type ActionFunctionArgs, type LoaderFunctionArgs, replace } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  CompleteTwoFactorChallenge,
  LogInSuperAdmin,
  RequestSuperAdminCode,
} from "@server/members/contracts/sessions";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { PasskeySlot } from "~/components/account/passkeys/passkey-slot";
import { LoginReason } from "~/components/account/login-reason";
import { Gate } from "~/components/brand/gate";
import { Countdown } from "~/components/data/countdown";
import { SentCodeField } from "~/components/account/code-sent";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { LogInCode, ticketIn } from "~/components/account/two-factor/log-in-code";
import { requirePlatform } from "~/lib/callers";
import { loginReason, pageAfterLogin } from "~/lib/forms/log-in-again.server";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { loadWords } from "~/lib/messages/words";
import { logInSuperAdmin } from "./log-in.server";

export const handle = await loadWords("people", "security");

const constraints = constraintsOf({
  requestCode: RequestSuperAdminCode,
  logIn: LogInSuperAdmin,
  secondStep: CompleteTwoFactorChallenge,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  requirePlatform(context);
  if (await context.caller.superAdmin()) throw replace(pageAfterLogin(request, "superadmin"));
  return { constraints, reason: loginReason(request, context) };
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  logInSuperAdmin(request, context);

export const meta = titled("Login");

export default function SuperAdminLogin() {
  const result = useActionData<typeof action>();
  const { reason } = useLoaderData<typeof loader>();
  const loginTo = paths.superAdmin.login + useLocation().search;
  const { t } = useTranslation("security");
  const answer = result && "sent" in result ? result.sent : null;
  const [lapsed, setLapsed] = useState<typeof answer>(null);
  const lapse = useCallback(() => setLapsed(answer), [answer]);
  const hasLapsed = answer !== null && answer === lapsed;
  const ended = useReply("code");
  const ticket = ticketIn(result);
  if (ticket) return <LogInCode ticket={ticket} loginTo={loginTo} area="superadmin" />;
  return (
    <Gate>
      <h1>{t("superAdmin.heading")}</h1>
      <LoginReason reason={reason} />
      {answer && !hasLapsed ? (
        <PostForm key="login" contract="logIn" intent="login">
          <Field
            name="email"
            label={t("superAdmin.email")}
            type="email"
            defaultValue={answer.email}
            readOnly
          />
          {answer.isAgain && (
            <p className="note" role="status">
              {t("common:newCode")}
            </p>
          )}
          <SentCodeField label={t("superAdmin.otp")} />
          <p className="hint">
            {t("superAdmin.resendIn")}{" "}
            <Countdown seconds={answer.seconds} over={t("superAdmin.resend")} onOver={lapse} />
          </p>
          <SubmitButton>{t("superAdmin.login")}</SubmitButton>
          <Link to={loginTo} className="link-out justify-self-start">
            {t("superAdmin.back")}
          </Link>
        </PostForm>
      ) : (
        <PostForm contract="requestCode" key="request" otherwise={ended} intent="request">
          {hasLapsed && (
            <>
              <input type="hidden" name="again" value="1" />
              <p className="note" role="status">
                {t("superAdmin.lapsed")}
              </p>
            </>
          )}
          <Field
            name="email"
            label={t("superAdmin.email")}
            type="email"
            autoComplete="username"
            defaultValue={answer?.email}
          />
          <SubmitButton pending={t("superAdmin.sending")}>{t("superAdmin.getOtp")}</SubmitButton>
        </PostForm>
      )}
      <PasskeySlot area="superadmin" />
    </Gate>
  );
}
