import { Link, useLoaderData } from "@remix-run/react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Gate, GateHead } from "~/components/brand/gate";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { CodeSent, SentCodeField } from "./code-sent";
import { NewPassword } from "./new-password";
import type { loadReset } from "./reset-password.server";
import { useStepFocus } from "~/lib/forms/use-step-focus";

const isAsked = (form: FormData) => form.get("email") !== "";

/** The conditions for the button of step 2 (product.md §5). */
const isFilledIn = (form: FormData) =>
  form.get("otp") !== "" &&
  form.get("newPassword") !== "" &&
  form.get("newPassword") === form.get("confirmNewPassword");

/** The page of a two-step password reset, for members and admins. */
export function ResetPassword() {
  const { here, loginTo, ...step } = useLoaderData<typeof loadReset>();
  const { t } = useTranslation("reset");
  const isVerifying = step.isVerifying && step.email !== null;
  const heading = useStepFocus(isVerifying ? "verify" : "request");
  return (
    <Gate>
      {step.isVerifying && step.email !== null ? (
        <Verify heading={heading} email={step.email} isAgain={step.isAgain} here={here} />
      ) : (
        <>
          <GateHead>
            <h1 tabIndex={-1} ref={heading}>
              {t("stepOne")}
            </h1>
          </GateHead>
          <PostForm contract="request" intent="request" noValidate unanswered={t("unsent")}>
            <Field
              name="email"
              label={t("email")}
              hint={t("hintEmail")}
              type="email"
              inputMode="email"
              autoComplete="username"
              data-focus-first=""
              defaultValue={step.email ?? ""}
            />
            <SubmitButton readyWhen={isAsked} pending={t("sending")}>
              {t("send")}
            </SubmitButton>
          </PostForm>
          {step.email !== null && (
            <p>
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
  isAgain,
  here,
}: {
  heading: RefObject<HTMLHeadingElement>;
  email: string;
  isAgain: boolean;
  here: string;
}) {
  const { t } = useTranslation("reset");
  return (
    <>
      <GateHead>
        <h1 tabIndex={-1} data-focus-first="" ref={heading}>
          {t("stepTwo")}
        </h1>
        <CodeSent text={t(isAgain ? "sentAgain" : "sent", { email })} />
      </GateHead>
      <PostForm contract="reset" intent="reset" noValidate unanswered={t("unchanged")}>
        <Field
          name="email"
          label={t("email")}
          type="email"
          autoComplete="username"
          defaultValue={email}
          readOnly
        />
        <SentCodeField label={t("otp")} />
        <NewPassword />
        <SubmitButton readyWhen={isFilledIn} pending={t("submitting")}>
          {t("submit")}
        </SubmitButton>
      </PostForm>
      <p>
        <Link className="link-out" to={here}>
          {t("again")}
        </Link>
      </p>
    </>
  );
}
