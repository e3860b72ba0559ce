import { listWaitingApprovals } from "@server/companies/queries/pending-changes";
import type { AdminActor, CompanyContext } from "@server/access";
import type { WaitingApproval } from "@server/companies/contracts/changes";
import { receivedIn, referenceIn } from "./store-change";

/**
 * Reads the first request for the approval of an order, or of any order of the company, by the
 * order's id.
 */
export async function waitingApprovals(
  { db, company, actor }: CompanyContext<AdminActor>,
  orderId: string | null,
): Promise<ReadonlyMap<string, WaitingApproval>> {
  const found = await listWaitingApprovals(db, company.id, orderId);
  return new Map(
    found.map(({ orderId, id, by, since, isCoolOff, endsAt, requestedBy, change }) => [
      orderId,
      {
        changeId: id,
        by,
        since: since.toISOString(),
        isCoolOff,
        endsAt: endsAt.toISOString(),
        isOwn: requestedBy === actor.id,
        receivedPaise: receivedIn({ change }) ?? null,
        partReference: referenceIn({ change }) ?? null,
      },
    ]),
  );
}
