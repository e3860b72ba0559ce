import { Link } from "@remix-run/react";
import { MailCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Gate } from "~/components/brand/gate";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { NewPassword } from "~/components/people/new-password";

interface Props {
  /** What the loader knows: the address asked for, and whether its code is to be typed now. */
  step: { email: string | null; isVerifying: boolean };
  /** The action's answer. */
  result: unknown;
  /** This page, and the login it belongs to. */
  here: string;
  loginTo: string;
}

const isAsked = (form: FormData) => form.get("email") !== "";

/** The spec's conditions for the button of step 2 (§5). */
const isFilledIn = (form: FormData) =>
  form.get("otp") !== "" &&
  form.get("newPassword") !== "" &&
  form.get("newPassword") === form.get("confirmNewPassword");

/** Two steps to a new password, for members and for admins. */
export function ResetPassword({ step, result, here, loginTo }: Props) {
  const { t } = useTranslation("reset");
  return (
    <Gate isPlain>
      {step.isVerifying && step.email !== null ? (
        <Verify email={step.email} result={result} here={here} />
      ) : (
        <>
          <h1 className="mb-5">{t("stepOne")}</h1>
          <PostForm
            result={result}
            intent="request"
            noValidate
            isToasted
            unanswered={t("unsent")}
            className="grid gap-4"
          >
            <Field
              name="email"
              label={t("email")}
              type="email"
              inputMode="email"
              autoComplete="username"
              defaultValue={step.email ?? ""}
              required
            />
            <SubmitButton readyWhen={isAsked} pending={t("sending")}>
              {t("send")}
            </SubmitButton>
          </PostForm>
          {step.email !== null && (
            <p className="mt-2">
              <Link className="link-out" to={`${here}?verify`}>
                {t("haveCode")}
              </Link>
            </p>
          )}
        </>
      )}
      <p>
        <Link className="link-out" to={loginTo}>
          {t("back")}
        </Link>
      </p>
    </Gate>
  );
}

function Verify({ email, result, here }: { email: string; result: unknown; here: string }) {
  const { t } = useTranslation("reset");
  return (
    <>
      <h1 className="mb-4">{t("stepTwo")}</h1>
      <div className="note note-success mb-4" role="status">
        <MailCheck size={20} aria-hidden />
        <p className="min-w-0 [overflow-wrap:anywhere]">{t("sent", { email })}</p>
      </div>
      <PostForm
        result={result}
        intent="reset"
        noValidate
        isToasted
        unanswered={t("unchanged")}
        className="grid gap-4"
      >
        <Field
          name="email"
          label={t("email")}
          type="email"
          autoComplete="username"
          defaultValue={email}
          readOnly
        />
        <Field
          name="otp"
          label={t("otp")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
        />
        <NewPassword />
        <SubmitButton readyWhen={isFilledIn} pending={t("submitting")}>
          {t("submit")}
        </SubmitButton>
      </PostForm>
      <p className="mt-2">
        <Link className="link-out" to={here}>
          {t("again")}
        </Link>
      </p>
    </>
  );
}
