import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { CasePerson, RewardCase } from "@server/orders/contracts/risk";
import { formatMoment } from "@server/platform/rules/dates/dates";
import { formatQuantity } from "@server/platform/rules/money/format";
import { searchWith } from "~/lib/lists/list-query";
import { memberPath, orderPath } from "~/lib/paths";
import type { loader } from "./route";

/** The rewards that the rules hold for review, each with the evidence side by side. */
export function Cases() {
  const { cases, isDecidedToo } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation("programme");
  if (!cases) return null;
  return (
    <div className="grid gap-5">
      <p className="hint">{t("cases.intro")}</p>
      <p>
        <Link
          className="link-out"
          to={searchWith(params, { decided: isDecidedToo ? null : "1", page: null })}
        >
          {t(isDecidedToo ? "cases.onlyWaiting" : "cases.decidedToo")}
        </Link>
      </p>
      {cases.records.length === 0 && <p className="note">{t("cases.none")}</p>}
      {cases.records.map((one) => (
        <Case key={one.orderId} one={one} />
      ))}
    </div>
  );
}

function Case({ one }: { one: RewardCase }) {
  const { t } = useTranslation("programme");
  const people = [
    { role: t("cases.buyer"), person: one.buyer },
    { role: t("cases.referrer"), person: one.referrer },
    ...one.others.map((person) => ({ role: t("cases.other"), person })),
  ];
  const rows: [string, (person: CasePerson) => string][] = [
    [t("cases.email"), ({ email }) => email],
    [t("cases.mobile"), ({ mobile }) => mobile],
    [t("cases.wallet"), ({ walletAddress }) => walletAddress ?? "—"],
    [t("cases.joined"), ({ joinedAt }) => formatMoment(new Date(joinedAt))],
    [t("cases.invitedBy"), ({ invitedBy }) => invitedBy ?? "—"],
    [
      t("cases.payments"),
      ({ payments }) =>
        payments
          .map(({ orderNumber, reference }) => `${orderNumber} ${reference ?? "—"}`)
          .join("\n") || "—",
    ],
  ];
  return (
    <section className="card grid gap-3 p-5" aria-labelledby={`case-${one.orderId}`}>
      <h2 id={`case-${one.orderId}`}>
        <Link to={orderPath(one.orderId)} className="cell-link">
          {one.orderNumber}
        </Link>
      </h2>
      <p className="hint">
        {t("cases.since", { date: formatMoment(new Date(one.since)) })}
        {" · "}
        {one.waitingTokens > 0
          ? t("cases.waits", { tokens: formatQuantity(one.waitingTokens) })
          : t("cases.decided")}
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {one.reasons.map(({ rule }) => (
          <li key={rule}>{t(`cases.rules.${rule}`)}</li>
        ))}
      </ul>
      <div className="overflow-x-auto" role="region" aria-label={t("cases.evidence")} tabIndex={0}>
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t("cases.evidence")}</span>
              </th>
              {people.map(({ role, person }) => (
                <th key={person.id} scope="col" className="p-2 align-top">
                  <span className="hint block">{role}</span>
                  {person.isThere ? (
                    <Link to={memberPath(person.id)} className="cell-link">
                      {person.name}
                    </Link>
                  ) : (
                    person.name
                  )}
                  <span className="mono hint block">{person.memberId}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, read]) => (
              <tr key={label} className="border-t border-line">
                <th scope="row" className="p-2 align-top font-normal text-muted">
                  {label}
                </th>
                {people.map(({ person }) => (
                  <td key={person.id} className="p-2 align-top break-all whitespace-pre-line">
                    {isShared(read, person, people) ? <mark>{read(person)}</mark> : read(person)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <strong>{t("cases.answer")}</strong> {one.answer ?? t("cases.noAnswer")}
      </p>
    </section>
  );
}

/** Tells whether another person of the case has the same, so that it is marked. */
const isShared = (
  read: (person: CasePerson) => string,
  person: CasePerson,
  people: readonly { person: CasePerson }[],
): boolean =>
  read(person) !== "—" &&
  people.some((other) => other.person.id !== person.id && read(other.person) === read(person));
