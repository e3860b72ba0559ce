import { Link } from "@remix-run/react";
import { MailCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { GENDERS } from "@db/vocabulary";
import { Field, Select } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { registerPath } from "~/lib/paths";

interface Props {
  /** As the first step was told. */
  person: { name: string; email: string; mobile: string };
  referralCode: string;
  result: unknown;
}

/** Step 2: the code and the rest. */
export function CreateAccount({ person, referralCode, result }: Props) {
  const { t } = useTranslation("people");
  return (
    <>
      <h1 className="mb-4">{t("register.stepTwo")}</h1>
      <div className="note note-success mb-4" role="status">
        <MailCheck size={20} aria-hidden />
        <p className="min-w-0 [overflow-wrap:anywhere]">
          {t("register.sentHint", { email: person.email })}
        </p>
      </div>
      <PostForm
        result={result}
        intent="register"
        noValidate
        isToasted
        unanswered={t("register.failed")}
        className="grid gap-4"
      >
        <Field
          name="otp"
          label={t("register.otp")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
        />
        <Field
          name="name"
          label={t("register.name")}
          autoComplete="name"
          defaultValue={person.name}
          required
        />
        <Field
          name="mobile"
          label={t("register.mobile")}
          type="tel"
          autoComplete="tel"
          defaultValue={person.mobile}
          required
        />
        <Field
          name="email"
          label={t("register.email")}
          type="email"
          autoComplete="email"
          defaultValue={person.email}
          required
        />
        <Field
          name="dateOfBirth"
          label={t("register.birthDate")}
          type="date"
          autoComplete="bday"
          required
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            name="pincode"
            label={t("register.pincode")}
            inputMode="numeric"
            autoComplete="postal-code"
            required
          />
          <Select
            name="gender"
            label={t("register.gender")}
            placeholder={t("register.selectGender")}
            options={GENDERS.map((value) => ({ value, label: t(`register.genders.${value}`) }))}
            required
          />
        </div>
        <Field
          name="referralCode"
          label={t("register.referral")}
          hint={t("register.referralHint")}
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
          required
        />
        <Field
          name="confirmPassword"
          label={t("register.confirmPassword")}
          type="password"
          autoComplete="new-password"
          required
        />
        <SubmitButton pending={t("register.creating")}>{t("register.create")}</SubmitButton>
      </PostForm>
      <p className="mt-3">
        <Link
          className="button button-quiet w-full"
          to={registerPath({ isCreating: false, referralCode })}
        >
          {t("register.back")}
        </Link>
      </p>
    </>
  );
}
