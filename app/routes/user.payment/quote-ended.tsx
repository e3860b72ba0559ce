import { Link } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { OrderView } from "@server/orders/contracts/orders";
import { paths } from "~/lib/paths";
import type { PayableData } from "./load-payment.server";

interface Props {
  order: OrderView;
  presentTerms: NonNullable<PayableData["presentTerms"]>;
}

/** Says that the order's price is no longer guaranteed: its payment is taken, and flagged. */
export function QuoteEnded({ order, presentTerms }: Props) {
  const { t } = useTranslation("payment");
  // A cancelled order has its own link, to the order that replaced it.
  const isOffered = presentTerms.priceMicroRupees !== null && order.status !== "CANCELLED";
  return (
    <div className="note note-warning">
      <TriangleAlert size={20} aria-hidden />
      <div className="grid justify-items-start gap-2">
        <p>{presentTerms.words}</p>
        {isOffered && (
          <>
            <p>{t("notPaidYet")}</p>
            <Link className="button button-quiet" to={paths.user.buyToken}>
              {t("newOrder")}
            </Link>
          </>
        )}
      </div>
    </div>
  );
}
