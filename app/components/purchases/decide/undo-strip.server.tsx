import type { AppLoadContext } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import type { Caller } from "@server/http/router";
import { translatorOf } from "@server/platform/words/translators.server";

/**
 * Renders the form that undoes the last decision; empty if there is none. It is plain markup, so
 * the page loads no script for it. It disappears when the decision's mails are sent.
 */
export async function undoStrip(
  context: AppLoadContext,
  api: Caller,
  request: Request,
): Promise<string> {
  if (!new URL(request.url).searchParams.has("undo")) return "";
  const [decision] = await api.orders.undoable();
  if (!decision) return "";
  const { t } = translatorOf(context.caller.language);
  const { orderId, orderNumber, status, decidedAt, secondsLeft: seconds } = decision;
  const isApproval = status === "APPROVED";
  return renderToStaticMarkup(
    <form method="post" className="undo" style={{ animationDelay: `${seconds}s` }} role="status">
      <input type="hidden" name="intent" value="undo" />
      <input type="hidden" name="orderId" value={orderId} />
      <input type="hidden" name="decidedAt" value={decidedAt} />
      <input type="hidden" name="idempotencyKey" value={crypto.randomUUID()} />
      <p>
        {t(isApproval ? "decisions:undoApproval" : "decisions:undoRejection", {
          order: orderNumber,
          seconds,
        })}
      </p>
      <button type="submit" className="button button-small" data-hotkey="u">
        {t("decisions:undo")}
      </button>
    </form>,
  );
}
