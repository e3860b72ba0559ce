import type { Executor } from "@db/client";
import type { Order } from "@db/schema";
import { withFlag } from "@server/orders/rules/submission";
import { findPerson } from "@server/messages";
import { listApplied, payersOf } from "@server/payments";
import { compareNames } from "@server/platform/rules/people/same-name";

type Standing = Pick<Order, "companyId" | "id" | "memberId" | "paymentId">;

/** Returns the payers whom the bank names for an order's payment and for the parts that it has received. */
export async function payersOfOrder(
  db: Executor,
  { companyId, id, paymentId }: Omit<Standing, "memberId">,
): Promise<string[]> {
  const applied = await listApplied(db, companyId, id);
  return payersOf(
    db,
    companyId,
    [paymentId ?? [], applied.map(({ payment }) => payment.id)].flat(),
  );
}

/** Tells whether a payer has another name than a member. */
export const isAnother = (payers: readonly string[], memberName: string): boolean =>
  payers.some((payer) => compareNames(payer, memberName) === "ANOTHER");

/** Tells whether one of the payers by the bank is not the order's member. */
export async function isPaidByAnother(
  db: Executor,
  { companyId, memberId }: Pick<Standing, "companyId" | "memberId">,
  payers: readonly string[],
): Promise<boolean> {
  if (payers.length === 0) return false;
  const member = await findPerson(db, companyId, memberId);
  return member !== undefined && isAnother(payers, member.name);
}

/** Returns the flags of an order that an entry of the bank joins, by the payment of the entry. */
export async function flagsWithEntry(
  db: Executor,
  { companyId, flags }: Pick<Order, "companyId" | "flags">,
  entry: { id: string } | undefined,
  memberName: string,
): Promise<Order["flags"]> {
  if (!entry || flags.includes("PAID_BY_ANOTHER")) return flags;
  const payers = await payersOf(db, companyId, [entry.id]);
  return isAnother(payers, memberName) ? withFlag(flags, "PAID_BY_ANOTHER") : flags;
}
