import { rowOf } from "@db/row-of";
import { and, asc, count, desc, eq, gt, inArray, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor, Reader } from "@db/client";
import { runPrepared } from "@db/prepared";
import { allocations, orders, users } from "@db/schema";
import type { StockPart } from "@db/vocabulary";
import { holdingOf } from "@server/platform";

export type Allocation = typeof allocations.$inferSelect;

/** Inserts allocations at the end of their company's chain. */
export const insertionOfAllocations = (
  tx: Executor,
  rows: (typeof allocations.$inferInsert)[],
): SQL => tx.insert(allocations).values(rows).getSQL();

/** Matches the order's latest decision. */
const latestOf = ({ companyId, id, decisionCount }: Decided) =>
  and(
    eq(allocations.companyId, companyId),
    eq(allocations.orderId, id),
    eq(allocations.decision, decisionCount),
  );

type Decided = Pick<typeof orders.$inferSelect, "companyId" | "id" | "decisionCount">;

/** Lists the allocations of an order's latest decision by sequence; none if it was not an approval. */
export const allocationsOfDecision = (db: Executor, order: Decided): Promise<Allocation[]> =>
  db
    .select()
    .from(allocations)
    .where(and(latestOf(order), notInArray(allocations.kind, ["REVERSAL", "BONUS_REVERSAL"])))
    .orderBy(asc(allocations.sequence));

/** Returns the buyer's allocation of an order's latest decision; null if it was not an approval. */
export async function findPurchase(db: Executor, order: Decided): Promise<Allocation | null> {
  const [row] = await db
    .select()
    .from(allocations)
    .where(and(latestOf(order), eq(allocations.kind, "PURCHASE")));
  return row ?? null;
}

/** Lists a range of a company's chain. */
export async function listChain(
  db: Executor,
  companyId: string,
  { after, limit }: { after: number; limit: number },
): Promise<Allocation[]> {
  return db
    .select()
    .from(allocations)
    .where(and(eq(allocations.companyId, companyId), gt(allocations.sequence, after)))
    .orderBy(asc(allocations.sequence))
    .limit(limit);
}

/** Returns a member's allocation by its hash, with the hash of the previous row, and the number of an own order. */
export async function findAllocationOf(
  db: Executor,
  companyId: string,
  memberId: string,
  hash: string,
) {
  const before = alias(allocations, "before");
  const [found] = await db
    .select({ row: allocations, hashBefore: before.hash, orderNumber: orders.orderNumber })
    .from(allocations)
    .leftJoin(
      before,
      and(
        eq(before.companyId, allocations.companyId),
        eq(before.sequence, sql`${allocations.sequence} - 1`),
      ),
    )
    .leftJoin(
      orders,
      and(
        eq(orders.companyId, allocations.companyId),
        eq(orders.id, allocations.orderId),
        eq(orders.memberId, allocations.memberId),
      ),
    )
    .where(
      and(
        eq(allocations.companyId, companyId),
        eq(allocations.memberId, memberId),
        eq(allocations.hash, hash),
      ),
    );
  return found ?? null;
}

/**
 * Returns a page of the members by holdings, largest first, each with their latest allocation, and the
 * tokens allocated from the private pool. Equal holdings share a rank, the earlier one first. Reads the
 * page's rows, the index entries before it, and those that share the first rank.
 */
export async function listHolders(
  db: Reader,
  companyId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const rows = await runPrepared<HolderRow>(db, "holders", holders(companyId, limit, offset));
  let rank = 0;
  let above: string | undefined;
  const listed = rows.flatMap(
    ({ tokens, before, memberId, walletAddress, hidesWallet, hash, createdAt }, at) => {
      if (hash === null) return [];
      // The first row shares the rank of the equal ones on the pages before.
      if (at === 0) rank = offset + 1 - Number(before);
      else if (tokens !== above) rank = offset + at + 1;
      above = tokens;
      return [
        {
          rank,
          memberId,
          quantity: Number(tokens),
          walletAddress,
          hidesWallet,
          hash,
          createdAt: new Date(createdAt),
        },
      ];
    },
  );
  const [first] = rows;
  return {
    rows: listed,
    allocated: Number(first?.allocated ?? 0),
  };
}

interface HolderRow {
  allocated: string | null;
  tokens: string;
  latest: string;
  before: string;
  memberId: string;
  walletAddress: string | null;
  hidesWallet: boolean;
  hash: string | null;
  createdAt: string;
}

