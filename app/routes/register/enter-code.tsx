import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CodeSent, SendAgainButton, SentCodeField } from "~/components/account/code-sent";
import { GateHead } from "~/components/brand/gate";
import { useReply } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { registerPath } from "~/lib/paths";
import { SENT_AGAIN } from "./sent-again";

interface Props {
  email: string;
  referralCode: string;
  /** Another code was sent to the address, from the first step. */
  isAgain: boolean;
}

/** Step 2: the code, which proves the address before anything else is asked for. */
export function EnterCode({ email, referralCode, isAgain }: Props) {
  const { t } = useTranslation("people");
  const isSentAgain = useReply("prove")?.code === SENT_AGAIN;
  return (
    <>
      <GateHead>
        <p className="hint">{t("register.step", { step: 2 })}</p>
        <h1>{t("register.stepCode")}</h1>
        <CodeSent
          text={`${t("register.sentHint", { email })} ${isAgain || isSentAgain ? t("common:newCode") : ""}`}
        />
      </GateHead>
      <PostForm
        contract="prove"
        intent="prove"
        noValidate
        unanswered={t("register.unproven")}
        hidden={{ email }}
      >
        <SentCodeField label={t("register.otp")} data-focus-first="" />
        <SubmitButton pending={t("register.proving")}>{t("register.prove")}</SubmitButton>
        {/* After the other one, which Enter presses. */}
        <SendAgainButton pending={t("register.requesting")}>{t("register.again")}</SendAgainButton>
      </PostForm>
      <Link className="link-out" to={registerPath({ referralCode })}>
        {t("register.back")}
      </Link>
    </>
  );
}
