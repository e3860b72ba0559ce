import type { AdminContext } from "@server/access";
import type { Executor } from "@db/client";
import { findOrderNumber } from "@server/orders/queries/order-details";
import type { Order } from "@db/schema";
import {
  findOrderInDoubt,
  type BankSum,
  bankSumsOf,
  openEvidence,
  findCounting,
  keysOf,
  leftOf,
  mergePayment,
  movePayment,
  type Payment,
} from "@server/payments";
import type numbers from "@locales/en/server/numbers.json";
import { formatRupees } from "@server/platform/rules/money/format";
import { contradicts, shownPaise, wentBack } from "@server/payments/rules/link-entry";
import { type Refusal, refuse } from "@server/platform/rules/refusals/refuse";

type Database = Pick<AdminContext, "db" | "company">;

/** Creates a refusal about a number; it tells admins which order's payment has the number. */
export async function refuseNumber(
  db: Executor,
  code: "REFERENCE_RECORDED" | "REFERENCE_USED",
  money: keyof typeof numbers.refusals,
  { reference, counted }: { reference: string | null; counted: Payment },
): Promise<Refusal> {
  const inDoubt = money === "TAKEN" ? await findOrderInDoubt(db, counted) : undefined;
  const { companyId, orderId } = counted;
  const order =
    inDoubt?.orderNumber ??
    (orderId === null ? null : await findOrderNumber(db, companyId, orderId));
  if (!order || reference === null) return refuse(code);
  return refuse(code, { money, reference, order, open: formatRupees(leftOf(counted)) });
}

/** Returns the state of received money: OPEN (unallocated), BACK (sent back) or USED. */
export function stateOf(payment: Payment): "OPEN" | "BACK" | "USED" {
  if (leftOf(payment) > 0) return "OPEN";
  const isBack = payment.refundedPaise > 0 && payment.refundedPaise === payment.receivedPaise;
  return isBack ? "BACK" : "USED";
}

/** The payments that give up a number to another one; at most one is set. */
export interface FreeNumber {
  /** An entry's payment without a member: it is the same payment. */
  entry: Payment | undefined;
  /** Another payment that only its member reports: it loses the number. */
  displaced: Payment | undefined;
}

/**
 * Tells whether a locked payment may count, and locks the payments that it finds. Refuses with
 * REFERENCE_RECORDED or, depending on `received`, REFERENCE_USED if money with its number was received,
 * and with REFERENCE_USED if another order waits with it or a bank's entry shows that the other payment
 * arrived.
 */
export async function checkNumber(
  { db, company }: Database,
  payment: Payment,
  received: "REFERENCE_RECORDED" | "REFERENCE_USED",
): Promise<FreeNumber> {
  const free = { entry: undefined, displaced: undefined };
  if (payment.counts) return free;
  const keys = (await keysOf(db, company.id, [payment.id])).get(payment.id) ?? [];
  const [counted] = await findCounting(db, company.id, keys);
  if (!counted) return free;
  if (counted.memberId === null) return { ...free, entry: counted };
  const { reference } = payment;
  if (counted.status === "CONFIRMED") {
    const money = received === "REFERENCE_USED" ? "NAMED" : stateOf(counted);
    throw await refuseNumber(db, received, money, { reference, counted });
  }
  const shown = await bankSumsOf(db, company.id, [counted.id]);
  if (counted.status === "UNALLOCATED" && shown.size === 0) return { ...free, displaced: counted };
  const money = received === "REFERENCE_USED" ? "NAMED" : "TAKEN";
  throw await refuseNumber(db, "REFERENCE_USED", money, { reference, counted });
}

/** Gives a payment its number by the result of {@link checkNumber}; it counts once it is confirmed. */
export async function takeNumber(
  db: Executor,
  payment: Payment,
  { entry, displaced }: FreeNumber,
): Promise<void> {
  if (displaced) await movePayment(db, displaced, { status: "DOUBTED" });
  if (!entry) return;
  if (entry.status === "PUT_AWAY") await openEvidence(db, entry);
  await mergePayment(db, entry, payment);
}

/**
 * Checks the number of an unallocated payment before an admin settles it, as {@link checkNumber} does.
 * Refuses with REFERENCE_USED also if another order waits with its number, or its own order was
 * submitted with it again. With `servesId`, that order may have named it.
 */
export async function checkToSettle(
  ctx: Database,
  order: Order,
  payment: Payment,
  servesId?: string,
): Promise<FreeNumber> {
  const free = await checkNumber(ctx, payment, "REFERENCE_USED");
  const { reference } = payment;
  const inDoubt = await findOrderInDoubt(ctx.db, payment);
  if (!inDoubt || inDoubt.id === servesId) return free;
  const isOwn = inDoubt.id === order.id;
  const params = { reference: reference ?? "", order: inDoubt.orderNumber, open: "" };
  throw refuse("REFERENCE_USED", { money: isOwn ? "AGAIN" : "NAMED", ...params });
}

/**
 * Adds the bank's sums of a payment and of an entry that becomes the same payment. One that was put
 * away was decided for no order, so its sum is undecided.
 */
export async function bankSumOf(
  { db, company }: Database,
  payment: Payment,
  entry?: Payment,
): Promise<BankSum | undefined> {
  const both = entry ? [payment, entry] : [payment];
  const ids = both.map(({ id }) => id);
  const sums = [...(await bankSumsOf(db, company.id, ids)).values()];
  const isPutAway = both.some(({ status }) => status === "PUT_AWAY");
  if (sums.length === 0) return undefined;
  return {
    paise: sums.reduce((sum, { paise }) => sum + paise, 0),
    returnedPaise: sums.reduce((sum, { returnedPaise }) => sum + returnedPaise, 0),
    isDecided: !isPutAway && sums.every(({ isDecided }) => isDecided),
    payers: sums.flatMap(({ payers }) => payers),
  };
}

/** Refuses with BANK_SHOWS_ANOTHER_SUM to use received money that went back. */
export async function assertNotReturned(ctx: Database, payment: Payment): Promise<void> {
  const bank = await bankSumOf(ctx, payment);
  if (wentBack(payment, bank)) assertBankSum(bank, payment.receivedPaise ?? 0);
}

/** Refuses with BANK_SHOWS_ANOTHER_SUM if the bank shows another sum than the decided one. */
export function assertBankSum(bank: BankSum | undefined, paise: number): void {
  if (!contradicts({ amountPaise: paise, receivedPaise: null }, bank)) return;
  throw refuse("BANK_SHOWS_ANOTHER_SUM", {
    shown: formatRupees(shownPaise(bank)),
    sum: formatRupees(paise),
  });
}