const holders = (companyId: string, limit: number, offset: number): SQL => sql`
    WITH page AS MATERIALIZED (
      SELECT tokens, latest FROM holdings WHERE company_id = ${companyId} AND tokens > 0
      ORDER BY tokens DESC, latest LIMIT ${limit} OFFSET ${offset}
    ), first AS (
      SELECT tokens, latest FROM page ORDER BY tokens DESC, latest LIMIT 1
    )
    SELECT (SELECT allocated FROM supplies WHERE company_id = ${companyId} AND pool = 'REFERRAL') AS allocated,
      tokens, latest, "memberId", "walletAddress", "hidesWallet", hash, "createdAt",
      (SELECT count(*) FROM holdings h JOIN first f ON h.tokens = f.tokens AND h.latest < f.latest
        WHERE h.company_id = ${companyId} AND h.tokens > 0) AS before
    FROM (VALUES (1)) AS always LEFT JOIN (
      SELECT p.tokens, p.latest, u.id AS "memberId", u.wallet_address AS "walletAddress", u.hides_wallet AS "hidesWallet", a.hash, a.created_at AS "createdAt"
      FROM page p
      JOIN allocations a ON a.company_id = ${companyId} AND a.sequence = p.latest
      JOIN users u ON u.company_id = ${companyId} AND u.id = a.member_id
    ) AS listed ON true
    ORDER BY tokens DESC, latest`;

/**
 * Returns the rank of a member's holding, the number of the rows before it in `listHolders`, and the tokens
 * that the next better rank has more (null for the first); null without tokens.
 */
export async function findRankOf(db: Executor, companyId: string, memberId: string) {
  const [row] = await runPrepared<{ rank: string; before: string; toNext: string | null }>(
    db,
    "rank",
    sql`
    SELECT 1 + count(*) FILTER (WHERE h.tokens > own.tokens) AS rank, count(h.member_id) AS before,
      min(h.tokens - own.tokens) FILTER (WHERE h.tokens > own.tokens) AS "toNext"
    FROM holdings own LEFT JOIN holdings h ON h.company_id = own.company_id AND h.tokens > 0
      AND h.tokens >= own.tokens AND (h.tokens > own.tokens OR h.latest < own.latest)
    WHERE own.company_id = ${companyId} AND own.member_id = ${memberId} AND own.tokens > 0
    GROUP BY own.member_id`,
  );
  if (!row) return null;
  const toNext = row.toNext === null ? null : Number(row.toNext);
  return { rank: Number(row.rank), before: Number(row.before), toNext };
}

const buyers = alias(users, "buyers");

/** Matches a part of a member's allocations: rewards are those of others' purchases. */
const ofPart = (part: StockPart, memberId: string) =>
  part === "rewards"
    ? ne(orders.memberId, memberId)
    : and(
        eq(orders.memberId, memberId),
        inArray(
          allocations.kind,
          part === "bonus" ? ["BONUS", "BONUS_REVERSAL"] : ["PURCHASE", "REVERSAL"],
        ),
      );

/** Lists a member's allocations, newest first, each with the member whose purchase caused it. */
export async function listAllocationsOf(
  db: Executor,
  companyId: string,
  memberId: string,
  { limit, offset, part }: { limit: number; offset: number; part?: StockPart | undefined },
) {
  const own = and(
    eq(allocations.companyId, companyId),
    eq(allocations.memberId, memberId),
    part && ofPart(part, memberId),
  );
  const itsOrder = rowOf(orders, allocations.companyId, allocations.orderId);
  const [rows, held, counted] = await Promise.all([
    db
      .select({
        kind: allocations.kind,
        quantity: allocations.quantity,
        hash: allocations.hash,
        createdAt: allocations.createdAt,
        buyerId: orders.memberId,
        buyerCode: buyers.referralCode,
      })
      .from(allocations)
      .innerJoin(orders, itsOrder)
      .innerJoin(buyers, rowOf(buyers, orders.companyId, orders.memberId))
      .where(own)
      .orderBy(desc(allocations.sequence))
      .limit(limit)
      .offset(offset),
    holdingOf(db, companyId, memberId),
    part && db.select({ total: count() }).from(allocations).innerJoin(orders, itsOrder).where(own),
  ]);
  return { rows, total: counted?.[0]?.total ?? held.allocations, tokens: held.tokens };
}
