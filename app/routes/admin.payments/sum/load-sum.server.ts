import type { LoaderFunctionArgs } from "@remix-run/node";
import { ApproveReceivedForm, ShownSum } from "@server/orders/contracts/payments";
import { bonusOf } from "@server/ledger/rules/reward";
import { rupeesText } from "@server/platform/rules/money/format";
import { partPaidBy } from "@server/platform/rules/money/partial-payment";
import { parseRupeesToPaise, plainAmount } from "@server/platform/rules/money/units";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { orRefuse, refusedPage } from "~/lib/messages/refusals";
import { isRestTold } from "~/lib/orders/rest-told";
import { loadDecision } from "~/components/purchases/decide/load-decision.server";

const constraints = constraintsOf({ show: ShownSum, approveReceived: ApproveReceivedForm });

/** An order, the sum that is asked about, and what it pays for. */
export async function loadSum({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const orderId = asked.get("order");
  if (!orderId) throw refusedPage(context, refuse("ORDER_NOT_FOUND"));
  const lineId = asked.get("line");
  const [shown, line, entries] = await orRefuse(
    context,
    Promise.all([
      loadDecision(api, orderId),
      lineId === null ? null : api.statements.line({ lineId }),
      api.statements.linesOf({ orderId }),
    ]),
  );
  const { order } = shown;
  // An entry, or the bank's sum of the payment, fills in what nobody has typed.
  const isOwn = order.receivedPaise === null || isRestTold(order);
  const shownPaise = line?.amountPaise ?? (isOwn ? order.bankPaise : null);
  const sum = asked.get("received") ?? (shownPaise === null ? null : rupeesText(shownPaise));
  const typed = ShownSum.safeParse({
    received: sum ?? "",
    reference: asked.get("reference") ?? line?.reference ?? "",
  });
  // The partial payments before alone are a valid sum too.
  const before = order.receivedPaise ?? 0;
  const asks = typed.data?.received;
  const isBlank = typed.success && asks === undefined;
  const receivedPaise = asks
    ? parseRupeesToPaise(plainAmount(asks))
    : isBlank && before > 0
      ? 0
      : null;
  const quantity = order.totalQuantity;
  const part =
    receivedPaise === null ? null : partPaidBy({ ...order, quantity }, before + receivedPaise);
  return {
    constraints,
    idempotencyKey: crypto.randomUUID(),
    shown,
    lineId,
    line,
    entries,
    receivedPaise: sum === null ? null : receivedPaise,
    isExact: receivedPaise !== null && before + receivedPaise === order.finalAmountPaise,
    reference: typed.data?.reference ?? null,
    // An unreadable amount stays typed.
    refused: receivedPaise === null ? sum : null,
    // The rule that the decision applies as well.
    part: part && {
      ...part,
      bonusTokens: bonusOf({ ...order, quantity, approvedQuantity: part.quantity }),
    },
  };
}
