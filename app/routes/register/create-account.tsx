import { Link } from "@remix-run/react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { SendAgainButton, SentCodeField } from "~/components/account/code-sent";
import { GateHead } from "~/components/brand/gate";
import { Checkbox, Field } from "~/components/form/field";
import { useReply } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { ConsentLabel } from "~/components/policy/consent-label";
import { typedIn } from "~/lib/forms/form-reply";
import type { InvitationWords } from "~/lib/pages/front-words.server";
import { registerPath } from "~/lib/paths";
import { BY_SMS, SENT_AGAIN } from "./sent-again";

interface Props {
  /** Takes the focus when this step replaces another. */
  heading: RefObject<HTMLHeadingElement>;
  /** The steps before have taken these. `sms`: a text message can be sent. */
  person: { email: string; otp: string; sms: string };
  referralCode: string;
  invitation: InvitationWords | null;
  /** The versions of the texts that are agreed to. */
  consent: { policyVersion: string; termsVersion: string };
}

/** Step 3: who the person is, and what they agree to. */
export function CreateAccount({ heading, person, referralCode, invitation, consent }: Props) {
  const { t } = useTranslation("people");
  const reply = useReply("register");
  const isRefused = reply?.error?.["referralCode"] !== undefined;
  const told = isRefused ? typedIn(reply, "referralCode") : invitation?.counts ? "" : referralCode;
  // The code has ended since, or another one was sent.
  const asksAgain = reply?.error?.["otp"] !== undefined || reply?.code === SENT_AGAIN;
  const asksMobile = reply?.code === BY_SMS || Boolean(typedIn(reply, "mobileOtp"));
  return (
    <>
      <GateHead>
        <p className="hint">{t("register.step", { step: 3 })}</p>
        <h1 tabIndex={-1} data-focus-first="" ref={heading}>
          {t("register.stepThree")}
        </h1>
        <p className="wrap-anywhere">
          {person.email}{" "}
          <Link className="link-out" to={registerPath({ referralCode })}>
            {t("register.change")} <span className="sr-only">{t("register.changed")}</span>
          </Link>
        </p>
      </GateHead>
      <PostForm
        contract="register"
        intent="register"
        noValidate
        unanswered={t("register.failed")}
        hidden={{
          email: person.email,
          toldCode: told ?? "",
          policyVersion: consent.policyVersion,
          termsVersion: consent.termsVersion,
        }}
      >
        {asksAgain ? (
          <SentCodeField label={t("register.otp")} />
        ) : (
          <input type="hidden" name="otp" value={person.otp} />
        )}
        <Field name="name" label={t("register.name")} autoComplete="name" />
        <Field
          name="mobile"
          label={t("register.mobile")}
          type="tel"
          autoComplete="tel"
          placeholder={t("register.mobilePlaceholder")}
        />
        {asksMobile && <SentCodeField name="mobileOtp" label={t("register.mobileOtp")} />}
        <Field
          name="dateOfBirth"
          label={t("register.birthDate")}
          hint={t("register.birthHint")}
          type="date"
          autoComplete="bday"
        />
        <Field
          name="password"
          label={t("register.password")}
          type="password"
          autoComplete="new-password"
          hint={t("register.passwordHint")}
        />
        <details className="more" open={isRefused || undefined}>
          <summary>
            {referralCode === ""
              ? t("register.hasReferral")
              : `${t("register.referral")}: ${referralCode}`}
          </summary>
          <Field
            name="referralCode"
            label={t("register.referral")}
            hint={t("register.referralHint")}
            autoComplete="off"
            autoCapitalize="characters"
            defaultValue={referralCode}
          />
        </details>
        <Checkbox name="consent" label={<ConsentLabel />} />
        <SubmitButton pending={t("register.creating")}>{t("register.create")}</SubmitButton>
        {/* After the other one, which Enter presses. */}
        {asksAgain && (
          <SendAgainButton pending={t("register.requesting")}>
            {t("register.again")}
          </SendAgainButton>
        )}
        {person.sms && (
          <SendAgainButton value={BY_SMS} pending={t("register.requesting")}>
            {t("register.sendSms")}
          </SendAgainButton>
        )}
      </PostForm>
    </>
  );
}
