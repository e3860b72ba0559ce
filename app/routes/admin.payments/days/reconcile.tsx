import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Reconciliation } from "@server/orders/contracts/payments";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
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
  const dates = useDates();
  return (
    <div className="grid gap-5">
      <BackLink to={paymentsPath("unallocated", { step: "days" })}>{t("title")}</BackLink>
      <h1>{t("reconcile.title", { day: dates.day(day) })}</h1>
      <p className="max-w-3xl text-muted">{t("reconcile.intro")}</p>
      <DaysForm days={{ day }} />
      {accounts.length === 0 && <p className="note">{t("reconcile.empty")}</p>}
      {accounts.map((account) => (
        <AccountDay key={account.accountId} account={account} day={day} />
      ))}
      <ReturnedPayments title={t("reconcile.wentBack")} returns={returns} />
      <Entries entries={entries} count={accounts.reduce((sum, one) => sum + one.entries, 0)} />
      <WithoutEntry {...withoutEntry} />
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

/** So many entries are shown at once; more are behind their number. */
const MOST_OPEN = 10;

/** The bank's entries of the day: those that pay approved orders folded, after the others. */
function Entries({ entries, count }: Pick<Reconciliation, "entries"> & { count: number }) {
  const { t } = useTranslation("days");
  const approved = entries.filter(({ use }) => use === "approved");
  const others = entries.filter(({ use }) => use !== "approved");
  return (
    <>
      {others.length > 0 && (
        <details className="more" open={others.length <= MOST_OPEN || undefined}>
          <summary>{t("reconcile.others", { count: others.length })}</summary>
          <EntryRows entries={others} />
        </details>
      )}
      {approved.length > 0 && (
        <details className="more">
          <summary>{t("reconcile.approved")}</summary>
          <EntryRows entries={approved} />
        </details>
      )}
      <First shown={entries.length} count={count} />
    </>
  );
}

function EntryRows({ entries }: Pick<Reconciliation, "entries">) {
  const { t } = useTranslation("days");
  return (
    <ul className="bulk-rows">
      {entries.map(({ id, orderId, orderNumber, memberName, narration, paise, use, usePaise }) => (
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
          {use !== "approved" && (
            <span className="badge badge-plain">
              {t(`uses.${use}Paise`)} {usePaise !== paise && formatRupees(usePaise)}
            </span>
          )}
          <span className="tabular">{formatRupees(paise)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Lists what was confirmed on the day without an entry of the bank, behind its number and sum. */
function WithoutEntry({ count, paise, payments }: Reconciliation["withoutEntry"]) {
  const { t } = useTranslation("days");
  const methodName = useMethodName();
  if (count === 0) return null;
  return (
    <details className="more">
      <summary>{t("reconcile.withoutEntry", { count, sum: formatRupees(paise) })}</summary>
      <ul className="bulk-rows">
        {payments.map((payment) => (
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
      <First shown={payments.length} count={count} />
    </details>
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
