import { Link } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import { formatMoment } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { TermsComparison } from "~/components/data/terms-comparison";
import { type Fact, FactList } from "~/components/data/fact-list";
import { tokensText } from "~/lib/orders/tokens-text";
import { paths } from "~/lib/paths";
import { OrderActivity } from "./order-activity";
import { isRestTold } from "~/lib/orders/rest-told";

interface Props {
  order: OrderForAdmin;
}

type Agreed = NonNullable<OrderForAdmin["consent"]>;

/** The order's flags as full sentences. */
export function OrderFlags({ order }: Props) {
  const { t } = useTranslation("purchases");
  if (order.flags.length === 0) return null;
  return (
    <div className="note note-warning">
      <TriangleAlert />
      <div>
        <p className="font-semibold">{t("flagsTitle")}</p>
        <ul>
          {order.flags.map((flag) => (
            <li key={flag}>{t(`flags.${flag}`)}</li>
          ))}
        </ul>
        {order.bankPaise !== null && (
          <p className="font-semibold">
            {t("bankSum", {
              shown: formatRupees(order.bankPaise),
              total: formatRupees(
                isRestTold(order)
                  ? order.finalAmountPaise - (order.receivedPaise ?? 0)
                  : (order.receivedPaise ?? order.finalAmountPaise),
              ),
            })}
          </p>
        )}
        {order.sameNumberOrders.length > 0 && (
          <p>{t("sameNumberOn", { orders: order.sameNumberOrders.join(", ") })}</p>
        )}
        {order.sameProofOrders.length > 0 && (
          <p>{t("alsoOn", { orders: order.sameProofOrders.join(", ") })}</p>
        )}
        {order.presentTerms && (
          <>
            <TermsComparison
              quoted={{ ...order, quantity: order.totalQuantity }}
              present={order.presentTerms}
            />
            <p>{t("prices.paid")}</p>
          </>
        )}
        <ReleasedTokens order={order} />
      </div>
    </div>
  );
}

/** Says when the tokens were given back, and if an approval can take them again. */
function ReleasedTokens({ order: { holdReleasedAt, obtainableTokens, totalQuantity } }: Props) {
  const { t } = useTranslation("purchases");
  if (holdReleasedAt === null || obtainableTokens === null) return null;
  const facts = { count: obtainableTokens, free: formatQuantity(obtainableTokens) };
  return (
    <>
      <p>{t("released.since", { date: formatMoment(new Date(holdReleasedAt)) })}</p>
      <p>{t(obtainableTokens >= totalQuantity ? "released.enough" : "released.short", facts)}</p>
    </>
  );
}

/** Shows the order, its member and the account to be paid. */
export function OrderFacts({ order }: Props) {
  const { t } = useTranslation("purchases");
  const account = order.beneficiary;
  const paid = order.paidAmountPaise;
  const facts: Fact[] = [
    [t("order"), order.orderNumber],
    [t("member"), `${order.user.name} (${order.user.referralCode})`],
    // A decision says the tokens that it gave or took back.
    [t("tokens"), order.status === "PENDING" && tokensText(t, order, "")],
    [t("total"), formatRupees(order.finalAmountPaise)],
    [t("paid"), paid !== null && paid !== order.finalAmountPaise && formatRupees(paid)],
    [
      t("paidTo"),
      (order.paymentMethod === "UPI" ? account?.upi : account?.accountNumber) ??
        t("common:notAvailable"),
    ],
    [t("rejectedFor"), order.rejectionReason],
    [t("refundNote"), order.refundNote],
  ];
  return <FactList facts={facts} />;
}

/** Shows what else is known of an order, folded: its terms, its consent, and every step so far. */
export function OrderDetails({ order }: Props) {
  const { t } = useTranslation("purchases");
  const facts: Fact[] = [
    [t("amount"), formatRupees(order.amountPaise)],
    [t("fee"), formatRupees(order.feePaise)],
    [t("consent"), order.consent && <Consent key="consent" consent={order.consent} />],
  ];
  return (
    <details className="more">
      <summary>
        <h3>{t("details")}</h3>
      </summary>
      <div className="grid gap-4">
        {order.status !== "PENDING" && <OrderFlags order={order} />}
        <FactList facts={facts} />
        <OrderActivity order={order} />
      </div>
    </details>
  );
}

/** Shows when the member agreed to the privacy policy, with a link to that version. */
function Consent({ consent: { at, version, isKept } }: { consent: Agreed }) {
  const { t } = useTranslation("purchases");
  return (
    <>
      {formatMoment(new Date(at))}{" "}
      {isKept && (
        <Link to={`${paths.privacyPolicy}?version=${version ?? ""}`} target="_blank">
          {t("consentText")}
        </Link>
      )}
    </>
  );
}
