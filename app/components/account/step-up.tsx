import { useLocation } from "@remix-run/react";
import { PasskeySlot } from "~/components/account/passkeys/passkey-slot";
import { HeaderLogo } from "~/components/brand/header-logo";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/lib/paths";
import type { OwnCodes } from "./own-codes.server";
import type { KeptField, RefusedPage, StepUpTexts } from "~/lib/messages/refusals";

interface Wait {
  /** The fields of the form that waits; null for a page. */
  kept: readonly KeptField[] | null;
  texts: StepUpTexts;
}

/**
 * Returns the request that waits for a step-up; null if the page was refused for another reason.
 */
export function waitingFor(error: unknown): Wait | null {
  // `refusedPage` threw this data.
  const { data } = Object(error) as { data?: Partial<RefusedPage> };
  const { code, kept = null, texts } = data ?? {};
  return code === "STEP_UP_REQUIRED" && texts ? { kept, texts } : null;
}

const TEXT_OF = {
  APP: "textCode",
  RECOVERY: "textRecovery",
  PASSKEY: "textPasskey",
  NONE: "textNone",
} as const;

/**
 * Asks for the password or a code once more; then what waits is sent again. The browser itself sends
 * the form: the answer is a redirect that posts again, with or without JavaScript.
 */
export function StepUpScreen({
  kept,
  texts,
  to,
  codes = "APP",
}: Wait & {
  /** The address that waits; default: this one. */
  to?: string;
  /** The codes that a super admin has, who has no password. */
  codes?: OwnCodes | undefined;
}) {
  const { pathname, search } = useLocation();
  const isOfPlatform = pathname.startsWith(`${paths.superAdmin.root}/`);
  const area = isOfPlatform ? paths.superAdmin : paths.admin;
  const fields = (
    <>
      <input type="hidden" name="stepUpTo" value={to ?? pathname + search} />
      {kept && <input type="hidden" name="stepUpSends" value="form" />}
      {kept?.map(([name, value], index) => (
        <input key={`${index} ${name}`} type="hidden" name={name} value={value} />
      ))}
    </>
  );
  return (
    <main
      id="content"
      className="mx-auto grid w-full max-w-md gap-4 px-4 pt-5 pb-20 md:min-h-dvh md:content-center"
    >
      <HeaderLogo className="mb-8 h-8 w-auto max-w-[55vw]" />
      <h1>{texts.heading}</h1>
      {texts.purpose && <p className="font-semibold">{texts.purpose}</p>}
      <p>
        {isOfPlatform ? texts[TEXT_OF[codes]] : texts.text} {kept && texts.kept}
      </p>
      {(!isOfPlatform || codes !== "NONE") && (
        <PostForm contract="stepUp" action={area.stepUp} noValidate reloadDocument>
          {fields}
          {codes !== "PASSKEY" && (
            <>
              <Field
                name="stepUpProof"
                label={
                  isOfPlatform ? texts[codes === "APP" ? "code" : "recoveryCode"] : texts.proof
                }
                type="password"
                autoComplete={isOfPlatform ? "one-time-code" : "current-password"}
              />
              <SubmitButton pending={texts.pending}>{texts.submit}</SubmitButton>
            </>
          )}
          <PasskeySlot isStepUp area={isOfPlatform ? "superadmin" : "admin"} />
        </PostForm>
      )}
      <p className="flex flex-wrap gap-3">
        <a href={area.root} className="link-out">
          {texts.cancel}
        </a>
        {kept ? (
          <button form="again" name="stepUpAgain" className="link-out">
            {texts.again}
          </button>
        ) : (
          <a href={area.logout} className="link-out">
            {texts.again}
          </a>
        )}
      </p>
      {kept && (
        <form id="again" method="post" action={area.stepUp}>
          {fields}
        </form>
      )}
    </main>
  );
}
