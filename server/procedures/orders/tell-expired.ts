import type { Executor } from "@db/client";
import { findPerson } from "@db/queries/recipients";
import { originOfCompany } from "@server/context/company-origin";
import type { Deps } from "@server/context/context";
import type { ExpiredOrder } from "./release-overdue-holds";

/**
 * To each member of one company's expired orders: the tokens are no longer kept, and what to do if
 * the money has already left. In the transaction that ends the orders.
 */
export async function tellExpired(
  tx: Executor,
  { jobs, config }: Pick<Deps, "jobs" | "config">,
  expired: readonly ExpiredOrder[],
): Promise<void> {
  const [first] = expired;
  if (!first) return;
  // Whoever's request ends them, or none: links lead to the company's own site.
  const origin = await originOfCompany(tx, config.appOrigin, first.companyId);
  for (const { companyId, memberId, orderNumber } of expired) {
    const member = await findPerson(tx, companyId, memberId);
    if (!member || member.deletedAt !== null) continue;
    await jobs.tell(tx, {
      template: "orderExpired",
      params: { orderNumber },
      channel: "EMAIL",
      address: member.email,
      language: member.language,
      companyId,
      userId: member.id,
      origin,
    });
  }
}
