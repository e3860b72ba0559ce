import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  replace,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LogIn, type LoggedIn } from "@server/members/contracts/sessions";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { logInWithPasskey } from "~/components/account/passkeys/act.server";
import { PasskeySlot } from "~/components/account/passkeys/passkey-slot";
import { LoginReason } from "~/components/account/login-reason";
import { Gate } from "~/components/brand/gate";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { publicApi } from "~/lib/callers";
import { loadLogin, loginHeaders, pageAfterLogin } from "~/lib/forms/log-in-again.server";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { pageMeta } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/forms/submit";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("people");

const constraints = constraintsOf({ logIn: LogIn });

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await context.api.member()) throw replace(pageAfterLogin(request, "user"));
  return {
    constraints,
    ...(await loadLogin(request, context, "user")),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const api = publicApi(context);
  const form = await request.formData();
  const enter = async (session: LoggedIn) =>
    replace(pageAfterLogin(request, "user"), {
      headers: await loginHeaders("user", context.sessions.set("user", session)),
    });
  if (form.get("intent") === "passkey") return logInWithPasskey(context, form, "USER", enter);
  return submit(context, form, {
    schema: LogIn,
    failed: "people:login.failed",
    call: (input) => api.sessions.logIn(input),
    done: enter,
  });
}

export const clientAction = handleLostConnection;

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Login");

export default function Login() {
  const result = useActionData<typeof action>();
  const { reason, email } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  return (
    <Gate>
      <h1 className="mb-5">{t("login.heading")}</h1>
      <LoginReason reason={reason} />
      <PostForm
        contract="logIn"
        result={result}
        noValidate
        unanswered={t("login.failed")}
        className="grid gap-4"
      >
        <Field
          name="email"
          label={t("login.email")}
          type="email"
          autoComplete="username"
          inputMode="email"
          defaultValue={email}
        />
        <Field
          name="password"
          label={t("login.password")}
          type="password"
          autoComplete="current-password"
        />
        <SubmitButton pending={t("login.pending")}>{t("login.submit")}</SubmitButton>
      </PostForm>
      <p className="mt-3 flex flex-wrap justify-between gap-x-6">
        <Link className="link-out" to={paths.forgotPassword}>
          {t("login.forgot")}
        </Link>
        <Link className="link-out" to={paths.register}>
          {t("login.create")}
        </Link>
      </p>
      <PasskeySlot result={result} area="user" />
    </Gate>
  );
}
