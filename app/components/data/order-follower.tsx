import { useRevalidator } from "@remix-run/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FollowedOrder } from "@server/orders/contracts/orders";
import { formatQuantity } from "@server/platform/rules/money/format";
import { useToast } from "~/components/layout/toasts";
import { useFollowedOrders } from "~/lib/orders/use-followed-orders";
import { useSite } from "~/lib/use-site";

/** Polls pending orders. A decision is shown as a toast, and the page reloads its data. */
export function OrderFollower({ waiting }: { waiting: readonly string[] }) {
  const { t } = useTranslation("orders");
  const { brand } = useSite();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const notified = useRef(new Set<string>());

  function notify({ orderNumber, status, allTokens }: FollowedOrder): boolean {
    const sign = `${orderNumber} ${status}`;
    if (status === "PENDING" || notified.current.has(sign)) return false;
    notified.current.add(sign);
    const facts = { order: orderNumber, quantity: formatQuantity(allTokens) };
    const tone = status === "APPROVED" ? ("success" as const) : ("error" as const);
    toast({ tone, text: t(`followed.${status}`, { ...facts, symbol: brand.symbol }) });
    return true;
  }
  useFollowedOrders(waiting, (orders) => {
    if (orders.map(notify).some(Boolean)) revalidate();
  });
  return null;
}
