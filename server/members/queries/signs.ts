import { and, eq } from "drizzle-orm";
import { type Executor, runText } from "@db/client";
import { memberSigns } from "@db/schema";
import type { RiskSign } from "@db/vocabulary";
import type { Secrets } from "@server/platform";
import { isDisposable, type Sign, signInCommon } from "@server/members/rules/risk/risk";
import { BURST_MINUTES, type RiskFacts } from "@server/members/rules/risk/risk-facts";

/** A member of a company, of whom signs are kept. */
interface Bearer {
  companyId: string;
  memberId: string;
}

/** Returns a sign as it is stored; it cannot be read, and differs between companies. */
const hashed = (secrets: Secrets, companyId: string, { sign, value, isTyped = false }: Sign) => ({
  sign,
  isTyped,
  value: secrets.keyedHash("risk-sign", `${companyId} ${value}`),
});

/** Keeps signs of a member; a sweep judges the rewards that they concern. */
export const keepSigns = (
  tx: Executor,
  secrets: Secrets,
  { companyId, memberId }: Bearer,
  signs: readonly Sign[],
): Promise<void> => keepSignsOfMany(tx, secrets, companyId, [{ memberId, signs }]);

/**
 * Keeps signs of members, each with those that are stored as `known` values. With `inTurn` it waits for
 * other transactions that keep a new one of them so, and the next statement sees what they kept;
 * networks are shared by too many to wait for. Signs that all are known cost no statement.
 */
export async function keepSignsOfMany(
  tx: Executor,
  secrets: Secrets,
  companyId: string,
  many: readonly { memberId: string; signs: readonly Sign[]; known?: readonly string[] }[],
  { inTurn = false } = {},
): Promise<void> {
  const rows = many.flatMap(({ memberId, signs, known = [] }) =>
    signs
      .map((sign) => ({ memberId, ...hashed(secrets, companyId, sign) }))
      .filter(({ sign, value }) => !known.includes(`${sign} ${value}`)),
  );
  if (rows.length === 0) return;
  // One order, so that two transactions with the same signs do not wait for each other.
  await runText(
    tx,
    `WITH turn AS MATERIALIZED (
       SELECT count(pg_advisory_xact_lock(hashtextextended(v, 0))) FROM (SELECT DISTINCT v FROM unnest($6::text[]) v ORDER BY v) locked
     )
     INSERT INTO member_signs (company_id, member_id, sign, value, is_typed)
     SELECT $1::uuid, m, s, v, bool_and(t) FROM turn, unnest($2::uuid[], $3::text[], $4::text[], $5::bool[]) AS given (m, s, v, t)
      GROUP BY m, s, v ORDER BY m, s, v
     ON CONFLICT (company_id, member_id, sign, value) DO UPDATE SET is_typed = false, is_new = true
      WHERE member_signs.is_typed AND NOT excluded.is_typed`,
    [
      companyId,
      rows.map(({ memberId }) => memberId),
      rows.map(({ sign }) => sign),
      rows.map(({ value }) => value),
      rows.map(({ isTyped }) => isTyped),
      inTurn ? rows.flatMap(({ sign, value }) => (sign === "NETWORK" ? [] : [value])) : [],
    ],
    "keep_signs",
  );
}

export async function deleteSignsOf(tx: Executor, companyId: string, memberId: string) {
  await tx
    .delete(memberSigns)
    .where(and(eq(memberSigns.companyId, companyId), eq(memberSigns.memberId, memberId)));
}

/** Lists the kinds of signs that are kept of a member, each with its first day. */
export async function listSigns(db: Executor, companyId: string, memberId: string) {
  return db
    .select({ sign: memberSigns.sign, since: memberSigns.createdAt })
    .from(memberSigns)
    .where(and(eq(memberSigns.companyId, companyId), eq(memberSigns.memberId, memberId)))
    .orderBy(memberSigns.createdAt, memberSigns.sign);
}

/** Days for which the networks of sessions are kept. */
const NETWORK_DAYS = 180;

/** Deletes networks that are older, at most `limit`; returns their number. */
export async function deleteOldNetworks(db: Executor, limit = 10_000): Promise<number> {
  const rows = await runText(
    db,
    `DELETE FROM member_signs WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM member_signs WHERE sign = 'NETWORK' AND created_at < now() - make_interval(days => $1) LIMIT $2))
     RETURNING 1 AS deleted`,
    [NETWORK_DAYS, limit],
  );
  return rows.length;
}

/**
 * Reads the facts by which the reward of a buyer's order is judged, in one statement. Null without such
 * a member. A typed value counts where it speaks about the referrer's own reward: the referrer typed
 * what the buyer has proven, or had typed before. A network is looked for only at those who registered
 * near, since a carrier's has thousands.
 */
