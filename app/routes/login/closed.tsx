import { useTranslation } from "react-i18next";
import type { OrderList } from "@server/orders/contracts/order-lists";
import { formatDate } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { paths, receiptPath } from "~/lib/paths";

/** Why a company's site is suspended. */
export function ClosedNotice({ notice, because }: { notice: string; because?: string }) {
  const { t } = useTranslation("front");
  return (
    <section className="panel grid gap-4 rounded-(--radius-card) p-5 sm:p-8">
      <h1 className="wrap-anywhere">{t("closed.title")}</h1>
      <p className="wrap-anywhere">{notice}</p>
      {because !== undefined && (
        <div>
          <h2>{t("closed.reason")}</h2>
          <p className="mt-2 whitespace-pre-line wrap-anywhere">{because}</p>
        </div>
      )}
      <p>{t("closed.open")}</p>
      <p className="hint">{t("closed.admins")}</p>
    </section>
  );
}

/** The receipts of a member who is logged in there. */
export function Receipts({ page, list: { records, lastPage } }: { page: number; list: OrderList }) {
  const { t } = useTranslation("front");
  return (
    <section>
      <h2>{t("closed.receipts")}</h2>
      {records.length === 0 && <p className="mt-2">{t("closed.none")}</p>}
      <ul className="mt-3 grid gap-3">
        {records.map(({ orderNumber, status, missingPaise, createdAt, ...paid }) => (
          <li key={orderNumber}>
            <a className="link-out mono" href={receiptPath(orderNumber)}>
              {orderNumber}
            </a>
            <br />
            <span className="tabular">
              {[
                formatDate(new Date(createdAt)),
                formatRupees(paid.finalAmountPaise),
                `${formatQuantity(paid.totalQuantity)} ${t("closed.tokens")}`,
                t(`common:status.${status}`),
                missingPaise !== null && t("common:missing", { sum: formatRupees(missingPaise) }),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      {lastPage > 1 && (
        <p className="mt-3 flex gap-4">
          {page > 1 && (
            <a className="link-out" href={`?page=${page - 1}`}>
              {t("closed.newer")}
            </a>
          )}
          {page < lastPage && (
            <a className="link-out" href={`?page=${page + 1}`}>
              {t("closed.older")}
            </a>
          )}
        </p>
      )}
      <form method="post" action={paths.user.logout} className="mt-5">
        <button className="button button-quiet">{t("area:logout.submit")}</button>
      </form>
    </section>
  );
}
