import { Link } from "@remix-run/react";
import { MailCheck } from "lucide-react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Gate } from "~/components/brand/gate";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { NewPassword } from "./new-password";
import { useStepFocus } from "~/lib/use-step-focus";

interface Props {
  /** The loader's data: the requested email address, and whether the page shows the code step. */
  step: { email: string | null; isVerifying: boolean };
  /** The action's response. */
  result: unknown;
  /** The path of this page, and of the login it belongs to. */
  here: string;
  loginTo: string;
}

const isAsked = (form: FormData) => form.get("email") !== "";

/** The conditions for the button of step 2 (product.md §5). */
const isFilledIn = (form: FormData) =>
  form.get("otp") !== "" &&
  form.get("newPassword") !== "" &&
  form.get("newPassword") === form.get("confirmNewPassword");

/** The two-step password reset for members and admins. */
export function ResetPassword({ step, result, here, loginTo }: Props) {
  const { t } = useTranslation("reset");
  const isVerifying = step.isVerifying && step.email !== null;
  const heading = useStepFocus(isVerifying ? "verify" : "request");
  return (
    <Gate isPlain>
      {step.isVerifying && step.email !== null ? (
        <Verify heading={heading} email={step.email} result={result} here={here} />
      ) : (
        <>
          <h1 tabIndex={-1} ref={heading} className="mb-5">
            {t("stepOne")}
          </h1>
          <PostForm
            contract="request"
            result={result}
            intent="request"
            noValidate
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

function Verify({
  heading,
  email,
  result,
  here,
}: {
  heading: RefObject<HTMLHeadingElement>;
  email: string;
  result: unknown;
  here: string;
}) {
  const { t } = useTranslation("reset");
  return (
    <>
      <h1 tabIndex={-1} ref={heading} className="mb-4">
        {t("stepTwo")}
      </h1>
      <div className="note note-success mb-4" role="status">
        <MailCheck size={20} aria-hidden />
        <p className="min-w-0 [overflow-wrap:anywhere]">{t("sent", { email })}</p>
      </div>
      <PostForm
        contract="reset"
        result={result}
        intent="reset"
        noValidate
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
