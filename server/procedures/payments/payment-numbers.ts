import type { OrderWithPeople } from "@db/queries/decisions";
import type { Order } from "@db/queries/orders";
import {
  findNaming,
  findServed,
  lockReference,
  type ReceivedMoney,
  receivedBefore,
} from "@db/queries/payment-references";
import type { numbers } from "@locales/en/numbers";
import { formatRupees } from "@server/domain/money/format";
import { type Refusal, refuse } from "@server/domain/refusals/refuse";
import type { AdminContext } from "../orders/decision";
import type { PaidBy } from "../statements/paid-by-line";

/** The rule of payment numbers is in `db/queries/payment-references.ts`. */

/** A refusal about a number; staff read which order's payment has it. */
function refuseNumber(
  code: "REFERENCE_RECORDED" | "REFERENCE_USED",
  money: keyof typeof numbers.refusals,
  reference: string,
  { orderNumber, openPaise = 0 }: { orderNumber: string | null; openPaise?: number },
): Refusal {
  if (orderNumber === null) return refuse(code);
  const open = formatRupees(openPaise);
  return refuse(code, { money, reference, order: orderNumber, open });
}

/** What became of money that was received. */
export function stateOf({ openPaise, refundedPaise, amountPaise }: ReceivedMoney) {
  if (openPaise > 0) return "OPEN" as const;
  return refundedPaise > 0 && refundedPaise === amountPaise ? "BACK" : "USED";
}

/**
 * Refuses with REFERENCE_RECORDED an order whose number is that of money which was received before, for it or
 * another order: recorded by an admin, open after a reversal, or sent back. Confirmed, it would count twice.
 */
export async function assertNotRecorded(
  { db, company }: AdminContext,
  { order, isReceived }: OrderWithPeople,
): Promise<void> {
  if (!isReceived || order.reference === null) return;
  const [money] = await receivedBefore(db, company.id, order.reference, order.id);
  if (!money) throw refuse("REFERENCE_RECORDED");
  throw refuseNumber("REFERENCE_RECORDED", stateOf(money), order.reference, money);
}

interface NumberedMoney {
  /** What an admin typed of a further part. */
  typed?: string | null | undefined;
  /** The entry of a statement that shows it. */
  paid: Pick<PaidBy, "reference"> | undefined;
  /** Whether it is on record for the order already: an entry only shows it. */
  isOnRecord?: boolean;
}

/**
 * Locks the numbers of an order's money beside the order's own: the typed one, and its entry's. Refuses with
 * REFERENCE_USED where a payment for another order has one of them, and with REFERENCE_RECORDED where money
 * with it was received for this order otherwise.
 */
export async function lockPaymentReferences(
  ctx: AdminContext,
  order: Pick<Order, "id" | "reference">,
  { typed, paid, isOnRecord = false }: NumberedMoney,
): Promise<void> {
  const { db, company } = ctx;
  const known = [typed, await paid?.reference(ctx)]
    .filter((number) => typeof number === "string")
    .filter((number) => number !== order.reference);
  await lockEach(ctx, known, async (number) => {
    const [before, naming] = await Promise.all([
      receivedBefore(db, company.id, number, order.id),
      findNaming(db, company.id, number, { butBy: order.id, orKept: true }),
    ]);
    const taken = naming ?? before.find(({ orderId }) => orderId !== order.id);
    if (taken) throw refuseNumber("REFERENCE_USED", "TAKEN", number, taken);
    const [own] = before;
    if (own && !isOnRecord) throw refuseNumber("REFERENCE_RECORDED", stateOf(own), number, own);
  });
}

/** Locks numbers in one order, so that of two calls with both none waits for the other, and checks each. */
export async function lockEach(
  { db, company }: AdminContext,
  references: readonly string[],
  check: (reference: string) => Promise<void>,
): Promise<void> {
  for (const reference of [...new Set(references)].toSorted()) {
    // Sent together: the lock first.
    await Promise.all([lockReference(db, company.id, reference), check(reference)]);
  }
}

/** Whether no payment on record has a number: none was received with it, no order names it, none is kept. */
export async function isUnknown(
  { db, company }: AdminContext,
  reference: string,
): Promise<boolean> {
  const [before, naming] = await Promise.all([
    receivedBefore(db, company.id, reference),
    findNaming(db, company.id, reference, { orKept: true }),
  ]);
  return before.length === 0 && !naming;
}

interface SettledMoney {
  reference: string | null;
  /** Of open money; null for a payment that no order took, which is to be received for the first time. */
  creditId: string | null;
  /** Another order that the money is to pay: its member may have named the number for it. */
  servesId?: string;
}

/**
 * Locks the number of money that no order took, or that is open, until the transaction ends. Refuses with
 * REFERENCE_USED where another order names it, or its own was submitted with it again; a payment that no
 * order took also where money with its number was received before, and open money where other such money
 * serves an order.
 */
export async function lockUsedOnce(
  { db, company }: AdminContext,
  order: Order,
  { reference, creditId, servesId }: SettledMoney,
): Promise<void> {
  if (reference === null) return;
  await lockReference(db, company.id, reference);
  const [named, [counted]] = await Promise.all([
    findNaming(db, company.id, reference, { butBy: order.id, creditId }),
    creditId === null
      ? receivedBefore(db, company.id, reference)
      : findServed(db, order, reference, { butPaidFor: true }).then((served) => [served]),
  ]);
  if (named?.id === order.id) throw refuseNumber("REFERENCE_USED", "AGAIN", reference, named);
  const other = (named?.id === servesId ? undefined : named) ?? counted;
  if (other) throw refuseNumber("REFERENCE_USED", "NAMED", reference, other);
}

/**
 * Locks the number of an order that waits again. Refuses with REFERENCE_USED where another order names it, or
 * is served by its money. Returns whether money with it was received: the order is then flagged, as a
 * submission is.
 */
export async function lockNamedAgain(
  { db, company }: AdminContext,
  order: Order,
): Promise<boolean> {
  const { id, reference } = order;
  if (reference === null) return false;
  const [, naming, served, before] = await Promise.all([
    lockReference(db, company.id, reference),
    findNaming(db, company.id, reference, { butBy: id }),
    findServed(db, order, reference, { butPaidFor: false }),
    receivedBefore(db, company.id, reference, id),
  ]);
  const other = naming ?? served;
  if (other) throw refuseNumber("REFERENCE_USED", "TAKEN", reference, other);
  return before.length > 0;
}
