import { Link } from "@remix-run/react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { GENDERS } from "@db/vocabulary";
import { firstNameAndInitial } from "@server/platform/rules/people/masking";
import { CodeSent, SendAgainButton, SentCodeField } from "~/components/account/code-sent";
import { ConsentLabel } from "~/components/policy/consent-label";
import { Checkbox, Field, Select } from "~/components/form/field";
import { useReply } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { typedIn } from "~/lib/forms/form-reply";
import { registerPath } from "~/lib/paths";

interface Props {
  /** Takes the focus when this step replaces the other. */
  heading: RefObject<HTMLHeadingElement>;
  /** The input of the first step. */
  person: { name: string; email: string; mobile: string; sms: string };
  referralCode: string;
  /** The words of what an invitation means; empty for an unknown code. */
  invitation: { means: string; counts: boolean } | null;
  /** The versions of the texts that are agreed to. */
  consent: { policyVersion: string; termsVersion: string };
  /** Another code was sent to the address, from the first step. */
  isAgain: boolean;
}

/** The answer's code after the code was sent again. */
export const SENT_AGAIN = "SENT_AGAIN";

/** Step 2: the code and the remaining fields. */
export function CreateAccount({
  heading,
  person,
  referralCode,
  invitation,
  consent,
  isAgain,
}: Props) {
  const { t } = useTranslation("people");
  const reply = useReply("register");
  const isRefused = reply?.error?.["referralCode"] !== undefined;
  const told = isRefused ? typedIn(reply, "referralCode") : invitation?.counts ? "" : referralCode;
  const firstStep = registerPath({ isCreating: false, referralCode });
  return (
    <>
      <h1 tabIndex={-1} data-focus-first="" ref={heading} className="mb-4">
        {t("register.stepTwo")}
      </h1>
      <CodeSent text={t("register.sentHint", { email: person.email })} />
      {isAgain && <p className="note mb-4">{t("common:newCode")}</p>}
      <PostForm
        contract="register"
        intent="register"
        values={person}
        noValidate
        unanswered={t("register.failed")}
        className="grid gap-4"
      >
        {/* Fields of the step before, as lines of one box. */}
        <div className="rounded-[min(var(--radius-control),var(--radius-card))] border border-line bg-sunken px-3.5 py-1 [&_.error]:col-span-full [&_.field]:grid-cols-[5.5rem_1fr] [&_.field]:items-center [&_.input]:min-h-11 [&_.input]:border-0 [&_.input]:bg-transparent [&_.input]:p-0 [&_.input]:text-ellipsis">
          <Field name="name" label={t("register.name")} readOnly />
          <Field name="mobile" label={t("register.mobile")} type="tel" readOnly />
          <Field name="email" label={t("register.email")} type="email" readOnly />
          <Link className="link-out" to={firstStep}>
            {t("register.change")} <span className="sr-only">{t("register.changed")}</span>
          </Link>
        </div>
        <SentCodeField label={t("register.otp")} />
        {person.sms && <SentCodeField name="mobileOtp" label={t("register.mobileOtp")} />}
        <Field name="dateOfBirth" label={t("register.birthDate")} type="date" autoComplete="bday" />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            name="pincode"
            label={t("register.pincode")}
            inputMode="numeric"
            autoComplete="postal-code"
          />
          <Select
            name="gender"
            label={t("register.gender")}
            placeholder={t("register.selectGender")}
            options={GENDERS.map((value) => ({ value, label: t(`register.genders.${value}`) }))}
          />
        </div>
        <Field
          name="referralCode"
          label={t("register.referral")}
          hint={invitation?.means || t("register.referralHint")}
          autoComplete="off"
          autoCapitalize="characters"
          defaultValue={referralCode}
        />
        <Field
          name="password"
          label={t("register.password")}
          type="password"
          autoComplete="new-password"
          hint={t("register.passwordHint")}
        />
        <Field
          name="confirmPassword"
          label={t("register.confirmPassword")}
          type="password"
          autoComplete="new-password"
        />
        <input type="hidden" name="toldCode" value={told ?? ""} />
        <Checkbox
          name="showsName"
          label={t("register.showsName", { name: firstNameAndInitial(person.name) })}
        />
        <input type="hidden" name="policyVersion" value={consent.policyVersion} />
        <input type="hidden" name="termsVersion" value={consent.termsVersion} />
        <Checkbox name="consent" label={<ConsentLabel />} />
        <SubmitButton pending={t("register.creating")}>{t("register.create")}</SubmitButton>
        {/* After the other one, which Enter presses. */}
        <SendAgainButton pending={t("register.requesting")}>{t("register.again")}</SendAgainButton>
        <div role="status">
          {reply?.code === SENT_AGAIN && (
            <p className="note note-success">
              {t("register.sent")}. {t("common:newCode")}
            </p>
          )}
        </div>
      </PostForm>
      <p className="mt-3">
        <Link className="button button-quiet w-full" to={firstStep}>
          {t("register.back")}
        </Link>
      </p>
    </>
  );
}
