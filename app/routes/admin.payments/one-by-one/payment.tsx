import { Link, useSearchParams } from "@remix-run/react";
import List from "lucide-react/icons/list";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Note } from "@server/members/contracts/notes";
import { Notes } from "~/components/notes/notes";
import { useReply } from "~/components/form/form-frame";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import { searchWith } from "~/lib/lists/list-query";
import { useMay } from "~/lib/use-may";
import { OrderCorrections } from "~/components/purchases/correct/order-corrections";
import {
  DecisionForm,
  DecisionPanel,
  type Deciding,
} from "~/components/purchases/decide/decision-panel";
import { MemberFacts } from "./member-facts";
import { type AddressChanges, NO_PAYMENT_SHOWN } from "./one-by-one-address";
import { Step } from "./keys-list";

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
  const { t } = useTranslation("review");
  const [params] = useSearchParams();
  const mayDecide = useMay()("orders.approve");
  const { order, review } = deciding;
  const isRefused = useReply("reject") !== null;
  const isPending = order.status === "PENDING";
  return (
    <section
      className={`card min-w-0 px-5 pb-5 ${isAsked ? "" : "max-lg:hidden"}`}
      aria-labelledby="payment-title"
    >
      <header className="split-bar sticky top-(--toasts-height) z-5 -mx-5 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-t-(--radius-card) border-b border-line bg-raised px-5 py-3 *:min-w-0 *:wrap-anywhere">
        <h2 id="payment-title" className="flex flex-wrap items-center gap-2">
          <span className="mono">{order.orderNumber}</span>
          <span className={isPending ? "max-sm:hidden" : ""}>
            <StatusBadge status={order.status} />
          </span>
          <MissingBadge paise={order.missingPaise} told={order.toldPaise} />
        </h2>
        <nav className="flex flex-wrap gap-2" aria-label={t("neighbours")}>
          <Link
            className="button button-quiet button-small lg:hidden"
            to={searchWith(params, NO_PAYMENT_SHOWN)}
          >
            <List />
            <span className="max-sm:sr-only">{t("backToRows")}</span>
          </Link>
          <Step to={previous} name="previous" />
          <Step to={next} name="next" />
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
        {isPending && mayDecide && (
          <div className="decision-foot">
            {order.moneyOnRecord.length === 0 && (
              <div data-decision="approve">
                <DecisionForm {...deciding} decision="approve" />
              </div>
            )}
            <details open={isRefused} data-decision="reject" onToggle={intoView}>
              <summary className="button button-quiet list-none">{t("rejectInstead")}</summary>
              <DecisionForm {...deciding} decision="reject" />
            </details>
          </div>
        )}
        <OrderCorrections {...deciding} then={order.id} />
      </DecisionPanel>
    </section>
  );
}

/** On a phone the form opens below what was at its foot. */
const intoView = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
  if (currentTarget.open) currentTarget.scrollIntoView({ block: "nearest" });
};
