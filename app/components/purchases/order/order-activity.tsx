import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import { formatMoment } from "@server/platform/rules/dates/dates";
import type { Decided } from "./use-order-updates";

interface Props {
  order: OrderForAdmin;
  /** Set if another admin decided on the order while the dialog was open. */
  decided: Decided | undefined;
}

export function AlreadyDecided({ order, decided }: Props) {
  const { t } = useTranslation("purchases");
  const isPending = order.status === "PENDING";
  if (isPending && !decided) return null;
  const status = t(`common:status.${isPending && decided ? decided.status : order.status}`);
  const last = order.activity.findLast(({ action }) => /approved|rejected|reversed/.test(action));
  const name = isPending ? decided?.decidedBy : last?.actor.name;
  return (
    <p className="note note-warning mt-4" role="status">
      <TriangleAlert />
      {name ? t("alreadyDecidedBy", { name, status }) : t("alreadyDecided", { status })}
    </p>
  );
}

/** Every step so far, with its reason. */
export function OrderActivity({ order }: Pick<Props, "order">) {
  const { t } = useTranslation("purchases");
  if (order.activity.length === 0) return null;
  return (
    <details className="mt-5">
      <summary className="cursor-pointer py-2 font-semibold">{t("activity.title")}</summary>
      <ol className="steps">
        {order.activity.map(({ at, action, actor, details }) => {
          const what = t(`activity.${action.replace("order.", "")}`, { defaultValue: action });
          return (
            <li key={`${at} ${action}`}>
              <time dateTime={at} className="hint tabular">
                {formatMoment(new Date(at))}
              </time>{" "}
              {actor.name ? t("activity.by", { what, name: actor.name }) : what}
              {details["reason"] ? `: ${details["reason"]}` : ""}
              {details["flagsReason"] ? `: ${details["flagsReason"]}` : ""}
            </li>
          );
        })}
      </ol>
    </details>
  );
}
