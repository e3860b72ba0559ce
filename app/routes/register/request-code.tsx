import { Link } from "@remix-run/react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { GateHead } from "~/components/brand/gate";
import { RiskNotice } from "~/components/brand/site-footer";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import type { InvitationWords } from "~/lib/pages/front-words.server";
import { registerPath } from "~/lib/paths";

interface Props {
  /** Takes the focus when this step replaces another. */
  heading: RefObject<HTMLHeadingElement>;
  /** The address of an earlier request for a code, if any. */
  email: string | undefined;
  referralCode: string;
  invitation: InvitationWords | null;
}

/** Step 1: the address for the code, and who invites. */
export function RequestCode({ heading, email, referralCode, invitation }: Props) {
  const { t } = useTranslation("people");
  return (
    <>
      <GateHead>
        <p className="hint">{t("register.step", { step: 1 })}</p>
        <h1 tabIndex={-1} ref={heading}>
          {t("register.stepOne")}
        </h1>
        {invitation && <p>{invitation.by}</p>}
      </GateHead>
      <RiskNotice />
      <PostForm contract="begin" intent="request" noValidate unanswered={t("register.unsent")}>
        <Field
          name="email"
          label={t("register.email")}
          hint={t("register.stepOneHint")}
          type="email"
          inputMode="email"
          autoComplete="email"
          data-focus-first=""
          defaultValue={email}
        />
        <SubmitButton pending={t("register.requesting")}>{t("register.request")}</SubmitButton>
      </PostForm>
      {email !== undefined && (
        <Link className="link-out" to={registerPath({ step: "code", referralCode })}>
          {t("register.haveCode")}
        </Link>
      )}
    </>
  );
}
