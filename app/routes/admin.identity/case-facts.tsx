import { Link } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { DeskCase } from "@server/members/contracts/identity-desk";
import type { NameLikeness } from "@server/platform/rules/people/same-name";
import { ToneBadge } from "~/components/data/badge";
import { FactList } from "~/components/data/fact-list";
import { useDates } from "~/components/data/use-dates";
import { memberPath } from "~/lib/paths";

const TONE_OF = { SAME: "success", ALIKE: "plain", ANOTHER: "warning" } as const;

/** A case that is decided, by the tone of its badge. */
const BADGES: Partial<Record<DeskCase["state"], "success" | "warning" | "danger">> = {
  VERIFIED: "success",
  ASKED: "warning",
  REFUSED: "danger",
};

/** What is typed, what is proven beside it, and what tells of another person. */
export function CaseFacts({ shown }: { shown: DeskCase }) {
  const { t } = useTranslation("identity-desk");
  const dates = useDates();
  const { typed, account, missing, payers, others, state } = shown;
  const badge = BADGES[state];
  const likeness = (of: NameLikeness | null) =>
    of && <ToneBadge tone={TONE_OF[of]}>{t(`likeness.${of}`)}</ToneBadge>;
  const proven = (value: string, isProven: boolean) =>
    value && (
      <span className="flex flex-wrap items-center gap-2 wrap-anywhere">
        {value}
        <ToneBadge tone={isProven ? "success" : "plain"}>
          {t(isProven ? "proven" : "notProven")}
        </ToneBadge>
      </span>
    );
  const second = typed.secondKind && t(`kinds.${typed.secondKind}`);
  return (
    <section className="card grid gap-4 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="wrap-anywhere">{typed.name ?? account.name}</h2>
        {badge && <ToneBadge tone={badge}>{t(`states.${state}`)}</ToneBadge>}
        {shown.isRenewal && <ToneBadge tone="plain">{t("renewal")}</ToneBadge>}
      </div>
      {shown.reason && <p className="wrap-anywhere">{shown.reason}</p>}
      <FactList
        facts={[
          [t("pan"), typed.pan && <span className="mono">{typed.pan}</span>],
          [
            second ?? t("second"),
            typed.secondNumber && <span className="mono">{typed.secondNumber}</span>,
          ],
          [
            t("address"),
            typed.address && <span className="whitespace-pre-line">{typed.address}</span>,
          ],
          [t("sent"), dates.full(shown.sentAt)],
          [t("until"), shown.verifiedUntil && dates.day(shown.verifiedUntil.slice(0, 10))],
          [t("place"), typed.place],
          [t("ip"), account.ip],
        ]}
      />
      {missing.length > 0 && (
        <p className="note note-warning">
          {t("missing", { what: missing.map((step) => t(`steps.${step}`)).join(", ") })}
        </p>
      )}
      <div className="grid gap-2">
        <h3>{t("account")}</h3>
        <FactList
          facts={[
            [
              t("name"),
              <span key="name" className="flex flex-wrap items-center gap-2">
                <Link className="link-out" to={memberPath(shown.id)}>
                  {account.name}
                </Link>
                {likeness(account.likeness)}
              </span>,
            ],
            [
              t("memberId"),
              <span key="id" className="mono">
                {account.referralCode}
              </span>,
            ],
            [t("birthDate"), account.dateOfBirth && dates.day(account.dateOfBirth)],
            [t("email"), proven(account.email, account.isEmailProven)],
            [t("mobile"), proven(account.mobile, account.isMobileProven)],
          ]}
        />
      </div>
      {payers.length > 0 && (
        <div className="grid gap-2">
          <h3>{t("payers")}</h3>
          <ul className="grid gap-1">
            {payers.map(({ name, likeness: of }) => (
              <li key={name} className="flex flex-wrap items-center gap-2 wrap-anywhere">
                {name} {likeness(of)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {others.length > 0 && (
        <div className="note note-warning">
          <div className="grid min-w-0 gap-1">
            <h3>{t("others")}</h3>
            <Others others={others.slice(0, MOST_SHOWN)} />
            {others.length > MOST_SHOWN && (
              <details>
                <summary>{t("more", { count: others.length - MOST_SHOWN })}</summary>
                <Others others={others.slice(MOST_SHOWN)} />
              </details>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

/** Says what another account has in common. */
export const sameWords = (
  t: TFunction<"identity-desk">,
  { shares }: Pick<DeskCase["others"][number], "shares">,
): string => t("same", { what: shares.map((one) => t(`shares.${one}`)).join(", ") });

/** Other accounts that are shown at once. */
export const MOST_SHOWN = 3;

/** Accounts, each with what it has in common. */
function Others({ others }: Pick<DeskCase, "others">) {
  const { t } = useTranslation("identity-desk");
  return (
    <ul className="grid gap-1">
      {others.map(({ id, name, referralCode, shares, isVerified }) => (
        <li key={id} className="wrap-anywhere">
          {sameWords(t, { shares })}{" "}
          <Link className="link-out" to={memberPath(id)}>
            {referralCode} {name}
          </Link>
          {isVerified && `, ${t("verified")}`}
        </li>
      ))}
    </ul>
  );
}
