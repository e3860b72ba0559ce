import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ChooseOrderMails } from "@server/office/contracts/dashboard";
import { ChangeOwnPasswordForm } from "@server/members/contracts/passwords";
import { actOnSecurity, loadSecurity } from "~/components/account/two-factor/act.server";
import { SecurityPage } from "~/components/account/two-factor/security-page";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/forms/submit";
import { loadWords } from "~/lib/messages/words";
import { OrderMails } from "./order-mails";
import { useTranslation } from "react-i18next";
import { NewPassword } from "~/components/account/new-password";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

export const handle = await loadWords("security", "reset", "passkeys");

const constraints = constraintsOf({
  ownPassword: ChangeOwnPasswordForm,
  orderMails: ChooseOrderMails,
});

export async function loader({ context }: LoaderFunctionArgs) {
  const security = await loadSecurity(context, await adminApi(context));
  return { ...security, constraints: { ...security.constraints, ...constraints } };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const api = await adminApi(context);
  const here = paths.admin.security;
  const form = await request.formData();
  const intent = form.get("intent");
  if (intent === "order-mails") {
    return submit(context, form, {
      schema: ChooseOrderMails,
      call: (input) => api.dashboard.chooseMails(input),
      done: { to: here, toast: "security:orderMails.done" },
    });
  }
  if (intent !== "password") return actOnSecurity(context, form, { api, here });
  return submit(context, form, {
    schema: ChangeOwnPasswordForm,
    failed: "security:ownPassword.failed",
    call: ({ confirmNewPassword: _typedTwice, ...input }) => api.passwords.changeOwn(input),
    done: { to: here, toast: "security:ownPassword.done" },
  });
}

export const meta = titled("Your account");

export default function AdminSecurityPage() {
  return (
    <>
      <SecurityPage />
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-2">
        <PasswordSection />
        <OrderMails />
      </div>
    </>
  );
}

/** The admin's own password. */
function PasswordSection() {
  const { t } = useTranslation("security");
  return (
    <section className="card grid gap-4 p-4 md:p-6">
      <h2>{t("ownPassword.title")}</h2>
      <p className="max-w-prose">{t("ownPassword.explain")}</p>
      <PostForm
        contract="ownPassword"
        noValidate
        intent="password"
        unanswered={t("ownPassword.failed")}
        className="grid gap-4 sm:max-w-md"
      >
        <Field
          name="currentPassword"
          type="password"
          label={t("password")}
          autoComplete="current-password"
        />
        <NewPassword />
        <SubmitButton className="justify-self-start" pending={t("ownPassword.submitting")}>
          {t("ownPassword.submit")}
        </SubmitButton>
      </PostForm>
    </section>
  );
}
