import { type Executor, runText } from "@db/client";
import type { Order } from "@db/schema";

/** Tokens that a campaign still gives: to all, and to one referrer; infinite without a cap. */
export interface CampaignRoom {
  ofAll: number;
  ofReferrer: number;
}

/**
 * Returns what the campaign of an order gives beside what its other orders have; without an id, what it
 * would give to a new order. Locks its row if it has a cap and the order an id (`db/sql/campaigns.sql`).
 * A withdrawn entry is not counted any more.
 */
export async function campaignRoom(
  tx: Executor,
  order: Pick<Order, "companyId" | "campaignId" | "memberId" | "referrerId"> & { id?: string },
): Promise<CampaignRoom> {
  const { companyId, id = null, campaignId, memberId, referrerId } = order;
  if (campaignId === null) return { ofAll: Infinity, ofReferrer: Infinity };
  const [row] = await runText<{ of_all: string | null; of_referrer: string | null }>(
    tx,
    "SELECT of_all, of_referrer FROM campaign_room($1, $2, $3, $4, $5, $6)",
    [companyId, campaignId, id, memberId, referrerId, id === null],
  );
  return {
    ofAll: Number(row?.of_all ?? Infinity),
    ofReferrer: Number(row?.of_referrer ?? Infinity),
  };
}
