import { Link } from "@remix-run/react";
import PartyPopper from "lucide-react/icons/party-popper";
import { useTranslation } from "react-i18next";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { ownOrderPath, paths } from "~/lib/paths";
import { useSite } from "~/lib/use-site";
import type { LineOrder } from "./order-line";

/** A payment that was just sent, or tokens that were just approved, worth showing to a friend. */
export function SuccessMoment({ order }: { order: LineOrder | null }) {
  const { t } = useTranslation("orders");
  const { brand } = useSite();
  if (!order) return null;
  const { orderNumber, quantity, status, toldPaise = null } = order;
  const name = status === "APPROVED" ? "approved" : "sent";
  const tokens = `${formatQuantity(quantity ?? 0)} ${brand.symbol}`;
  return (
    <section
      className="note note-success flex-col items-center p-6 text-center"
      aria-labelledby="success"
    >
      <PartyPopper size={40} />
      <h2 id="success" className="grid">
        <span className="text-3xl tabular">{tokens}</span>
        {t(`${name}.title`, { count: quantity ?? 0 })}
      </h2>
      <p>
        {t(name === "sent" && toldPaise !== null ? "sent.other" : `${name}.text`, {
          order: orderNumber,
          total: formatRupees(order.totalPaise),
          told: formatRupees(toldPaise ?? 0),
        })}
      </p>
      <p className="flex flex-wrap items-center justify-center gap-x-5 gap-y-2">
        <Link className="button" to={ownOrderPath(orderNumber)}>
          {t("view")}
        </Link>
        <Link className="link-out" to={paths.user.referral}>
          {t("tell")}
        </Link>
      </p>
    </section>
  );
}