export async function riskFactsOf(
  db: Executor,
  { companyId, memberId, referrerId }: Bearer & { referrerId: string },
): Promise<RiskFacts | null> {
  const [row] = await runText<{
    email: string;
    near: string[];
    shared: { own: RiskSign; other: RiskSign; memberId: string; isDirect: boolean }[];
  }>(
    db,
    `WITH near AS (
       SELECT u.id FROM users b JOIN users u ON u.company_id = $1 AND u.referrer_id = $3 AND u.id <> b.id
          AND u.created_at BETWEEN b.created_at - make_interval(mins => $4) AND b.created_at + make_interval(mins => $4)
        WHERE b.company_id = $1 AND b.id = $2 LIMIT 50
     ), own AS MATERIALIZED (
       SELECT sign, value, is_typed, created_at FROM member_signs WHERE company_id = $1 AND member_id = $2
     ), pairs AS (
       SELECT o.sign AS own, o.is_typed AS own_typed, o.created_at AS own_since, s.*
         FROM own o JOIN member_signs s ON s.company_id = $1 AND s.value = o.value AND s.member_id <> $2
        WHERE o.sign <> 'NETWORK'
       UNION ALL
       SELECT s.sign, s.is_typed, s.created_at, s.* FROM near n CROSS JOIN LATERAL (
         SELECT s.* FROM member_signs s WHERE s.company_id = $1 AND s.member_id = n.id AND s.sign = 'NETWORK' LIMIT 50) s
        WHERE s.value IN (SELECT value FROM own WHERE sign = 'NETWORK')
     ), shared AS (
       SELECT DISTINCT p.own, p.sign AS other, u.id, u.id = $3 OR u.referrer_id IS NOT DISTINCT FROM $2 AS direct
         FROM pairs p CROSS JOIN LATERAL (
           SELECT id, referrer_id, deleted_at FROM users WHERE company_id = $1 AND id = p.member_id LIMIT 1) u
        WHERE u.deleted_at IS NULL AND (NOT p.is_typed AND NOT p.own_typed
           OR p.member_id = $3 AND (NOT p.own_typed OR p.is_typed AND p.created_at >= p.own_since))
        LIMIT 200
     )
     SELECT email, (SELECT coalesce(json_agg(id), '[]') FROM near) AS near,
            (SELECT coalesce(json_agg(json_build_object('own', own, 'other', other, 'memberId', id, 'isDirect', direct)), '[]') FROM shared) AS shared
       FROM users WHERE company_id = $1 AND id = $2`,
    [companyId, memberId, referrerId, BURST_MINUTES],
    "risk_facts",
  );
  if (!row) return null;
  return {
    isDisposable: isDisposable(row.email),
    joinedNear: row.near,
    shared: row.shared.map(({ own, other, ...rest }) => ({
      ...rest,
      sign: signInCommon(own, other),
    })),
  };
}

/**
 * Marks the waiting orders that new signs concern, to be judged again: of the members who have them,
 * and of those who share them or registered near. Reads at most `limit` signs; returns their number.
 */
export async function spreadNewSigns(db: Executor, limit = 1000): Promise<number> {
  const [row] = await runText<{ fresh: number }>(
    db,
    `WITH fresh AS (
       UPDATE member_signs SET is_new = false
        WHERE ctid = ANY (ARRAY(SELECT ctid FROM member_signs WHERE is_new ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))
       RETURNING company_id, member_id, sign, value
     ), touched AS (
       SELECT company_id, member_id FROM fresh
       UNION SELECT s.company_id, s.member_id FROM fresh f
         JOIN member_signs s ON s.company_id = f.company_id AND s.value = f.value WHERE f.sign <> 'NETWORK'
       UNION SELECT n.company_id, n.id FROM fresh f
         JOIN users u ON u.company_id = f.company_id AND u.id = f.member_id
         JOIN users n ON n.company_id = u.company_id AND n.referrer_id = u.referrer_id
          AND n.created_at BETWEEN u.created_at - make_interval(mins => $2) AND u.created_at + make_interval(mins => $2)
        WHERE f.sign = 'EMAIL'
     ), marked AS (
       UPDATE orders o SET risk_due = true FROM touched t
        WHERE o.company_id = t.company_id AND o.member_id = t.member_id AND o.referrer_id IS NOT NULL
          AND (o.status = 'PENDING' OR o.status = 'APPROVED' AND o.held_reward > 0) AND NOT o.risk_due
     )
     SELECT count(*)::int AS fresh FROM fresh`,
    [limit, BURST_MINUTES],
  );
  return row?.fresh ?? 0;
}
