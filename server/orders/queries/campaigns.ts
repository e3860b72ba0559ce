import { type Executor, runText } from "@db/client";
import type { Order } from "@db/schema";

/** A campaign's budget as a buyer's order meets it. */
export interface OwnBudget {
  /** It is null without a limit. */
  capTotal: number | null;
  /** Tokens that all orders have of it. */
  taken: number;
  /** True for a verified buyer, and for an order with a proof of its payment. */
  isApproved: boolean;
  isProved: boolean;
  /** Tokens that the buyer's OPEN order has of it, and the other orders that have no proof. */
  open: number;
  unproved: number;
}

/**
 * Reads what a buyer's orders have of a campaign's budget beside one order; without an id, beside the
 * OPEN one, which a new order replaces.
 */
export async function ownBudget(
  db: Executor,
  order: Pick<Order, "companyId" | "memberId"> & { campaignId: string; id?: string },
): Promise<OwnBudget> {
  const [row] = await runText<
    OwnBudget & Record<"capTotal" | "taken" | "open" | "unproved", string>
  >(
    db,
    `WITH own AS (
       SELECT status, proof_media_id IS NOT NULL AS proved, coalesce(id = $4, $4 IS NULL AND status = 'OPEN') AS this,
              CASE WHEN held_quantity > 0 THEN held_quantity - quantity + held_reward ELSE 0 END AS taken
         FROM orders WHERE company_id = $1 AND member_id = $3 AND campaign_id = $2 AND status IN ('OPEN', 'PENDING'))
     SELECT c.cap_total AS "capTotal", c.taken, u.is_approved AS "isApproved",
            coalesce((SELECT proved FROM own WHERE this), false) AS "isProved",
            (SELECT coalesce(sum(taken), 0) FROM own WHERE status = 'OPEN') AS open,
            (SELECT coalesce(sum(taken), 0) FROM own WHERE NOT this AND NOT proved) AS unproved
       FROM campaigns c JOIN users u ON u.company_id = c.company_id AND u.id = $3
      WHERE c.company_id = $1 AND c.id = $2`,
    [order.companyId, order.campaignId, order.memberId, order.id ?? null],
  );
  if (!row) throw new Error("An order's campaign is not there.");
  const { capTotal, taken, open, unproved, isApproved, isProved } = row;
  return {
    capTotal: capTotal === null ? null : Number(capTotal),
    taken: Number(taken),
    isApproved,
    isProved,
    open: Number(open),
    unproved: Number(unproved),
  };
}
