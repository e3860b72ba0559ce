import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Reconciliation } from "@server/orders/contracts/payments";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { MissingBadge } from "~/components/data/badge";
import { FactList } from "~/components/data/fact-list";
import { DaysForm } from "~/components/lists/days-form";
import { BackLink } from "~/components/layout/back-link";
import { ReturnedPayments } from "~/components/purchases/order/returned-payments";
import { orderPath, paymentsPath } from "~/lib/paths";
import { AccountDay } from "./account-day";
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
        <AccountDay key={account.accountId} account={account} day={day} />
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
