import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { CasePerson, RewardCase } from "@server/orders/contracts/risk";
import { formatMoment } from "@server/platform/rules/dates/dates";
import { formatQuantity } from "@server/platform/rules/money/format";
import type { Selection } from "~/components/purchases/keys/use-selection";
import { searchWith } from "~/lib/lists/list-query";
import { memberPath, orderPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { ACTS, DecidableList, RewardTick, useRewardSelection } from "./decision";
import type { loader } from "./route";

/** The rewards that the rules hold for review, each with the evidence side by side. */
export function Cases() {
  const { cases, isDecidedToo } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation("programme");
  const mayDecide = useMay()("orders.rewards.release");
  const waiting = cases?.records.filter(({ waitingTokens }) => waitingTokens > 0) ?? [];
  const open = mayDecide ? waiting.map(({ orderId }) => orderId) : [];
  const selection = useRewardSelection(open);
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
      <DecidableList open={open} selection={selection} mayDecide={mayDecide}>
        {cases.records.map((one) => (
          <Case key={one.orderId} one={one} open={open} selection={selection} />
        ))}
      </DecidableList>
    </div>
  );
}

interface Props {
  one: RewardCase;
  open: readonly string[];
  selection: Selection;
}

function Case({ one, open, selection }: Props) {
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  const mayDecide = open.includes(one.orderId);
  // A reward is released after the approval of its purchase.
  const acts = ACTS.filter((act) => act === "withdraw" || one.status === "APPROVED");
  return (
    <section className="card grid min-w-0 gap-3 p-5" aria-labelledby={`case-${one.orderId}`}>
      <div className="flex flex-wrap items-center gap-3">
        {mayDecide && <RewardTick reward={one} open={open} selection={selection} />}
        <h2 id={`case-${one.orderId}`}>
          <Link to={orderPath(one.orderId)} className="cell-link">
            {one.orderNumber}
          </Link>
        </h2>
        {mayDecide && (
          <span className="ml-auto flex flex-wrap gap-2">
            {acts.map((act) => (
              <Link
                key={act}
                to={searchWith(params, { act, reward: one.orderId })}
                className={`button button-small ${act === "release" ? "" : "button-quiet"}`}
                aria-label={t(`cases.${act}One`, { order: one.orderNumber })}
                preventScrollReset
              >
                {t(`${act}.button`)}
              </Link>
            ))}
          </span>
        )}
      </div>
      <p className="hint">
        {t("cases.since", { date: formatMoment(new Date(one.since)) })}
        {" · "}
        {one.waitingTokens > 0
          ? t("cases.waits", { tokens: formatQuantity(one.waitingTokens) })
          : t("cases.decided")}
        {one.waitingTokens > 0 && one.status === "PENDING" && ` · ${t("cases.notApproved")}`}
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {one.reasons.map(({ rule, people }) => (
          <li key={rule}>
            {t(`cases.rules.${rule}`)}
            {people.length > 0 &&
              `: ${people.map(({ name, memberId }) => `${name} (${memberId})`).join(", ")}`}
          </li>
        ))}
      </ul>
      <Evidence one={one} />
      <p>
        <strong>{t("cases.answer")}</strong>{" "}
        <span className="wrap-anywhere">{one.answer ?? t("cases.noAnswer")}</span>
      </p>
    </section>
  );
}

type Read = (person: CasePerson) => readonly (string | null)[];

/** Lists what a row shows of a person, each value once. */
const valuesIn = (read: Read, person: CasePerson): string[] => [
  ...new Set(read(person).filter((value) => value !== null)),
];

/** The buyer, the referrer and the others side by side; what two of them have is marked. */
function Evidence({ one }: { one: RewardCase }) {
  const { t } = useTranslation("programme");
  const title = t("cases.evidence", { order: one.orderNumber });
  const people = [
    { role: t("cases.buyer"), person: one.buyer },
    { role: t("cases.referrer"), person: one.referrer },
    ...one.others.map((person) => ({ role: t("cases.other"), person })),
  ];
  const rows: { label: string; read: Read }[] = [
    {
      label: t("cases.inCommon"),
      read: ({ inCommon }) => inCommon.map((sign) => t(`cases.signs.${sign}`)),
    },
    { label: t("cases.joined"), read: ({ joinedAt }) => [formatMoment(new Date(joinedAt))] },
    { label: t("cases.invitedBy"), read: ({ invitedBy }) => [invitedBy] },
    { label: t("cases.email"), read: ({ email }) => [email] },
    { label: t("cases.mobile"), read: ({ mobile }) => [mobile] },
    { label: t("cases.wallet"), read: ({ walletAddress }) => [walletAddress] },
    {
      label: t("cases.numbers"),
      read: ({ payments }) => payments.map(({ reference }) => reference),
    },
    {
      label: t("cases.paidFrom"),
      read: ({ payments }) => payments.flatMap((paid) => paid.paidFrom),
    },
  ];
  // A payer's mobile may be another's own: values of all rows are compared.
  const isOfAnother = (person: CasePerson, value: string) =>
    people.some(
      (other) =>
        other.person.id !== person.id &&
        rows.some(({ read }) => valuesIn(read, other.person).includes(value)),
    );
  return (
    <div className="overflow-x-auto" role="region" aria-label={title} tabIndex={0}>
      <table className="w-full min-w-[32rem] text-left text-sm">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{title}</span>
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
          {rows.map(({ label, read }) => (
            <tr key={label} className="border-t border-line">
              <Label text={label} />
              {people.map(({ person }) => (
                <td key={person.id} className="min-w-36 p-2 align-top wrap-anywhere">
                  {valuesIn(read, person).length === 0 && "—"}
                  {valuesIn(read, person).map((value) => (
                    <span key={value} className="block">
                      {isOfAnother(person, value) ? <mark>{value}</mark> : value}
                    </span>
                  ))}
                </td>
              ))}
            </tr>
          ))}
          <tr className="border-t border-line">
            <Label text={t("cases.payments")} />
            {people.map(({ person }) => (
              <td key={person.id} className="p-2 align-top">
                {person.payments.length === 0 && "—"}
                {person.payments.map(({ orderId, orderNumber }) => (
                  <Link key={orderId} to={orderPath(orderId)} className="mono cell-link block">
                    {orderNumber}
                  </Link>
                ))}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const Label = ({ text }: { text: string }) => (
  <th scope="row" className="p-2 align-top font-normal text-muted">
    {text}
  </th>
);
