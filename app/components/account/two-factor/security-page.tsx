import type { SerializeFrom } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import ShieldAlert from "lucide-react/icons/shield-alert";
import ShieldCheck from "lucide-react/icons/shield-check";
import KeyRound from "lucide-react/icons/key-round";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { loadSecurity } from "./act.server";
import { BeginForm, ConfirmForm, RenewForm, TurnOffForm } from "./forms";
import { PasskeySection } from "~/components/account/passkeys/passkey-section";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useEffect, useRef } from "react";
import { CopyButton } from "~/components/data/copy-button";
import { useToast } from "~/components/layout/toasts";
import { useMay } from "~/lib/use-may";

export type Security = SerializeFrom<Awaited<ReturnType<typeof loadSecurity>>>;

/** The page recommends new codes when this many or fewer are unused. */
const FEW_CODES = 3;

/** Two-factor settings of an admin's or super admin's own account, and the company's rule. */
export function SecurityPage() {
  const security = useLoaderData<typeof loadSecurity>();
  const result = useActionData();
  const { t } = useTranslation("security");
  const { isOn, pending, company, passkeys } = security;
  const isProtected = isOn || passkeys.length > 0;
  const hasPassword = company !== null;
  return (
    <div className="grid gap-5">
      <h1>{t("title")}</h1>
      {company?.isRequired && !isProtected && (
        <div className="note note-warning" role="status">
          <ShieldAlert />
          <p>{t("youMust", { company: company.name })}</p>
        </div>
      )}
      {security.isRequired && !isProtected && (
        <div className="note note-warning" role="status">
          <ShieldAlert />
          <p>{t("youMustHere")}</p>
        </div>
      )}
      <RecoveryCodeList codes={codesIn(result)} />
      <section className="card grid gap-4 p-4 md:p-6">
        <div className="flex flex-wrap items-center gap-3">
          <h2>{t("app")}</h2>
          <span className={`badge ${isOn ? "badge-success" : "badge-plain"}`}>
            {isOn && <ShieldCheck size={16} />}
            {t(isOn ? "on" : "off")}
          </span>
        </div>
        <p className="max-w-prose">{t(hasPassword ? "explain" : "explainMail")}</p>
        {isOn ? (
          <TwoFactorStatus security={security} />
        ) : pending ? (
          <ConfirmForm pending={pending} />
        ) : (
          <BeginForm hasPassword={hasPassword} />
        )}
      </section>
      <PasskeySection
        passkeys={passkeys}
        area={company ? "admin" : "superadmin"}
        hasPassword={hasPassword}
      />
      {isProtected && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <RenewForm />
          {isOn && <TurnOffForm hasPassword={hasPassword} />}
        </div>
      )}
      {company && <CompanyRule company={company} isOwnOn={isProtected} />}
    </div>
  );
}

function TwoFactorStatus({ security: { confirmedAt, recoveryCodesLeft } }: { security: Security }) {
  const { t } = useTranslation("security");
  const dates = useDates();
  return (
    <div className="grid gap-2">
      {confirmedAt && <p>{t("since", { at: dates.full(confirmedAt) })}</p>}
      <p className={recoveryCodesLeft <= FEW_CODES ? "note note-warning" : undefined}>
        {t("left", { count: recoveryCodesLeft })} {recoveryCodesLeft <= FEW_CODES && t("fewLeft")}
      </p>
    </div>
  );
}

/** New codes exist only in an action's response; they cannot be read again. */
function codesIn(result: unknown): readonly string[] {
  if (typeof result !== "object" || result === null || !("recoveryCodes" in result)) return [];
  const { recoveryCodes } = result;
  return Array.isArray(recoveryCodes)
    ? recoveryCodes.filter((one): one is string => typeof one === "string")
    : [];
}

/** Shows if the company requires an authenticator app of every admin, and changes it. */
function CompanyRule({
  company: { name, isRequired },
  isOwnOn,
}: {
  company: { name: string; isRequired: boolean };
  isOwnOn: boolean;
}) {
  const { t } = useTranslation("security");
  const may = useMay();
  return (
    <section className="card grid gap-4 p-4 md:p-6">
      <h2>{t("company", { company: name })}</h2>
      <p>{t(isRequired ? "required" : "notRequired")}</p>
      {!may("secondStep.require") ? null : isOwnOn ? (
        <ButtonForm intent="require" hidden={{ isRequired: String(!isRequired) }}>
          <SubmitButton tone={isRequired ? "quiet" : "main"}>
            {t(isRequired ? "release" : "require")}
          </SubmitButton>
        </ButtonForm>
      ) : (
        !isRequired && <p className="hint">{t("ownFirst")}</p>
      )}
    </section>
  );
}

function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation("security");
  const toast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const first = codes[0];
  useEffect(() => {
    if (first) heading.current?.focus();
  }, [first]);
  if (codes.length === 0) return null;
  return (
    <section className="card grid gap-4 border-2 p-4 md:p-6" role="status">
      <div className="flex items-center gap-3">
        <KeyRound className="size-6" />
        <h2 tabIndex={-1} ref={heading}>
          {t("codes")}
        </h2>
      </div>
      <p className="max-w-prose">{t("codesText")}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6 gap-y-2 sm:max-w-md">
        {codes.map((code) => (
          <li key={code} className="mono text-lg">
            {code}
          </li>
        ))}
      </ul>
      <div>
        <CopyButton
          text={codes.join("\n")}
          label={t("copyCodes")}
          onCopied={() => toast({ tone: "success", text: t("copied") })}
        />
      </div>
    </section>
  );
}
