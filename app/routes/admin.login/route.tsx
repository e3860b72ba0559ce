import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  replace,
} from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LogInAdmin } from "@server/contracts/sessions";
import { Gate } from "~/components/brand/gate";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { publicApi } from "~/lib/callers";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/submit";

export async function loader({ context }: LoaderFunctionArgs) {
  if (await context.api.admin()) throw replace(paths.admin.root);
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const api = publicApi(context);
  return submit(context, await request.formData(), {
    schema: LogInAdmin,
    call: (input) => api.sessions.logInAdmin(input),
    done: (session) =>
      redirect(paths.admin.root, {
        headers: { "Set-Cookie": context.sessions.set("admin", session) },
      }),
  });
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Login");

export default function AdminLogin() {
  const result = useActionData<typeof action>();
  const { t } = useTranslation("people");
  return (
    <Gate isPlain>
      <h1 className="mb-5">{t("admin.heading")}</h1>
      <PostForm result={result} className="grid gap-4">
        <Field
          name="email"
          label={t("login.email")}
          type="email"
          autoComplete="username"
          placeholder={t("admin.emailPlaceholder")}
          required
        />
        <Field
          name="password"
          label={t("login.password")}
          type="password"
          autoComplete="current-password"
          required
        />
        <SubmitButton pending={t("admin.pending")}>{t("admin.submit")}</SubmitButton>
      </PostForm>
      <p className="mt-2">
        <Link className="link-out" to={paths.admin.forgotPassword}>
          {t("login.forgot")}
        </Link>
      </p>
    </Gate>
  );
}
