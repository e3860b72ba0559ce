import type { SerializeFrom } from "@remix-run/node";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "@server/domain/dates/india";
import type { loadSecurity } from "./act.server";
import { CompanyRule } from "./company-rule";
import { BeginForm, ConfirmForm, RenewForm, TurnOffForm } from "./forms";
import { RecoveryCodeList } from "./recovery-code-list";

export type Security = SerializeFrom<Awaited<ReturnType<typeof loadSecurity>>>;

/** From here on somebody should make new ones. */
const FEW_CODES = 3;

/** How an admin's or a super admin's own account is protected, and what the company asks. */
export function SecurityPage({ security, result }: { security: Security; result: unknown }) {
  const { t } = useTranslation("security");
  const { isOn, pending, company } = security;
  const hasPassword = company !== null;
  return (
    <div className="grid gap-5">
      <h1>{t("title")}</h1>
      {company?.isRequired && !isOn && (
        <div className="note note-warning" role="status">
          <ShieldAlert size={20} aria-hidden />
          <p>{t("youMust", { company: company.name })}</p>
        </div>
      )}
      <RecoveryCodeList codes={codesIn(result)} />
      <section className="card grid gap-4 p-4 md:p-6">
        <div className="flex flex-wrap items-center gap-3">
          <h2>{t("app")}</h2>
          <span className={`badge ${isOn ? "badge-success" : "badge-plain"}`}>
            {isOn && <ShieldCheck size={16} aria-hidden />}
            {t(isOn ? "on" : "off")}
          </span>
        </div>
        <p className="max-w-prose">{t(hasPassword ? "explain" : "explainMail")}</p>
        {isOn ? (
          <Standing security={security} />
        ) : pending ? (
          <ConfirmForm pending={pending} result={result} />
        ) : (
          <BeginForm hasPassword={hasPassword} result={result} />
        )}
      </section>
      {isOn && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <RenewForm result={result} />
          <TurnOffForm hasPassword={hasPassword} result={result} />
        </div>
      )}
      {company && <CompanyRule company={company} isOwnOn={isOn} result={result} />}
    </div>
  );
}

function Standing({ security: { confirmedAt, recoveryCodesLeft } }: { security: Security }) {
  const { t } = useTranslation("security");
  return (
    <div className="grid gap-2">
      {confirmedAt && <p>{t("since", { at: formatDateTime(new Date(confirmedAt)) })}</p>}
      <p className={recoveryCodesLeft <= FEW_CODES ? "note note-warning" : undefined}>
        {t("left", { count: recoveryCodesLeft })} {recoveryCodesLeft <= FEW_CODES && t("fewLeft")}
      </p>
    </div>
  );
}

/** Fresh codes are an action's answer: they are nowhere to be read again. */
function codesIn(result: unknown): readonly string[] {
  if (typeof result !== "object" || result === null || !("recoveryCodes" in result)) return [];
  const { recoveryCodes } = result;
  return Array.isArray(recoveryCodes)
    ? recoveryCodes.filter((one): one is string => typeof one === "string")
    : [];
}
