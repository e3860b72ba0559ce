import { useReply } from "~/components/form/form-frame";
import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { IdentityStanding } from "@server/members/rules/identity/standing";
import type { Profile } from "@server/members/contracts/members";
import { FactList } from "~/components/data/fact-list";
import { CancelLink } from "~/components/dialog/dialog";
import { Field } from "~/components/form/field";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { paths, profilePath } from "~/lib/paths";
import { useDates } from "~/components/data/use-dates";
import { useSite } from "~/lib/use-site";

export function VerifiedBadge({
  isApproved,
  isRefused = false,
}: {
  isApproved: boolean;
  isRefused?: boolean;
}) {
  const { t } = useTranslation("profile");
  return (
    <span className={`badge ${isApproved ? "badge-success" : "badge-warning"}`}>
      {t(isApproved ? "verified" : isRefused ? "refused.badge" : "waiting")}
    </span>
  );
}

/** Shows what the company verifies. A verified member first reads what a change costs. */
export function Identity({
  person,
  standing,
  isChanging,
}: {
  person: Profile;
  /** Where the member stands with the documents that the company asks for. */
  standing: IdentityStanding;
  /** True after *Change*. */
  isChanging: boolean;
}) {
  const isRefused = useReply("identity") !== null;
  const { companyName } = useSite();
  const { t } = useTranslation("profile");
  const dates = useDates();
  const { isApproved, verificationRefusal: refusal } = person;
  const company = { company: companyName };
  // Documents are the one thing to give where a company asks for them: what was typed stands below.
  const isFirst = !isApproved && (standing === "NOT_ASKED" || refusal !== null);
  const isOpen = isFirst || isChanging || isRefused;
  const missing = t("common:notAvailable");
  return (
    <>
      {standing !== "NOT_ASKED" && (
        <div className="aside">
          <section className="card grid justify-items-start gap-3 p-5">
            <p>{t(`documents.${standing}`, company)}</p>
            <Link
              className={standing === "VERIFIED" ? "button button-quiet" : "button"}
              to={paths.user.identity}
            >
              {t(standing === "TO_SEND" ? "documents.begin" : "documents.open")}
            </Link>
          </section>
        </div>
      )}
      <section className="card grid gap-4 p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2>{t("parts.identity")}</h2>
          <VerifiedBadge isApproved={isApproved} isRefused={refusal !== null} />
        </div>
        {!isOpen ? (
          <>
            {isApproved && <p className="hint">{t("verifiedHint", company)}</p>}
            <FactList
              facts={[
                [t("name"), person.name],
                [t("birthDate"), person.dateOfBirth ? dates.day(person.dateOfBirth) : missing],
                [t("kyc"), person.kycDocumentNumber ?? missing],
              ]}
            />
            <Link
              to={`${profilePath("identity")}&change=1`}
              preventScrollReset
              className="button button-quiet justify-self-start"
            >
              {t("change")}
            </Link>
          </>
        ) : (
          <>
            {isApproved ? (
              <p className="note note-warning">{t("changeCosts", company)}</p>
            ) : refusal === null ? (
              isFirst && <p className="hint">{t("waitingHint", company)}</p>
            ) : (
              <Refused reason={refusal} />
            )}
            <IdentityForm person={person} isFirst={isFirst} />
          </>
        )}
      </section>
    </>
  );
}

/** The reason of the refusal; the member corrects the details below, or asks again as they are. */
function Refused({ reason }: { reason: string }) {
  const { companyName } = useSite();
  const { t } = useTranslation("profile");
  return (
    <div className="note note-warning">
      <div className="grid min-w-0 gap-2">
        <p>{t("refused.text", { company: companyName })}</p>
        <p className="font-semibold break-words whitespace-pre-line">{reason}</p>
        <p>{t("refused.next")}</p>
        <ButtonForm intent="ask-verification">
          <SubmitButton tone="quiet">{t("refused.ask")}</SubmitButton>
        </ButtonForm>
      </div>
    </div>
  );
}

function IdentityForm({ person, isFirst }: { person: Profile; isFirst: boolean }) {
  const { t } = useTranslation("profile");
  return (
    <PostForm contract="profile" noValidate intent="identity" unanswered={t("unsaved")}>
      <Field name="name" label={t("name")} defaultValue={person.name} autoComplete="name" />
      <Field
        name="dateOfBirth"
        type="date"
        label={t("birthDate")}
        defaultValue={person.dateOfBirth ?? ""}
        autoComplete="bday"
      />
      <Field
        name="kycDocumentNumber"
        label={t("kyc")}
        hint={
          person.kycDocumentNumber
            ? t("kycKept", { value: person.kycDocumentNumber })
            : t("kycHint")
        }
        autoComplete="off"
        autoCapitalize="characters"
      />
      <Field
        name="currentPassword"
        type="password"
        label={t("currentPassword")}
        hint={t("currentPasswordHint")}
        autoComplete="current-password"
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton pending={t("saving")}>{t("save")}</SubmitButton>
        {!isFirst && <CancelLink to={profilePath("identity")} />}
      </div>
    </PostForm>
  );
}
