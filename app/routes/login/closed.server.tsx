import type { AppLoadContext } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import type { Language } from "@db/vocabulary";
import type { OrderList } from "@server/orders/contracts/order-lists";
import { formatDate } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { translateRefusal, translatorOf } from "@server/platform/words/translators.server";
import type { CompanySite } from "@server/sites/site";
import { listQuery } from "~/lib/lists/list-query";
import { orRefuse } from "~/lib/messages/refusals";
import { paths, receiptPath } from "~/lib/paths";

/**
 * Renders the start of a suspended company's site: the reason, and the receipts of a member who is logged
 * in, without whom `receipts` is null.
 */
export async function closedSite(request: Request, context: AppLoadContext, company: CompanySite) {
  const api = await context.caller.member();
  const { page } = listQuery(request);
  const list = api && (await orRefuse(context, api.orders.listMine({ page, limit: 50 })));
  const { language } = context.caller;
  return {
    notice: renderToStaticMarkup(<Notice language={language} company={company} />),
    receipts:
      list && renderToStaticMarkup(<Receipts language={language} page={page} list={list} />),
  };
}

function Notice({ language, company }: { language: Language; company: CompanySite }) {
  const t = translatorOf(language).getFixedT(null, "front");
  const { supportEmail, suspendedBecause } = company.settings;
  const contact = supportEmail ?? company.email;
  return (
    <section className="panel grid gap-4 rounded-(--radius-card) p-5 sm:p-8">
      <h1 className="wrap-anywhere">{t("closed.title")}</h1>
      <p className="wrap-anywhere">
        {translateRefusal(language, "SITE_CLOSED", { company: company.name, contact })}
      </p>
      {suspendedBecause !== undefined && (
        <div>
          <h2>{t("closed.reason")}</h2>
          <p className="mt-2 whitespace-pre-line wrap-anywhere">{suspendedBecause}</p>
        </div>
      )}
      <p>{t("closed.open")}</p>
    </section>
  );
}

interface List {
  language: Language;
  page: number;
  list: OrderList;
}

function Receipts({ language, page, list: { records, lastPage } }: List) {
  const t = translatorOf(language).getFixedT(null, "front");
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
