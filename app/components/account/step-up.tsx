import { Link, isRouteErrorResponse, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/lib/paths";
import type { KeptField } from "~/lib/refusals";

interface Wait {
  /** The fields of the form that waits; null for a page. */
  kept: readonly KeptField[] | null;
}

/** What waits for a step-up, if that is why a page or an action was refused. */
export function waitingFor(error: unknown): Wait | null {
  if (!isRouteErrorResponse(error)) return null;
  const body: unknown = error.data;
  if (typeof body !== "object" || body === null) return null;
  if (!("code" in body) || body.code !== "STEP_UP_REQUIRED") return null;
  const kept = "kept" in body && Array.isArray(body.kept) ? body.kept.filter(isKept) : null;
  return { kept };
}

const isKept = (one: unknown): one is KeptField =>
  Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "string";

/**
 * Asks for the password or a code once more; then what waits is sent again. The browser itself sends
 * the form: the answer is a redirect that posts again, with or without JavaScript.
 */
export function StepUpScreen({
  kept,
  to,
  result,
}: Wait & {
  /** The address that waits; default: this one. */
  to?: string;
  result?: unknown;
}) {
  const { t } = useTranslation("people");
  const { pathname, search } = useLocation();
  const isOfPlatform = pathname.startsWith(`${paths.superAdmin.root}/`);
  const area = isOfPlatform ? paths.superAdmin : paths.admin;
  const waiting = to ?? pathname + search;
  return (
    <main id="content" className="mx-auto grid w-full max-w-md gap-4 px-4 py-20">
      <h1>{t("stepUp.heading")}</h1>
      <p>
        {t(isOfPlatform ? "stepUp.textCode" : "stepUp.text")} {kept && t("stepUp.kept")}
      </p>
      <PostForm
        contract="stepUp"
        action={area.stepUp}
        result={result}
        noValidate
        reloadDocument
        className="grid gap-4"
      >
        <input type="hidden" name="stepUpTo" value={waiting} />
        {kept && <input type="hidden" name="stepUpSends" value="form" />}
        {kept?.map(([name, value], index) => (
          <input key={`${index} ${name}`} type="hidden" name={name} value={value} />
        ))}
        <Field
          name="stepUpProof"
          label={t(isOfPlatform ? "stepUp.code" : "stepUp.proof")}
          type="password"
          autoComplete={isOfPlatform ? "one-time-code" : "current-password"}
        />
        <SubmitButton pending={t("stepUp.pending")}>{t("stepUp.submit")}</SubmitButton>
      </PostForm>
      <p className="flex flex-wrap gap-x-4">
        <a href={area.root} className="link-out">
          {t("stepUp.cancel")}
        </a>
        <Link to={area.logout} reloadDocument className="link-out">
          {t("stepUp.again")}
        </Link>
      </p>
    </main>
  );
}
