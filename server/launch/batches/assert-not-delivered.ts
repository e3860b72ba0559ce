import type { Executor } from "@db/client";
import { findBatchOfDecision } from "@server/launch/queries/batch-rows";
import { lockDeliveries } from "@server/launch/queries/batches";
import { refuse } from "@server/platform/rules/refusals/refuse";

/**
 * Refuses with ORDER_DELIVERED if a frozen batch has tokens of the order's latest decision, the reward's
 * among them. No batch is frozen from then on until the transaction ends.
 */
export async function assertNotDelivered(
  tx: Executor,
  order: { companyId: string; id: string; decisionCount: number },
): Promise<void> {
  await lockDeliveries(tx, order.companyId, { isShared: true });
  const number = await findBatchOfDecision(tx, order);
  if (number !== null) throw refuse("ORDER_DELIVERED", { number });
}
