import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { OrderFlag } from "@db/vocabulary";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { TermsComparison } from "~/components/data/terms-comparison";
import { isRestTold } from "~/lib/orders/rest-told";

interface Props {
  order: OrderForAdmin;
}

/** Lists what is to be checked, a line for each flag, with the fact behind it. */
export function OrderFlags({ order }: Props) {
  const { t } = useTranslation("purchases");
  const factOf = useFlagFact(order);
  if (order.flags.length === 0) return null;
  return (
    <div className="note note-warning">
      <TriangleAlert />
      <div className="min-w-0">
        <p className="font-semibold">{t("flagsTitle")}</p>
        <ul className="wrap-anywhere">
          {order.flags.map((flag) => (
            <li key={flag}>{factOf(flag)}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Says what raised a flag; in general words where the fact is not known any more. */
function useFlagFact(order: OrderForAdmin) {
  const { t } = useTranslation("purchases");
  const number = order.referenceNumber ?? "";
  const orders = (all: readonly string[]) => (all.length === 0 ? null : all.join(", "));
  const total = isRestTold(order)
    ? order.finalAmountPaise - (order.receivedPaise ?? 0)
    : (order.receivedPaise ?? order.finalAmountPaise);
  const facts: { [flag in OrderFlag]?: string | null } = {
    AMOUNT_DIFFERS:
      order.paidAmountPaise !== null
        ? t("flagFacts.entered", { sum: formatRupees(order.paidAmountPaise) })
        : null,
    REPEATED_PROOF:
      orders(order.sameProofOrders) &&
      t(order.proof?.isImage ? "flagFacts.samePicture" : "flagFacts.sameFile", {
        orders: orders(order.sameProofOrders),
      }),
    REUSED_REFERENCE:
      orders(order.sameNumberOrders) &&
      t("flagFacts.sameNumber", { orders: orders(order.sameNumberOrders) }),
    UNUSUAL_REFERENCE:
      number &&
      t(/^\d+$/.test(number) ? "flagFacts.digits" : "flagFacts.characters", {
        count: number.length,
      }),
    BANK_SUM_DIFFERS:
      order.bankPaise === null
        ? null
        : t("bankSum", { shown: formatRupees(order.bankPaise), total: formatRupees(total) }),
    PAID_BY_ANOTHER:
      orders(order.payers) &&
      t("flagFacts.payer", { payers: orders(order.payers), member: order.user.name }),
  };
  return (flag: OrderFlag) => facts[flag] || t(`flags.${flag}`);
}

/** Compares the terms of an old price with the present ones, and says whether released tokens are free. */
export function FlagDetails({ order }: Props) {
  const { t } = useTranslation("purchases");
  const dates = useDates();
  const { presentTerms, holdReleasedAt, obtainableTokens, totalQuantity } = order;
  const isReleased = holdReleasedAt !== null && obtainableTokens !== null;
  if (!presentTerms && !isReleased) return null;
  return (
    <div className="note note-warning">
      <TriangleAlert />
      <div className="min-w-0">
        {presentTerms && (
          <>
            <TermsComparison
              quoted={{ ...order, quantity: totalQuantity }}
              present={presentTerms}
            />
            <p>{t("prices.paid")}</p>
          </>
        )}
        {isReleased && (
          <>
            <p>{t("released.since", { date: dates.full(holdReleasedAt) })}</p>
            <p>
              {t(obtainableTokens >= totalQuantity ? "released.enough" : "released.short", {
                count: obtainableTokens,
                free: formatQuantity(obtainableTokens),
              })}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
