import { Link, useSearchParams } from "@remix-run/react";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useTranslation } from "react-i18next";
import type { Note } from "@server/members/contracts/notes";
import { Notes } from "~/components/notes/notes";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import { searchWith } from "~/lib/lists/list-query";
import { paymentsPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { AlreadyDecided } from "~/components/purchases/order/order-activity";
import { useStepTo } from "~/components/purchases/keys/use-step-to";
import {
  DecisionForm,
  DecisionPanel,
  type Deciding,
  FoldedDecision,
} from "~/components/purchases/decide/decision-panel";
import { MemberFacts } from "./member-facts";
import { type AddressChanges, NO_PAYMENT_SHOWN } from "./one-by-one-address";

interface Props {
  deciding: Deciding;
  notes: Note[] | null;
  /** Changes of the URL that show the payments around it in the list. */
  previous: AddressChanges | null;
  next: AddressChanges | null;
  /** The URL names it: a phone shows it in place of the list. */
  isAsked: boolean;
}

/**
 * One payment of the list. Both decisions are in place: the keys A and R move the focus into them. A
 * payment whose number was received before is only rejected.
 */
export function Payment({ deciding, notes, previous, next, isAsked }: Props) {
  const { t } = useTranslation(["review", "unallocated", "purchases"]);
  const [params] = useSearchParams();
  const stepTo = useStepTo();
  const mayDecide = useMay()("orders.approve");
  const { order, review } = deciding;
  const isPending = order.status === "PENDING";
  return (
    <section
      className={`card min-w-0 px-5 pb-5 ${isAsked ? "" : "max-lg:hidden"}`}
      aria-labelledby="payment-title"
    >
      <header className="split-bar sticky top-(--toasts-height) z-5 -mx-5 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-t-(--radius-card) border-b border-line bg-raised px-5 py-3 *:min-w-0 *:wrap-anywhere">
        <h2 id="payment-title" className="flex flex-wrap items-center gap-2">
          <span className="mono">{order.orderNumber}</span>
          <StatusBadge status={order.status} />
          <MissingBadge paise={order.missingPaise} told={order.toldPaise} />
        </h2>
        <nav className="flex flex-wrap gap-2" aria-label={t("neighbours")}>
          <Link
            className="button button-quiet button-small lg:hidden"
            to={searchWith(params, NO_PAYMENT_SHOWN)}
          >
            {t("backToRows")}
          </Link>
          <Step to={previous} name="previous" rel="prev" hotkey="k" />
          <Step to={next} name="next" rel="next" hotkey="j" />
        </nav>
      </header>
      <DecisionPanel
        deciding={deciding}
        beside={
          <>
            <MemberFacts order={order} review={review} />
            {notes && <Notes memberId={order.memberId} orderId={order.id} notes={notes} />}
          </>
        }
      >
        <AlreadyDecided order={order} decided={undefined} />
        {isPending && mayDecide && (
          <div className="grid gap-3">
            {order.moneyOnRecord.length === 0 && (
              <div data-decision="approve">
                <DecisionForm {...deciding} decision="approve" />
              </div>
            )}
            <FoldedDecision {...deciding} decision="reject" label={t("rejectInstead")} />
          </div>
        )}
        {order.status === "APPROVED" && mayDecide && (
          <FoldedDecision
            {...deciding}
            decision="reverse"
            label={t("purchases:reverseInstead")}
            then={order.id}
          />
        )}
        {!isPending && (
          <p className="flex flex-wrap gap-x-4">
            {mayDecide && (
              <Link className="link-out" to={stepTo("record", { order: order.orderNumber })}>
                {t("purchases:recordOther")}
              </Link>
            )}
            <Link
              className="link-out"
              to={paymentsPath("unallocated", { search: order.orderNumber })}
            >
              {t("unallocated:title")}
            </Link>
          </p>
        )}
      </DecisionPanel>
    </section>
  );
}

/** A link to the payment before or after this one, by its key too. */
function Step({
  to,
  name,
  rel,
  hotkey,
}: {
  to: AddressChanges | null;
  name: "previous" | "next";
  rel: string;
  hotkey: string;
}) {
  const { t } = useTranslation("review");
  const [params] = useSearchParams();
  const Icon = name === "next" ? ArrowDown : ArrowUp;
  const label = (
    <>
      <Icon />
      {t(name)}
    </>
  );
  if (to === null) {
    return (
      <span className="button button-quiet button-small" aria-disabled="true">
        {label}
      </span>
    );
  }
  return (
    <Link
      className="button button-quiet button-small"
      to={searchWith(params, to)}
      rel={rel}
      data-hotkey={hotkey}
      preventScrollReset
    >
      {label}
    </Link>
  );
}
