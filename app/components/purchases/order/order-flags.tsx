import { Link } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { OrderFlag } from "@db/vocabulary";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { TermsComparison } from "~/components/data/terms-comparison";
import { isRestTold } from "~/lib/orders/rest-told";
import { paths } from "~/lib/paths";

interface Props {
  order: OrderForAdmin;
}

/** The facts behind an order's flags; those of its whole record are not known of an order in a list. */
type Flagged = Pick<
  OrderForAdmin,
  "flags" | "paidAmountPaise" | "sameProofOrders" | "payers" | "referenceNumber"
> & { whole?: OrderForAdmin; memberName: string };

/** Lists what is to be checked, a line for each flag, with the fact behind it. */
export function OrderFlags({ order, isLinked = true }: Props & { isLinked?: boolean }) {
  const { t } = useTranslation("purchases");
  if (order.flags.length === 0) return null;
  return (
    <div className="note note-warning">
      <TriangleAlert />
      <div className="min-w-0">
        <p className="font-semibold">{t("flagsTitle")}</p>
        <FlagFacts
          order={{ ...order, whole: order, memberName: order.user.name }}
          isLinked={isLinked}
        />
      </div>
    </div>
  );
}

/** A sentence for each flag, in which an order's number leads to the order. */
export function FlagFacts({ order, isLinked }: { order: Flagged; isLinked: boolean }) {
  const factOf = useFlagFact(order);
  return (
    <ul className="wrap-anywhere">
      {order.flags.map((flag) => (
        <li key={flag}>{isLinked ? linked(factOf(flag)) : factOf(flag)}</li>
      ))}
    </ul>
  );
}

const linked = (text: string): ReactNode =>
  text.split(/(PUR-\d+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <Link
        key={part}
        className="link-out mono"
        to={{ pathname: paths.admin.search, search: `?search=${part}` }}
      >
        {part}
      </Link>
    ),
  );

/** Says what raised a flag; in general words where the fact is not known any more. */
function useFlagFact({ whole, ...order }: Flagged) {
  const { t } = useTranslation("purchases");
  const number = order.referenceNumber ?? "";
  const orders = (all: readonly string[]) => (all.length === 0 ? null : all.join(", "));
  const facts: { [flag in OrderFlag]?: string | false | null } = {
    AMOUNT_DIFFERS:
      order.paidAmountPaise !== null
        ? t("flagFacts.entered", { sum: formatRupees(order.paidAmountPaise) })
        : null,
    REPEATED_PROOF:
      orders(order.sameProofOrders) &&
      t(whole?.proof?.isImage ? "flagFacts.samePicture" : "flagFacts.sameFile", {
        orders: orders(order.sameProofOrders),
      }),
    REUSED_REFERENCE:
      whole &&
      orders(whole.sameNumberOrders) &&
      t("flagFacts.sameNumber", { orders: orders(whole.sameNumberOrders) }),
    UNUSUAL_REFERENCE:
      number &&
      t(/^\d+$/.test(number) ? "flagFacts.digits" : "flagFacts.characters", {
        count: number.length,
      }),
    BANK_SUM_DIFFERS:
      whole &&
      whole.bankPaise !== null &&
      t("bankSum", {
        shown: formatRupees(whole.bankPaise),
        total: formatRupees(expectedOf(whole)),
      }),
    PAID_BY_ANOTHER:
      orders(order.payers) &&
      t("flagFacts.payer", { payers: orders(order.payers), member: order.memberName }),
  };
  return (flag: OrderFlag) => facts[flag] || t(`flags.${flag}`);
}

/** Paise that the payment of an order was expected to have. */
const expectedOf = (order: OrderForAdmin): number =>
  isRestTold(order)
    ? order.finalAmountPaise - (order.receivedPaise ?? 0)
    : (order.receivedPaise ?? order.finalAmountPaise);

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
