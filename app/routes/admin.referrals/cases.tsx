import { Link, useLoaderData, useNavigate, useSearchParams } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CasePerson, RewardCase } from "@server/orders/contracts/risk";
import { formatMoment } from "@server/platform/rules/dates/dates";
import { formatQuantity } from "@server/platform/rules/money/format";
import { RowFold } from "~/components/data/row-fold";
import { KeyList } from "~/components/purchases/keys/key-list";
import { useKeysSwitch } from "~/components/purchases/keys/use-keys-switch";
import { rowElementId, useRowKeys } from "~/components/purchases/keys/use-row-keys";
import { searchWith } from "~/lib/lists/list-query";
import { memberPath, orderPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { type Act, ACTS, DecidableList, RewardTick, useRewardSelection } from "./decision";
import type { loader } from "./route";

/** The rewards that the rules hold for review: one a row, its evidence behind it. */
export function Cases() {
  const { cases, isDecidedToo } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation(["programme", "purchases"]);
  const navigate = useNavigate();
  const [isOn] = useKeysSwitch();
  const mayDecide = useMay()("orders.rewards.release");
  const records = cases?.records ?? [];
  const waiting = mayDecide ? records.filter(({ waitingTokens }) => waitingTokens > 0) : [];
  const open = waiting.map(({ orderId }) => orderId);
  const selection = useRewardSelection(open);
  const decide = (act: Act, id: string) => {
    if (!waiting.some((one) => one.orderId === id && actsOf(one).includes(act))) return;
    navigate(searchWith(params, { act, reward: id }), { preventScrollReset: true });
  };
  const { current, stand } = useRowKeys(
    records.map(({ orderId }) => orderId),
    {
      approve: (id) => decide("release", id),
      reject: (id) => decide("withdraw", id),
      proof: (id) => document.getElementById(rowElementId(id))?.click(),
      select: (id) => open.includes(id) && selection.toggle(id),
      extend: (from, to) => selection.extend(open, to, from),
      help: () => undefined,
    },
    isOn && mayDecide,
    { rowId: params.get("reward"), isOpen: params.has("act") },
  );
  if (!cases) return null;
  return (
    <div className="grid gap-3">
      <p className="hint max-w-3xl">{t("cases.intro")}</p>
      <p>
        <Link
          className="link-out"
          to={searchWith(params, { decided: isDecidedToo ? null : "1", page: null })}
        >
          {t(isDecidedToo ? "cases.onlyWaiting" : "cases.decidedToo")}
        </Link>
      </p>
      {records.length === 0 && <p className="note">{t("cases.none")}</p>}
      <DecidableList open={open} selection={selection} mayDecide={mayDecide}>
        {records.length > 0 && (
          <ul className="card divide-y divide-line">
            {records.map((one) => (
              <li
                key={one.orderId}
                className="grid grid-cols-[auto_minmax(0,1fr)] items-start pe-4 data-current:shadow-[inset_4px_0_0_var(--accent)]"
                data-current={one.orderId === current && isOn && mayDecide ? "true" : undefined}
              >
                {open.includes(one.orderId) ? (
                  <RewardTick reward={one} open={open} selection={selection} />
                ) : (
                  <span className="w-4" />
                )}
                <Case
                  one={one}
                  mayDecide={open.includes(one.orderId)}
                  onFocus={() => stand(one.orderId)}
                />
              </li>
            ))}
          </ul>
        )}
      </DecidableList>
      {open.length > 0 && (
        <details className="more max-w-md max-sm:hidden [@media(hover:none)]:hidden">
          <summary>{t("purchases:keys.title")}</summary>
          <KeyList of={["step", "evidence", "release", "withdraw", "select", "confirm"]} />
        </details>
      )}
    </div>
  );
}

/** A reward is released after the approval of its purchase. */
const actsOf = ({ status }: RewardCase) =>
  ACTS.filter((act) => act === "withdraw" || status === "APPROVED");

function Case({
  one,
  mayDecide,
  onFocus,
}: {
  one: RewardCase;
  mayDecide: boolean;
  onFocus: () => void;
}) {
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  const { orderId, orderNumber, waitingTokens, status, reasons } = one;
  const isWaiting = waitingTokens > 0;
  return (
    <RowFold
      id={rowElementId(orderId)}
      onFocus={onFocus}
      cells={[
        <span key="order" className="mono">
          {orderNumber}
        </span>,
        <Fragment key="who">
          <strong>{one.buyer.name}</strong> <span className="hint">← {one.referrer.name}</span>
        </Fragment>,
        reasons.map(({ rule }) => t(`cases.rules.${rule}`)).join(" · "),
        isWaiting
          ? t("cases.waits", { tokens: formatQuantity(waitingTokens) })
          : t("cases.decided"),
      ]}
    >
      <div className="grid min-w-0 gap-3 max-sm:-ms-8">
        <p className="hint">
          {t("cases.since", { date: formatMoment(new Date(one.since)) })}
          {isWaiting && status === "PENDING" && ` · ${t("cases.notApproved")}`}
        </p>
        <ul className="grid list-disc gap-1 pl-5">
          {reasons.map(({ rule, people }) => (
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
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {mayDecide &&
            actsOf(one).map((act) => (
              <Link
                key={act}
                to={searchWith(params, { act, reward: orderId })}
                className={`button button-small ${act === "release" ? "" : "button-quiet"}`}
                aria-label={t(`cases.${act}One`, { order: orderNumber })}
                preventScrollReset
              >
                {t(`${act}.button`)}
              </Link>
            ))}
          <Link to={orderPath(orderId)} className="link-out">
            {t("cases.toOrder")}
          </Link>
        </p>
      </div>
    </RowFold>
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
    {
      label: t("cases.payments"),
      read: ({ payments }) => payments.map(({ orderNumber }) => orderNumber),
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
      <table className="w-full text-left text-sm">
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
              <th scope="row" className="p-2 align-top font-normal text-muted max-sm:px-1">
                {label}
              </th>
              {people.map(({ person }) => (
                <td key={person.id} className="min-w-28 p-2 max-sm:px-1 align-top wrap-anywhere">
                  {valuesIn(read, person).length === 0 && "—"}
                  {valuesIn(read, person).map((value) => {
                    const paid = person.payments.find(({ orderNumber }) => orderNumber === value);
                    const Looks = isOfAnother(person, value) ? Shared : Fragment;
                    return (
                      <span key={value} className="block">
                        {paid ? (
                          <Link to={orderPath(paid.orderId)} className="mono cell-link">
                            {value}
                          </Link>
                        ) : (
                          <Looks>{value}</Looks>
                        )}
                      </span>
                    );
                  })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What two people of a case have. */
const Shared = ({ children }: { children: ReactNode }) => (
  <mark className="bg-(--warning-soft) text-(--warning-soft-text)">{children}</mark>
);
