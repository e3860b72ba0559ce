import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Reconciliation } from "@server/orders/contracts/payments";
import { type DaySums, USES } from "@server/payments/rules/days";
import { formatMoment } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { MissingBadge } from "~/components/data/badge";
import { FactList } from "~/components/data/fact-list";
import { ButtonForm } from "~/components/form/post-form";
import { DaysForm } from "~/components/lists/days-form";
import { SubmitButton } from "~/components/form/submit-button";
import { BackLink } from "~/components/layout/back-link";
import { ReturnedPayments } from "~/components/purchases/order/returned-payments";
import { orderPath, paymentsPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import type { loadReconcile } from "./load-days.server";
import { useMethodName } from "~/lib/orders/use-method-name";

/** A day of the bank by account, signed by whoever has compared it (product.md §2). */
export function Reconcile() {
  const { day, accounts, entries, methods, returns, withoutEntry } =
    useLoaderData<typeof loadReconcile>();
  const { t } = useTranslation("days");
  const methodName = useMethodName();
  return (
    <div className="grid gap-5">
      <BackLink to={paymentsPath("unallocated", { step: "days" })}>{t("title")}</BackLink>
      <h1>{t("reconcile.title", { day })}</h1>
      <p className="max-w-3xl text-muted">{t("reconcile.intro")}</p>
      <DaysForm days={{ day }} />
      {withoutEntry.count > 0 && (
        <section className="grid gap-2" aria-labelledby="without-entry">
          <h2 id="without-entry" className="note">
            {t("reconcile.withoutEntry", {
              count: withoutEntry.count,
              sum: formatRupees(withoutEntry.paise),
            })}
          </h2>
          <ul className="bulk-rows">
            {withoutEntry.payments.map((payment) => (
              <li key={payment.id}>
                <span className="min-w-0 grow">
                  <Link className="link-out mono" to={pathOf(payment)}>
                    {payment.orderNumber ?? payment.reference ?? t("toPayment")}
                  </Link>{" "}
                  {payment.memberName}
                  <span className="hint block break-all">
                    {methodName(payment.method)} {payment.reference}
                  </span>
                </span>
                <MissingBadge paise={payment.missingPaise} />
                <span className="tabular">{formatRupees(payment.paise)}</span>
              </li>
            ))}
          </ul>
          <First shown={withoutEntry.payments.length} count={withoutEntry.count} />
        </section>
      )}
      {accounts.length === 0 && <p className="note">{t("reconcile.empty")}</p>}
      {accounts.map((account) => (
        <Account key={account.accountId} account={account} day={day} />
      ))}
      <ReturnedPayments title={t("reconcile.wentBack")} returns={returns} />
      <Entries entries={entries} count={accounts.reduce((sum, one) => sum + one.entries, 0)} />
      {methods.length > 0 && (
        <details className="more">
          <summary>{t("reconcile.methods")}</summary>
          <FactList
            facts={methods.map(({ method, count, receivedPaise }) => [
              t("reconcile.byMethod", { method: methodName(method), count }),
              formatRupees(receivedPaise),
            ])}
          />
        </details>
      )}
    </div>
  );
}

/** The bank's entries of the day, each with the order that it pays. */
function Entries({ entries, count }: Pick<Reconciliation, "entries"> & { count: number }) {
  const { t } = useTranslation("days");
  if (entries.length === 0) return null;
  return (
    <section className="grid gap-2" aria-labelledby="entries">
      <h2 id="entries">{t("entries")}</h2>
      <ul className="bulk-rows">
        {entries.map(({ id, orderId, orderNumber, memberName, narration, paise, use }) => (
          <li key={id}>
            <span className="min-w-0 grow">
              <Link
                className={`link-out ${orderId ? "mono" : ""}`}
                to={orderId ? orderPath(orderId) : entryPath(narration, use)}
              >
                {orderNumber ?? t("reconcile.noOrder")}
              </Link>{" "}
              {memberName}
              <span className="hint block">{narration}</span>
            </span>
            <span className="badge badge-plain">{t(`uses.${use}Paise`)}</span>
            <span className="tabular">{formatRupees(paise)}</span>
          </li>
        ))}
      </ul>
      <First shown={entries.length} count={count} />
    </section>
  );
}

/** Says that a list ends before its last row; nothing where it does not. */
function First({ shown, count }: { shown: number; count: number }) {
  const { t } = useTranslation("days");
  if (shown >= count) return null;
  return <p className="hint">{t("reconcile.first", { shown: formatQuantity(shown) })}</p>;
}

/** The list of entries that has one without an order. */
const entryPath = (search: string, use: Reconciliation["entries"][number]["use"]): string =>
  paymentsPath("bank", {
    search,
    ...(use !== "open" && { show: use === "putAway" ? "SET_ASIDE" : "MATCHED" }),
  });

type WithoutEntry = Reconciliation["withoutEntry"]["payments"][number];

/** The order that a payment is of; money without one is unallocated. */
const pathOf = ({ orderId, reference }: Pick<WithoutEntry, "orderId" | "reference">): string =>
  orderId ? orderPath(orderId) : paymentsPath("unallocated", { search: reference ?? "" });

const SUMS = ["bankPaise", ...USES] as const;

function Account({ account, day }: { account: Reconciliation["accounts"][number]; day: string }) {
  const { t } = useTranslation("days");
  const may = useMay();
  const { accountId, name, entries, excessPaise, stamp, signed } = account;
  const intent = `sign ${accountId}`;
  const shown = name || t("reconcile.unknown");
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-labelledby={accountId}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={accountId} className="break-words">
          {shown}
        </h2>
        {signed && (
          <span className={signed.isSame ? "badge badge-success" : "badge badge-warning"}>
            {t(signed.isSame ? "signed.yes" : "signed.changed")}
          </span>
        )}
      </div>
      <dl className="facts">
        <div>
          <dt>{t("entries")}</dt>
          <dd className="tabular">{formatQuantity(entries)}</dd>
        </div>
        {SUMS.map((sum) => (
          <div key={sum}>
            <dt>{t(`uses.${sum}`)}</dt>
            <dd className="tabular">
              {formatRupees(account[sum])}
              {signed && <Before was={signed.before} is={account} sum={sum} />}
            </dd>
          </div>
        ))}
      </dl>
      {excessPaise > 0 && (
        <p className="note note-warning">
          {t("reconcile.excess", { sum: formatRupees(excessPaise) })}
        </p>
      )}
      {signed && (
        <p className="hint">
          {t("reconcile.by", { name: signed.by, at: formatMoment(new Date(signed.at)) })}
        </p>
      )}
      {signed && signed.changed.length > 0 && (
        <div className="grid gap-2">
          <h3>{t("reconcile.since")}</h3>
          <ul className="grid gap-2">
            {signed.changed.map((line) => (
              <li key={line.id} className="grid gap-1 border-t border-line pt-2">
                <p className="flex flex-wrap gap-x-3">
                  <time className="hint tabular" dateTime={line.at}>
                    {formatMoment(new Date(line.at))}
                  </time>
                  <span className="tabular">{formatRupees(line.paise)}</span>
                  {line.orderNumber !== null && <span className="mono">{line.orderNumber}</span>}
                </p>
                <p className="break-words">{line.narration}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
      {may("payments.signDay") && excessPaise === 0 && signed?.isSame !== true && (
        <ButtonForm
          intent={intent}
          className="justify-self-end"
          hidden={{ day, accountId, seen: stamp }}
        >
          <SubmitButton aria-label={t("reconcile.signOne", { name: shown })}>
            {t("reconcile.sign")}
          </SubmitButton>
        </ButtonForm>
      )}
    </section>
  );
}

/** The signed sum, where it is another one now. */
function Before({ was, is, sum }: { was: DaySums; is: DaySums; sum: (typeof SUMS)[number] }) {
  const { t } = useTranslation("days");
  if (was[sum] === is[sum]) return null;
  return <span className="hint"> {t("reconcile.was", { sum: formatRupees(was[sum]) })}</span>;
}
