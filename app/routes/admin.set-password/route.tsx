import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  data,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import { LogInAdmin } from "@server/members/contracts/sessions";
import { InvitationRef, SetPasswordForm } from "@server/members/contracts/passwords";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { Gate } from "~/components/brand/gate";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { NewPassword } from "~/components/account/new-password";
import { publicApi } from "~/lib/callers";
import { enteredEmail, loginHeaders } from "~/lib/forms/log-in-again.server";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse, refusalIn } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("people", "reset");

const constraints = constraintsOf({ setPassword: SetPasswordForm });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = InvitationRef.safeParse({ token: new URL(request.url).searchParams.get("token") });
  if (!asked.success) return null;
  const invitation = publicApi(context)
    .passwords.invitation(asked.data)
    .then((found) => ({
      ...found,
      token: asked.data.token,
      constraints,
    }))
    .catch((thrown: unknown) => {
      // An expired link gets a page with the next step instead of a 404.
      if (refusalIn(thrown)?.code === "LINK_DEAD") return null;
      throw thrown;
    });
  return orRefuse(context, invitation);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  return submit(context, form, {
    schema: SetPasswordForm,
    call: ({ confirmNewPassword: _typedTwice, ...input }) =>
      publicApi(context).passwords.setPassword(input),
    done: async ({ loginOrigin, companyId }) => {
      if (loginOrigin !== null) return data({ loginOrigin });
      const login = { companyId, email: form.get("email"), password: form.get("newPassword") };
      const session = await entered(context, login);
      if (session) {
        return withToast(
          context,
          paths.admin.dashboard,
          "reset:chosenAndIn",
          {},
          await loginHeaders("admin", context.caller.sessions.set("admin", session)),
        );
      }
      const email = typeof login.email === "string" ? login.email : "";
      const kept = await enteredEmail("admin").keep({ email }, context.site.origin);
      const headers = new Headers({ "Set-Cookie": kept });
      return withToast(context, paths.admin.login, "reset:chosen", {}, headers);
    },
  });
}

/**
 * Logs in with the password just set. Returns null where the login page asks for more, or says why not:
 * the password is set in any case.
 */
async function entered(
  context: AppLoadContext,
  login: { companyId: string; email: unknown; password: unknown },
) {
  const asked = LogInAdmin.safeParse(login);
  if (!asked.success) return null;
  try {
    const begun = await publicApi(context).sessions.startAdmin(asked.data);
    return "ticket" in begun ? null : begun;
  } catch {
    return null;
  }
}

export const clientAction = handleLostConnection;

export const meta = titled("Set Password");

const isFilledIn = (form: FormData) =>
  form.get("newPassword") !== "" && form.get("newPassword") === form.get("confirmNewPassword");

export default function SetPassword() {
  const invitation = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("reset");
  const dates = useDates();
  if (result && "loginOrigin" in result) return <Chosen loginOrigin={result.loginOrigin} />;
  if (!invitation) return <DeadLink />;
  const { companyName, name, email, expiresAt, token } = invitation;
  return (
    <Gate>
      <h1>{t("choose")}</h1>
      <p>{t("welcome", { name, companyName })}</p>
      <p className="hint">{t("linkLives", { at: dates.full(expiresAt) })}</p>
      <PostForm contract="setPassword" noValidate unanswered={t("unchanged")} hidden={{ token }}>
        <Field
          name="email"
          label={t("email")}
          type="email"
          autoComplete="username"
          defaultValue={email}
          readOnly
        />
        <NewPassword />
        <SubmitButton readyWhen={isFilledIn} pending={t("choosing")}>
          {t("chooseSubmit")}
        </SubmitButton>
      </PostForm>
    </Gate>
  );
}

/** The link was mailed before the company had a host; its admins log in at `loginOrigin`. */
function Chosen({ loginOrigin }: { loginOrigin: string }) {
  const { t } = useTranslation("reset");
  return (
    <Gate>
      <h1>{t("choose")}</h1>
      <div className="note note-success" role="status">
        <CircleCheck />
        <p>{t("chosenElsewhere", { host: new URL(loginOrigin).host })}</p>
      </div>
      <a href={loginOrigin + paths.admin.login} className="button">
        {t("toLogin")}
      </a>
    </Gate>
  );
}

function DeadLink() {
  const { t } = useTranslation("reset");
  return (
    <Gate>
      <h1>{t("choose")}</h1>
      <div className="note note-warning" role="status">
        <CircleAlert />
        <p>{t("deadLink")}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.admin.forgotPassword} className="button">
          {t("sendInstead")}
        </Link>
        <Link to={paths.admin.login} className="button button-quiet">
          {t("back")}
        </Link>
      </div>
    </Gate>
  );
}
