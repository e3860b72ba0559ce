import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import { formatRupees } from "@server/platform/rules/money/format";
import { type Fact, FactList } from "~/components/data/fact-list";
import { tokensText } from "~/lib/orders/tokens-text";
import { paths } from "~/lib/paths";
import { isPaidInPerson } from "../decide/money-confirmed";
import { OrderActivity } from "./order-activity";
import { FlagDetails, OrderFlags } from "./order-flags";

interface Props {
  order: OrderForAdmin;
}

type Agreed = NonNullable<OrderForAdmin["consent"]>;

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
      !isPaidInPerson(order.paymentMethod) &&
        ((order.paymentMethod === "UPI" ? account?.upi : account?.accountNumber) ??
          t("common:notAvailable")),
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
        {order.status !== "PENDING" && (
          <>
            <OrderFlags order={order} />
            <FlagDetails order={order} />
          </>
        )}
        <FactList facts={facts} />
        <OrderActivity order={order} />
      </div>
    </details>
  );
}

/** Shows when the member agreed to the privacy policy, with a link to that version. */
function Consent({ consent: { at, version, isKept } }: { consent: Agreed }) {
  const { t } = useTranslation("purchases");
  const dates = useDates();
  return (
    <>
      {dates.full(at)}{" "}
      {isKept && (
        <Link to={`${paths.privacyPolicy}?version=${version ?? ""}`} target="_blank">
          {t("consentText")}
        </Link>
      )}
    </>
  );
}
