import { Link } from "@remix-run/react";
import Hourglass from "lucide-react/icons/hourglass";
import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import type { LinkedLine, ShownLine } from "@server/orders/contracts/statements";
import { formatMoment } from "@server/platform/rules/dates/dates";
import { formatPercent, formatPrice, formatRupees } from "@server/platform/rules/money/format";
import { type Fact, FactList } from "~/components/data/fact-list";
import { tokensText } from "~/lib/orders/tokens-text";
import { memberPath } from "~/lib/paths";

/** Shows the order, its member, and the payment as the member reported it. */
export function OrderSums({
  order,
  line,
  entries,
}: {
  order: OrderForAdmin;
  /** The entry of a statement that the sum comes from. */
  line: ShownLine | null;
  entries: readonly LinkedLine[];
}) {
  const { t } = useTranslation("sums");
  const { paidAmountPaise, proof } = order;
  const facts: Fact[] = [
    [t("order"), order.orderNumber],
    [
      t("member"),
      <Link key="member" className="link-out" to={memberPath(order.memberId)}>
        {order.user.name} ({order.user.referralCode})
      </Link>,
    ],
    [t("reference"), order.referenceNumber ?? t("common:notAvailable")],
    [t("tokens"), tokensText(t, order, "")],
    [t("price"), formatPrice(order.priceMicroRupees)],
    [t("fee", { percent: formatPercent(order.feeBps) }), formatRupees(order.feePaise)],
    [t("total"), formatRupees(order.finalAmountPaise)],
    [
      t("reported"),
      paidAmountPaise === null ? t("common:notAvailable") : formatRupees(paidAmountPaise),
    ],
    [t("bank"), order.bankPaise === null ? null : formatRupees(order.bankPaise)],
  ];
  if (order.receivedPaise !== null) {
    facts.push(
      [t("before"), formatRupees(order.receivedPaise)],
      [t("missing"), formatRupees(order.finalAmountPaise - order.receivedPaise)],
    );
  }
  if (entries.length > 0) {
    const linkedPaise = entries.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
    facts.push([
      t("entries"),
      <ul key="entries">
        {entries.map(({ id, bookedOn, amountPaise, reference }) => (
          <li key={id} className="break-words">
            {bookedOn}: {formatRupees(amountPaise)}{" "}
            <span className="mono break-all">{reference}</span>
          </li>
        ))}
        {entries.length > 1 && <li>{t("entriesSum", { sum: formatRupees(linkedPaise) })}</li>}
      </ul>,
    ]);
  }
  if (line) {
    facts.push([
      t("entry", { day: line.bookedOn }),
      <span key="entry" className="wrap-anywhere">
        {formatRupees(line.amountPaise)} {line.narration}
      </span>,
    ]);
  }
  return (
    <>
      <FactList facts={facts} />
      {proof && (
        <p>
          <a className="link-out" href={proof.url} target="_blank" rel="noreferrer">
            {t("proof")}
          </a>
        </p>
      )}
      <Asked order={order} />
    </>
  );
}

/** Names the first approver with the sum and number, while a second admin is awaited. */
function Asked({ order }: { order: OrderForAdmin }) {
  const { t } = useTranslation("sums");
  const { waitingApproval: asked } = order;
  if (!asked) return null;
  const before = order.receivedPaise ?? 0;
  const receivedPaise = asked.receivedPaise ?? order.finalAmountPaise - before;
  const own = asked.isOwn ? "Own" : "";
  const facts = {
    by: asked.by ?? t("somebody"),
    since: formatMoment(new Date(asked.since)),
    sum: formatRupees(receivedPaise || before),
  };
  return (
    <p className="note note-warning">
      <Hourglass size={20} aria-hidden />
      <span className="min-w-0 break-words">
        {t(receivedPaise > 0 ? `asked${own}` : `askedParts${own}`, facts)}{" "}
        {asked.partReference !== null && (
          <>
            {t("askedNumber")} <span className="mono break-all">{asked.partReference}</span>
          </>
        )}
      </span>
    </p>
  );
}
