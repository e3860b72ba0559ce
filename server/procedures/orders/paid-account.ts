import {
  findBeneficiary,
  findBeneficiaryVersion,
  findDefaultBeneficiary,
} from "@db/queries/beneficiaries";
import type { Order } from "@db/queries/orders";
import type { SubmitPayment } from "@server/contracts/orders";
import { refuse } from "@server/domain/refusals/refuse";
import type { MemberContext } from "./place-order";

/**
 * The account that the payer named, else the order's, else the default one. Refuses with
 * BENEFICIARY_NOT_FOUND.
 */
export async function paidAccount(
  ctx: MemberContext,
  order: Pick<Order, "beneficiaryId" | "beneficiaryVersion">,
  input: SubmitPayment,
): Promise<Pick<Order, "beneficiaryId" | "beneficiaryVersion">> {
  const { company, db } = ctx;
  const named = input.beneficiaryId;
  if (!named || named === order.beneficiaryId) {
    const version = named ? input.beneficiaryVersion : undefined;
    if (order.beneficiaryId && version && version !== order.beneficiaryVersion) {
      const seen = await findBeneficiaryVersion(db, company.id, order.beneficiaryId, version);
      if (seen) return { beneficiaryId: seen.id, beneficiaryVersion: seen.version };
    }
    if (order.beneficiaryId) return order;
    const account = await findDefaultBeneficiary(db, company.id);
    return { beneficiaryId: account?.id ?? null, beneficiaryVersion: account?.version ?? null };
  }
  // The money may have gone to an account that was replaced or removed since the page was shown.
  const account =
    (input.beneficiaryVersion &&
      (await findBeneficiaryVersion(db, company.id, named, input.beneficiaryVersion))) ||
    (await findBeneficiary(db, company.id, named));
  if (!account) throw refuse("BENEFICIARY_NOT_FOUND");
  return { beneficiaryId: account.id, beneficiaryVersion: account.version };
}
