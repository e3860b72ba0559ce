import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  data,
  redirect,
  replace,
} from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LogInSuperAdmin, RequestSuperAdminCode } from "@server/contracts/sessions";
import { Gate } from "~/components/brand/gate";
import { Countdown } from "~/components/data/countdown";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { publicApi, requirePlatform } from "~/lib/callers";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/submit";

export async function loader({ context }: LoaderFunctionArgs) {
  requirePlatform(context);
  if (await context.api.superAdmin()) throw replace(paths.superAdmin.root);
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  requirePlatform(context);
  const api = publicApi(context);
  const form = await request.formData();
  if (form.get("intent") === "login") {
    return submit(context, form, {
      // Any error leads back to the first step (spec §4).
      intent: "request",
      schema: LogInSuperAdmin,
      call: (input) => api.sessions.logInSuperAdmin(input),
      done: (session) =>
        redirect(paths.superAdmin.root, {
          headers: { "Set-Cookie": context.sessions.set("superadmin", session) },
        }),
    });
  }
  return submit(context, form, {
    intent: "request",
    schema: RequestSuperAdminCode,
    call: (input) => api.sessions.requestSuperAdminCode(input),
    done: ({ resendAfterSeconds }, { email }) =>
      data({ sent: { email, seconds: resendAfterSeconds } }),
  });
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Login");

export default function SuperAdminLogin() {
  const result = useActionData<typeof action>();
  const { t } = useTranslation("people");
  const sent = result && "sent" in result ? result.sent : null;
  return (
    <Gate isPlain>
      <h1 className="mb-5">{t("superAdmin.heading")}</h1>
      {sent ? (
        <PostForm result={result} intent="login" className="grid gap-4">
          <Field
            name="email"
            label={t("superAdmin.email")}
            type="email"
            defaultValue={sent.email}
            readOnly
          />
          <Field
            name="otp"
            label={t("superAdmin.otp")}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
          <p className="hint">
            {t("superAdmin.resendIn")}{" "}
            <Countdown seconds={sent.seconds} over={t("superAdmin.resend")} />
          </p>
          <SubmitButton>{t("superAdmin.login")}</SubmitButton>
        </PostForm>
      ) : (
        <PostForm result={result} intent="request" className="grid gap-4">
          <Field
            name="email"
            label={t("superAdmin.email")}
            type="email"
            autoComplete="username"
            required
          />
          <SubmitButton pending={t("superAdmin.sending")}>{t("superAdmin.getOtp")}</SubmitButton>
        </PostForm>
      )}
    </Gate>
  );
}
