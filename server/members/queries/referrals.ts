import { and, eq, sql } from "drizzle-orm";
import { type Executor, runText } from "@db/client";
import { orders, referralClicks, users } from "@db/schema";
import { withoutReward } from "@server/ledger";
import { asynchronousCommit, type Click } from "@server/access";
import { firstRow } from "@db/row-of";

/** A member's tags that are counted apart; further ones count with the link without a tag. */
const MOST_TAGS = 20;

/** Adds clicks in one statement with asynchronous commit. Codes that no member has are left out. */
export async function addClicks(
  db: Executor,
  counted: readonly { click: Click; clicks: number }[],
): Promise<void> {
  const column = (name: keyof Click) => sql.param(counted.map(({ click }) => click[name]));
  await db.execute(sql`
    WITH ${asynchronousCommit}
    INSERT INTO referral_clicks AS c (company_id, member_id, tag, day, clicks)
    SELECT company_id, member_id,
           CASE WHEN is_known OR known_tags + new_tag <= ${sql.raw(String(MOST_TAGS))} THEN tag ELSE '' END,
           day, sum(clicks)
      FROM (
        SELECT u.company_id, u.id AS member_id, v.tag, v.day, v.clicks, k.is_known, k.known_tags,
               dense_rank() OVER (PARTITION BY u.company_id, u.id, k.is_known ORDER BY v.tag) AS new_tag
          FROM asynchronous_commit,
               unnest(${column("companyId")}::uuid[], ${column("code")}::text[], ${column("tag")}::text[],
                      ${column("day")}::date[], ${sql.param(counted.map(({ clicks }) => clicks))}::int[])
                 AS v (company_id, code, tag, day, clicks)
          JOIN users u ON u.company_id = v.company_id AND u.referral_code = v.code
           AND u.role = 'USER' AND u.deleted_at IS NULL
          CROSS JOIN LATERAL (
            SELECT v.tag = '' OR coalesce(bool_or(t.tag = v.tag), false) AS is_known,
                   count(DISTINCT t.tag) FILTER (WHERE t.tag <> '') AS known_tags
              FROM referral_clicks t WHERE t.company_id = u.company_id AND t.member_id = u.id) AS k
      ) AS v
     GROUP BY 1, 2, 3, 4
     -- The order is fixed, so that concurrent statements do not deadlock.
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (company_id, member_id, tag, day) DO UPDATE SET clicks = c.clicks + excluded.clicks`);
}

/** The way of a member's links, by tag; the tag is empty for the link without one. */
export interface LinkFigures {
  tag: string;
  clicks: number;
  joined: number;
  verified: number;
  bought: number;
  rewarded: number;
  [column: string]: unknown;
}

/** True if the purchases of the member `u` have left the referrer `$2` a reward. */
const HAS_REWARD = `coalesce((SELECT sum(a.quantity) FROM orders o
    JOIN allocations a ON a.company_id = o.company_id AND a.order_id = o.id AND a.member_id = $2
   WHERE o.company_id = $1 AND o.member_id = u.id), 0) > 0`;

/** Reads how far those came who used a member's links, by tag, the most used first. */
export const linkFigures = (db: Executor, companyId: string, memberId: string) =>
  runText<LinkFigures>(
    db,
    `SELECT tag, sum(clicks)::int AS clicks, sum(joined)::int AS joined, sum(verified)::int AS verified,
            sum(bought)::int AS bought, sum(rewarded)::int AS rewarded
       FROM (
         SELECT tag, clicks, 0 AS joined, 0 AS verified, 0 AS bought, 0 AS rewarded
           FROM referral_clicks WHERE company_id = $1 AND member_id = $2
         UNION ALL
         SELECT coalesce(u.referral_tag, ''), 0, 1, u.is_approved::int, (coalesce(h.purchases, 0) > 0)::int,
                (coalesce(h.purchases, 0) > 0 AND ${HAS_REWARD})::int
           FROM users u LEFT JOIN holdings h ON h.company_id = u.company_id AND h.member_id = u.id
          WHERE u.company_id = $1 AND u.referrer_id = $2 AND u.deleted_at IS NULL) AS way
      GROUP BY tag ORDER BY 2 DESC, 3 DESC, 1 LIMIT 50`,
    [companyId, memberId],
  );

/** A member who was invited, without a name unless they agreed. */
export interface InvitedRow {
  /** 1 for the first who joined. */
  number: number;
  name: string | null;
  joinedAt: string;
  isVerified: boolean;
  hasBought: boolean;
  /** All of the list. */
  total: number;
  [column: string]: unknown;
}

/** Lists those whom a member invited, newest first. */
export const listInvited = (
  db: Executor,
  companyId: string,
  memberId: string,
  { limit, offset }: { limit: number; offset: number },
) =>
  runText<InvitedRow>(
    db,
    `SELECT n.number::int, n.total::int, CASE WHEN u.shows_name THEN u.name END AS name, u.created_at AS "joinedAt",
            u.is_approved AS "isVerified", coalesce(h.purchases, 0) > 0 AS "hasBought"
       FROM (SELECT company_id, id, created_at, row_number() OVER (ORDER BY created_at, id) AS number,
                    count(*) OVER () AS total
               FROM users WHERE company_id = $1 AND referrer_id = $2 AND deleted_at IS NULL
              ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4) AS n
       JOIN users u ON u.company_id = n.company_id AND u.id = n.id
       LEFT JOIN holdings h ON h.company_id = u.company_id AND h.member_id = u.id
      ORDER BY n.number DESC`,
    [companyId, memberId, limit, offset],
  );

/** Finds the person with a referral code, in any state; undefined if nobody has or had it. */
export const findByCode = (db: Executor, companyId: string, code: string) =>
  firstRow(
    db
      .select({
        id: users.id,
        name: users.name,
        role: users.role,
        status: users.status,
        showsName: users.showsName,
        isApproved: users.isApproved,
        hasBought: sql<boolean>`EXISTS (SELECT 1 FROM holdings h
        WHERE h.company_id = ${users.companyId} AND h.member_id = ${users.id} AND h.purchases > 0)`,
        deletedAt: users.deletedAt,
      })
      .from(users)
      .where(and(eq(users.companyId, companyId), eq(users.referralCode, code))),
  );

/** Tells whether a member bought or is buying: an order is open, or was submitted. */
export async function hasPurchase(
  db: Executor,
  companyId: string,
  memberId: string,
): Promise<boolean> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        sql`(${orders.status} = 'OPEN' OR ${orders.submittedAt} IS NOT NULL)`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Sets the referrer of a member's orders that were never submitted, so that a late payment rewards the right one. */
export async function moveUnpaidOrders(
  tx: Executor,
  companyId: string,
  memberId: string,
  referrerId: string | null,
): Promise<void> {
  await tx
    .update(orders)
    // The right referrer does not take over a reward that the wrong one lost.
    .set({ referrerId, ...withoutReward })
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        sql`${orders.submittedAt} IS NULL`,
      ),
    );
}

/** Deletes the clicks of a member's links, whose tags are the member's words. */
export async function deleteClicksOf(tx: Executor, companyId: string, memberId: string) {
  await tx
    .delete(referralClicks)
    .where(and(eq(referralClicks.companyId, companyId), eq(referralClicks.memberId, memberId)));
}
