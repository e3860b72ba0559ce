import { Link } from "@remix-run/react";
import type { ReturnedPayment } from "@server/payments/rules/returns";
import { formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { orderPath } from "~/lib/paths";

/** Payments that the bank sent back, each with its order, where it is reversed; nothing for none. */
export function ReturnedPayments({
  title,
  returns,
}: {
  title: string;
  returns: readonly ReturnedPayment[];
}) {
  const dates = useDates();
  if (returns.length === 0) return null;
  return (
    <section className="note note-warning grid gap-2">
      <h3 className="text-base">{title}</h3>
      <ul className="grid gap-2">
        {returns.map(({ id, bookedOn, amountPaise, narration, orderId, orderNumber }) => (
          <li key={id}>
            <span className="tabular">
              {dates.day(bookedOn)} · {formatRupees(amountPaise)}
            </span>{" "}
            {orderId !== null && (
              <Link className="link-out" to={orderPath(orderId)}>
                {orderNumber}
              </Link>
            )}
            <span className="block break-words">{narration}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
