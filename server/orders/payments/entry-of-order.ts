import type { AdminContext } from "@server/access";
import type { Order } from "@db/schema";
import {
  bankSumsOf,
  type Entry,
  keysOf,
  listPaymentsOf,
  listUnshown,
  ordersNamedBy,
  type Payment,
  textOf,
} from "@server/payments";
import { findPerson } from "@server/messages";
import type { EntryBecomes, Recording } from "@server/orders/contracts/payments";
import { findOrderNumber } from "@server/orders/queries/order-details";
import { bankKeys } from "@server/payments/rules/keys";
import { type Difference, differencesOf, linkRefusal } from "@server/payments/rules/link-entry";
import { formatRupees } from "@server/platform/rules/money/format";
import { refuse, refuseField } from "@server/platform/rules/refusals/refuse";
import { bankSumOf } from "@server/orders/money/payment-numbers";

type Scope = Pick<AdminContext, "db" | "company">;

/**
 * Returns the received money of an order among its payments, with the bank's sums, and the reason for
 * which a sum cannot be linked to it. `from` is the payment of the entry.
 */
export async function moneyToLink(
  { db, company }: Scope,
  order: Order,
  payments: readonly Payment[],
  from: Payment | undefined,
) {
  const received = payments.filter(
    ({ id, status, orderId }) =>
      status === "CONFIRMED" && (id !== from?.id || orderId === order.id),
  );
  const sums = await bankSumsOf(
    db,
    company.id,
    received.map(({ id }) => id),
  );
  const { approvedAmountPaise, approvedFeePaise, totalPaise } = order;
  const takenPaise =
    approvedAmountPaise === null ? totalPaise : approvedAmountPaise + (approvedFeePaise ?? 0);
  const refusalOf = (amountPaise: number, isPart: boolean) =>
    linkRefusal(
      { amountPaise, isPart },
      {
        received: received.map((payment) => payment.receivedPaise ?? 0),
        linked: [...sums.values()].map(({ paise }) => paise),
        takenPaise,
      },
    );
  return { received, sums, refusalOf };
}

/** Returns the facts in which an entry differs from an order that is to have it, by these sums. */
export async function differencesFrom(
  { db, company }: Scope,
  order: Order,
  { line }: Entry,
  sums: readonly number[],
): Promise<Difference[]> {
  const member = await findPerson(db, company.id, order.memberId);
  const known = await listPaymentsOf(db, company.id, order.id);
  const counting = known.filter(({ counts }) => counts).map(({ id }) => id);
  const keys = [...(await keysOf(db, company.id, counting)).values()].flat();
  return differencesOf(
    { amountPaise: line.amountPaise, text: textOf(line), keys: bankKeys(line) },
    { orderNumber: order.orderNumber, memberName: member?.name ?? "", keys, sums },
  );
}

/** Refuses with STATEMENT_ENTRY_DIFFERS if the entry differs and the admin gave no reason. */
export function assertCompared(differs: readonly Difference[], reason: string | undefined): void {
  if (differs.length === 0 || reason !== undefined) return;
  throw refuseField("reason", "STATEMENT_ENTRY_DIFFERS");
}

/** Returns what becomes of an entry that is given to an order, and in what they differ. */
export async function compareEntry(
  ctx: Scope,
  order: Order,
  entry: Entry,
  recording: Recording,
): Promise<{ becomes: EntryBecomes; differs: Difference[] }> {
  const payments = await listPaymentsOf(ctx.db, ctx.company.id, order.id);
  const { refusalOf } = await moneyToLink(ctx, order, payments, entry.payment);
  const paise = (await bankSumOf(ctx, entry.payment))?.paise ?? entry.line.amountPaise;
  const isLinked = refusalOf(paise, true) === null;
  const becomes = isLinked ? "MATCHED" : order.status === "PENDING" ? "DECIDED" : recording;
  const isSame = isLinked && refusalOf(paise, false) === null;
  const missingPaise =
    order.totalPaise - (order.status === "PENDING" ? (order.receivedPaise ?? 0) : 0);
  const sums = isSame ? [entry.line.amountPaise] : isLinked ? [] : [missingPaise];
  return { becomes, differs: await differencesFrom(ctx, order, entry, sums) };
}

/**
 * Refuses with PAYMENT_ON_RECORD if the order, or the one that the entry names, has a payment of this
 * sum that no entry shows: that may be the same money.
 */
export async function assertOtherMoney(
  { db, company }: Scope,
  order: Order,
  { entry, paise }: { entry: Entry | undefined; paise: number },
): Promise<void> {
  const named = entry
    ? await ordersNamedBy(db, company.id, [
        { lineId: entry.line.id, keys: bankKeys(entry.line), text: textOf(entry.line) },
      ])
    : new Map<string, string>();
  const unshown = await listUnshown(db, company.id, [order.id, ...named.values()]);
  const same = unshown.find((one) => one.paise === paise);
  if (!same) return;
  const number = await findOrderNumber(db, company.id, same.orderId);
  throw refuse("PAYMENT_ON_RECORD", { order: number ?? "", sum: formatRupees(paise) });
}
