import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity, formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { FactList } from "~/components/data/fact-list";
import { AmountField } from "~/components/form/amount-field";
import { PostForm } from "~/components/form/post-form";
import { isPaidInPerson, MoneyConfirmed } from "~/components/purchases/decide/money-confirmed";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { searchWith } from "~/lib/lists/list-query";
import { memberPath, orderPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { useSite } from "~/lib/use-site";
import { NO_STEP } from "../payments-address";
import { StepPage } from "../step-page";
import type { loadApply } from "./apply-payment.server";
import { useMethodName } from "~/lib/orders/use-method-name";

/** A waiting order of the same member, for money that serves none (product.md §2). */
export function ApplyPayment() {
  const { found } = useLoaderData<typeof loadApply>();
  const { t } = useTranslation("apply-payment");
  return (
    <StepPage words={{ back: t("back"), title: t("title"), intro: t("intro") }}>
      {found === null ? (
        <p className="note">{t("settled")}</p>
      ) : (
        <PaymentToAllocate found={found} />
      )}
    </StepPage>
  );
}

type Found = NonNullable<ReturnType<typeof useLoaderData<typeof loadApply>>["found"]>;

function PaymentToAllocate({ found }: { found: Found }) {
  const [params] = useSearchParams();
  const { t } = useTranslation("apply-payment");
  const methodName = useMethodName();
  const may = useMay()("payments.payOrder");
  const { order, member, orders, openPaise, reportedPaise } = found;
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-label={order.orderNumber}>
      <FactList
        facts={[
          [
            t("order"),
            <Link key="order" className="link-out mono" to={orderPath(order.id)}>
              {order.orderNumber}
            </Link>,
          ],
          [
            t("member"),
            <Link key="member" className="link-out" to={memberPath(member.id)}>
              {member.name} ({member.referralCode})
            </Link>,
          ],
          [
            t("payment"),
            <span key="payment">
              {methodName(found.method)} <span className="mono break-all">{found.reference}</span>
            </span>,
          ],
          openPaise === null
            ? [t("reported"), formatRupees(reportedPaise ?? 0)]
            : [t("open"), formatRupees(openPaise)],
        ]}
      />
      {orders.length === 0 && <p className="note">{t("none")}</p>}
      {may && orders.length > 0 && <ChooseOrder found={found} />}
      {may && (
        <div className="flex justify-end">
          <Link
            className="button button-quiet"
            to={searchWith(params, { ...NO_STEP, refund: found.paymentId })}
          >
            {t("refund")}
          </Link>
        </div>
      )}
    </section>
  );
}

function ChooseOrder({ found }: { found: Found }) {
  const { t } = useTranslation("apply-payment");
  const { brand } = useSite();
  const { kind, method, paymentId, updatedAt, member, orders, reportedPaise } = found;
  return (
    <PostForm contract="apply" intent="apply" hidden={{ kind, paymentId, seenAt: updatedAt }}>
      <IdempotencyKey />
      <fieldset className="grid">
        <legend>{t("choose", { name: member.name })}</legend>
        {orders.map(({ orderId, orderNumber, quantity, totalPaise }, index) => (
          <label key={orderId} className="checkbox">
            <input type="radio" name="orderId" value={orderId} defaultChecked={index === 0} />
            <span>
              {t("choice", {
                order: orderNumber,
                quantity: formatQuantity(quantity),
                symbol: brand.symbol,
                total: formatRupees(totalPaise),
              })}
            </span>
          </label>
        ))}
      </fieldset>
      {kind === "CLAIM" && (
        <AmountField
          name="received"
          label={t("received")}
          hint={t("receivedHint")}
          required
          defaultValue={rupeesText(reportedPaise ?? 0)}
        />
      )}
      <p>{t("explain")}</p>
      {kind === "CLAIM" && (
        <MoneyConfirmed label={t(isPaidInPerson(method) ? "questionInPerson" : "question")} />
      )}
      <div className="flex justify-end">
        <SubmitButton>{t("submit")}</SubmitButton>
      </div>
    </PostForm>
  );
}
