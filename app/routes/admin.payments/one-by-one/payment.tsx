import { Link, useSearchParams } from "@remix-run/react";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import type { OrderReview } from "@server/orders/contracts/review";
import type { Note } from "@server/members/contracts/notes";
import { Notes } from "~/components/notes/notes";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import { searchWith } from "~/lib/lists/list-query";
import { paymentsPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { BankEntries } from "~/components/purchases/order/bank-entries";
import { AlreadyDecided, OrderActivity } from "~/components/purchases/order/order-activity";
import { OrderFacts, OrderFlags } from "~/components/purchases/order/order-facts";
import { useStepTo } from "~/components/purchases/keys/use-step-to";
import { WaitingApproval } from "~/components/purchases/decide/waiting-approval";
import { DecisionForms, Reversal } from "./decision-forms";
import { MemberFacts } from "./member-facts";
import { ProofView } from "./proof-view";
import { type AddressChanges, NO_PAYMENT_SHOWN } from "./one-by-one-address";

interface Props {
  order: OrderForAdmin;
  /** Money with the payment's number, as markup. */
  onRecord: string;
  notes: Note[] | null;
  review: OrderReview;
  /** Changes of the URL that show the payments around it in the list. */
  previous: AddressChanges | null;
  next: AddressChanges | null;
  /** The payment to show after a decision. */
  then: string | null;
  result: unknown;
  /** Approving asks the admin to confirm the money. */
  requiresPaymentConfirmation: boolean;
  reasons: readonly string[];
  idempotencyKey: string;
}

/** One payment: its proof, its order, the bank's entries, its member, and the decision. */
export function Payment({
  order,
  onRecord,
  notes,
  review,
  previous,
  next,
  then,
  ...deciding
}: Props) {
  const { t } = useTranslation(["review", "unallocated"]);
  const [params] = useSearchParams();
  const stepTo = useStepTo();
  const mayDecide = useMay()("orders.approve");
  const isPending = order.status === "PENDING";
  return (
    <section className="card split-payment" aria-labelledby="payment-title">
      <header className="split-bar">
        <h2 id="payment-title" className="flex flex-wrap items-center gap-2">
          <span className="mono">{order.orderNumber}</span>
          <StatusBadge status={order.status} />
          <MissingBadge paise={order.missingPaise} />
        </h2>
        <nav className="flex flex-wrap gap-2" aria-label={t("neighbours")}>
          <Link
            className="button button-quiet button-small split-back"
            to={searchWith(params, NO_PAYMENT_SHOWN)}
          >
            {t("backToRows")}
          </Link>
          <Step to={previous} name="previous" rel="prev" hotkey="k" />
          <Step to={next} name="next" rel="next" hotkey="j" />
        </nav>
      </header>
      <div className="split-columns">
        <div className="grid min-w-0 content-start gap-4">
          <ProofView order={order} />
          <BankEntries order={order} review={review} then={then} {...deciding} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <OrderFlags order={order} />
          <div dangerouslySetInnerHTML={{ __html: onRecord }} />
          <p className="font-semibold break-words">
            {t("purchases:transactionNumber", { reference: order.referenceNumber ?? "--" })}
          </p>
          <OrderFacts order={order} />
          <WaitingApproval approval={order.waitingApproval} />
          <AlreadyDecided order={order} decided={undefined} />
          {isPending && mayDecide && <DecisionForms order={order} then={then} {...deciding} />}
          {order.status === "APPROVED" && mayDecide && (
            <Reversal order={order} then={order.id} {...deciding} />
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
          <MemberFacts order={order} review={review} />
          {notes && (
            <Notes
              memberId={order.memberId}
              orderId={order.id}
              notes={notes}
              result={deciding.result}
            />
          )}
          <OrderActivity order={order} />
        </div>
      </div>
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
      <Icon size={20} aria-hidden />
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
