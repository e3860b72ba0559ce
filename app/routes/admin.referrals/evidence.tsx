import { Link } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CasePerson, RewardCase } from "@server/orders/contracts/risk";
import { useDates } from "~/components/data/use-dates";
import { memberPath, orderPath } from "~/lib/paths";

type Read = (person: CasePerson) => readonly (string | null)[];

/** Lists what a row shows of a person, each value once. */
const valuesIn = (read: Read, person: CasePerson): string[] => [
  ...new Set(read(person).filter((value) => value !== null)),
];

/** The buyer, the referrer and the others side by side; what two of them have is marked. */
export function Evidence({ one }: { one: RewardCase }) {
  const { t } = useTranslation("programme");
  const dates = useDates();
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
    { label: t("cases.joined"), read: ({ joinedAt }) => [dates.full(joinedAt)] },
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

/** Marks what two people of a case have. */
const Shared = ({ children }: { children: ReactNode }) => (
  <mark className="bg-(--warning-soft) text-(--warning-soft-text)">{children}</mark>
);
