import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { registerPath } from "~/lib/paths";

interface Props {
  /** Whoever has asked for a code already. */
  person: { name: string; email: string; mobile: string } | null;
  referralCode: string;
  result: unknown;
}

/** Step 1: who, and where the code goes. */
export function RequestCode({ person, referralCode, result }: Props) {
  const { t } = useTranslation("people");
  return (
    <>
      <h1 className="mb-1">{t("register.stepOne")}</h1>
      <p className="hint mb-3">
        {t("register.stepOneHint")}
        {referralCode && ` ${t("referral:invitedBy", { code: referralCode })}`}
      </p>
      <PostForm
        result={result}
        intent="request"
        noValidate
        isToasted
        unanswered={t("register.unsent")}
        className="grid gap-4"
      >
        <Field
          name="name"
          label={t("register.name")}
          autoComplete="name"
          defaultValue={person?.name}
          required
          maxLength={100}
        />
        <Field
          name="email"
          label={t("register.email")}
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={person?.email}
          required
        />
        <Field
          name="mobile"
          label={t("register.mobile")}
          type="tel"
          autoComplete="tel"
          placeholder={t("register.mobilePlaceholder")}
          defaultValue={person?.mobile}
          required
        />
        <SubmitButton pending={t("register.requesting")}>{t("register.request")}</SubmitButton>
      </PostForm>
      {person && (
        <p className="mt-2">
          <Link className="link-out" to={registerPath({ isCreating: true, referralCode })}>
            {t("register.haveCode")}
          </Link>
        </p>
      )}
    </>
  );
}
