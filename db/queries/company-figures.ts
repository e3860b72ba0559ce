import { inArray, sql } from "drizzle-orm";
import type { Reader } from "../client";
import { companies } from "../schema";
import type { HostCertificate, HostDns } from "../vocabulary";

/** A company's figures for a super admin. */
export interface CompanyFigures {
  companyId: string;
  members: number;
  /** Payments that wait for a decision, and the submission time of the oldest one. */
  pending: number;
  oldestPendingAt: Date | null;
  /** Sum of approved orders, in paise. */
  collectedPaise: number;
  /** Private pool: total − held − allocated. */
  remainingPrivateSupply: number;
  hosts: { host: string; dns: HostDns | null; certificate: HostCertificate | null }[];
}

/** The figures for one page of companies, counted anew. */
export async function companyFigures(
  db: Reader,
  companyIds: readonly string[],
): Promise<CompanyFigures[]> {
  if (companyIds.length === 0) return [];
  // Qualified by hand: Drizzle omits the table name in a select from one table, and inside a
  // subquery a bare column would refer to the subquery's table.
  const own = sql`"companies"."id"`;
  const rows = await db
    .select({
      companyId: companies.id,
      members: sql<string>`(SELECT count(*) FROM users WHERE company_id = ${own} AND role = 'USER' AND deleted_at IS NULL)`,
      pending: sql<string>`(SELECT count(*) FROM orders WHERE company_id = ${own} AND status = 'PENDING')`,
      oldestPendingAt: sql<
        string | null
      >`(SELECT min(submitted_at) FROM orders WHERE company_id = ${own} AND status = 'PENDING')`,
      collectedPaise: sql<string>`(SELECT coalesce(sum(coalesce(approved_amount_paise + approved_fee_paise, total_paise)), 0) FROM orders WHERE company_id = ${own} AND status = 'APPROVED')`,
      remaining: sql<string>`(SELECT coalesce(sum(total - held - allocated), 0) FROM supplies WHERE company_id = ${own} AND pool = 'REFERRAL')`,
      hosts: sql<
        CompanyFigures["hosts"]
      >`(SELECT coalesce(json_agg(json_build_object('host', host, 'dns', health->>'dns', 'certificate', health->>'certificate') ORDER BY created_at, id), '[]') FROM domains WHERE company_id = ${own})`,
    })
    .from(companies)
    .where(inArray(companies.id, [...companyIds]));
  return rows.map((row) => ({
    companyId: row.companyId,
    members: Number(row.members),
    pending: Number(row.pending),
    oldestPendingAt: row.oldestPendingAt === null ? null : new Date(row.oldestPendingAt),
    collectedPaise: Number(row.collectedPaise),
    remainingPrivateSupply: Number(row.remaining),
    hosts: row.hosts,
  }));
}
