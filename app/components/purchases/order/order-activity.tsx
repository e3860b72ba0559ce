import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import { tokensText } from "~/lib/orders/tokens-text";
import { useDates } from "~/components/data/use-dates";
import { useSite } from "~/lib/use-site";
import type { Decided } from "./use-order-updates";

type Order = Pick<OrderForAdmin, "status" | "activity">;

/** The last decision on an order, from its history. */
const lastOf = ({ activity }: Order) =>
  activity.findLast(({ action }) => /approved|rejected|reversed/.test(action));

/** Says that a decision was made meanwhile: another admin's while the dialog was open, or one before it. */
export function AlreadyDecided({ order, decided }: { order: Order; decided: Decided | undefined }) {
  const { t } = useTranslation("purchases");
  const isPending = order.status === "PENDING";
  if (isPending && !decided) return null;
  const status = t(`common:status.${isPending && decided ? decided.status : order.status}`);
  const name = isPending ? decided?.decidedBy : lastOf(order)?.actor.name;
  return (
    <p className="note note-warning" role="status">
      <TriangleAlert />
      {name ? t("alreadyDecidedBy", { name, status }) : t("alreadyDecided", { status })}
    </p>
  );
}

const MADE = {
  APPROVED: ["success", CircleCheck],
  REJECTED: ["danger", CircleX],
  REVERSED: ["warning", RotateCcw],
} as const;

/** Shows what became of a payment: its state, the tokens with their bonus, who decided and when. */
export function DecisionMade({ order }: { order: OrderForAdmin }) {
  const { t } = useTranslation("purchases");
  const dates = useDates();
  const { brand } = useSite();
  const { status } = order;
  if (status !== "APPROVED" && status !== "REJECTED" && status !== "REVERSED") return null;
  const [tone, Icon] = MADE[status];
  const last = lastOf(order);
  return (
    <div className={`note note-${tone}`}>
      <Icon />
      <p className="grid">
        <strong>{t(`made.${status}`, { tokens: tokensText(t, order, brand.symbol) })}</strong>
        {last && (
          <span>
            {t("activity.by", {
              what: dates.full(last.at),
              name: last.actor.name ?? t("nobody"),
            })}
          </span>
        )}
      </p>
    </div>
  );
}

/** Lists every step so far, with its reason. */
export function OrderActivity({
  order,
  heading: Heading = "h4",
}: {
  order: Order;
  heading?: "h2" | "h4";
}) {
  const { t } = useTranslation("purchases");
  const dates = useDates();
  if (order.activity.length === 0) return null;
  return (
    <section className="grid gap-2">
      <Heading>{t("activity.title")}</Heading>
      <ol className="steps">
        {order.activity.map(({ at, action, actor, details }) => {
          const what = t(`activity.${action.replace("order.", "")}`, { defaultValue: action });
          return (
            <li key={`${at} ${action}`}>
              <time dateTime={at} className="hint tabular">
                {dates.full(at)}
              </time>{" "}
              {actor.name ? t("activity.by", { what, name: actor.name }) : what}
              {details["reason"] ? `: ${details["reason"]}` : ""}
              {details["flagsReason"] ? `: ${details["flagsReason"]}` : ""}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
