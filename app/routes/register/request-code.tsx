import { Link } from "@remix-run/react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { registerPath } from "~/lib/paths";

interface Props {
  /** Takes the focus when this step replaces the other. */
  heading: RefObject<HTMLHeadingElement>;
  /** The input of an earlier request for a code, if any. */
  person: { name: string; email: string; mobile: string } | null;
  referralCode: string;
  /** The owner of the code that the person came by, and what it means. */
  invitation: { by: string; means: string } | null;
}

/** Step 1: the person's details, and the address for the code. */
export function RequestCode({ heading, person, referralCode, invitation }: Props) {
  const { t } = useTranslation("people");
  return (
    <>
      <h1 tabIndex={-1} ref={heading} className="mb-1">
        {t("register.stepOne")}
      </h1>
      <p className="hint mb-3">
        {t("register.stepOneHint")}{" "}
        {invitation && (
          <>
            <strong>{invitation.by}</strong> {invitation.means}
          </>
        )}
      </p>
      <PostForm
        contract="requestCode"
        intent="request"
        values={person ?? undefined}
        noValidate
        unanswered={t("register.unsent")}
        className="grid gap-4"
      >
        <Field name="name" label={t("register.name")} autoComplete="name" />
        <Field
          name="email"
          label={t("register.email")}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <Field
          name="mobile"
          label={t("register.mobile")}
          type="tel"
          autoComplete="tel"
          placeholder={t("register.mobilePlaceholder")}
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
