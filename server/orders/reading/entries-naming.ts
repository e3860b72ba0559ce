import type { Order } from "@db/schema";
import type { AdminContext } from "@server/access";
import type { LineView, SuggestedOrder } from "@server/orders/contracts/statements";
import { listOpenNaming } from "@server/payments";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { missingOf } from "@server/platform/rules/money/partial-payment";
import {
  DAYS_TO_SUGGEST,
  evidenceIn,
  isLikely,
  textsNaming,
} from "@server/payments/rules/suggest-order";
import { suggestOrders } from "./suggest-orders";

/** Maximum of entries that are compared with the orders of a page. */
const MOST_NAMING = 200;
const DAY_MS = 86_400_000;

interface Named {
  order: Order;
  user: { name: string; referralCode: string; mobile: string };
}

/** An entry that no order explains, though its text names an order's member or nearly its number. */
export type NamingLine = LineView & Pick<SuggestedOrder, "evidence">;

/**
 * Returns by the order's id the entries without a match that may be its money, by the rule of
 * `suggestUnpaid`. An order that one of these entries matches has none: that one is its money.
 */
export async function entriesNaming(
  { db, company }: Pick<AdminContext, "db" | "company">,
  named: readonly Named[],
): Promise<Map<string, NamingLine[]>> {
  const orders = named.map(({ order, user }) => ({
    id: order.id,
    orderNumber: order.orderNumber,
    memberName: user.name,
    memberId: user.referralCode,
    mobile: user.mobile,
    totalPaise: missingOf(order) ?? order.totalPaise,
    createdOn: dateInIndia(order.createdAt),
    isRejected: order.status === "REJECTED",
  }));
  const days = orders.map(({ createdOn }) => Date.parse(createdOn));
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const entries =
    orders.length === 0
      ? []
      : await listOpenNaming(db, company.id, {
          from: dayOf(Math.min(...days) - DAY_MS),
          to: dayOf(Math.max(...days) + DAYS_TO_SUGGEST * DAY_MS),
          texts: [...new Set(orders.flatMap(textsNaming))],
          limit: MOST_NAMING,
        });
  if (entries.length === 0) return new Map();
  const lines = await suggestOrders({ db, company }, entries);
  const matched = new Set(lines.flatMap(({ candidates }) => candidates.map((one) => one.orderId)));
  const unmatched = lines.filter(({ outcome }) => outcome === "NONE");
  return new Map(
    orders.flatMap((order): [string, NamingLine[]][] => {
      if (matched.has(order.id)) return [];
      const naming = unmatched
        .map((line) => ({ ...line, evidence: evidenceIn(line)(order) }))
        .filter(({ evidence }) => isLikely(evidence));
      return naming.length > 0 ? [[order.id, naming]] : [];
    }),
  );
}
