import { keepSignsOfMany } from "@server/members/queries/signs";
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { insertSupplies } from "@server/sites/queries/companies";
import { insertHost } from "@server/sites/queries/hosts";
import {
  agreedPolicies,
  allocations,
  auditEntries,
  beneficiaries,
  campaigns,
  companies,
  medias,
  orders,
  paymentApplications,
  paymentEvidence,
  paymentKeys,
  payments,
  prices,
  referralClicks,
  statementLines,
  statements,
  supplies,
  users,
} from "@db/schema";
import { type Secrets } from "@server/platform";
import {
  signOfEmail,
  signOfMobile,
  signOfWallet,
  typedUnless,
} from "@server/members/rules/risk/risk";
import type { CompanyHistory } from "./company-history";

/**
 * Writes a company's history in the caller's transaction. Each row has its historical timestamps.
 */
export async function writeHistory(
  tx: Executor,
  history: CompanyHistory,
  fileSizes: ReadonlyMap<string, number>,
): Promise<void> {
  const { company, pools, hosts } = history;
  const { held, allocated, proofs } = history.orders;
  const head = history.orders.allocations.at(-1);
  await insertAll(tx, companies, [company]);
  await insertSupplies(tx, company.id, pools);
  await tx
    .update(supplies)
    .set({ held, allocated, ...(head && { chainSequence: head.sequence, chainHash: head.hash }) })
    .where(and(eq(supplies.companyId, company.id), eq(supplies.pool, "REFERRAL")));
  for (const host of hosts) await insertHost(tx, host, company.id);
  await insertAll(tx, users, history.users);
  await insertAll(tx, referralClicks, history.clicks);
  await insertAll(tx, beneficiaries, [history.account]);
  await insertAll(tx, prices, history.prices);
  await insertAll(tx, campaigns, history.campaigns);
  await insertAll(tx, agreedPolicies, history.policies);
  const files = proofs.map(({ media }) => ({
    ...media,
    sizeBytes: fileSizes.get(media.storageKey) ?? 0,
  }));
  await insertAll(tx, medias, files);
  await insertAll(tx, orders, history.orders.orders);
  await insertAll(tx, allocations, history.orders.allocations);
  await insertAll(tx, statements, history.statements.statements);
  const lines = history.statements.entries.map(({ line, statement }) => ({
    ...line,
    statementId: statement.id,
  }));
  await insertAll(tx, statementLines, lines);
  await insertAll(tx, payments, history.payments.payments);
  await insertAll(tx, paymentKeys, history.payments.keys);
  await insertAll(tx, paymentEvidence, history.payments.evidence);
  await insertAll(tx, paymentApplications, history.orders.applications);
  await tx.execute(sql`
    UPDATE orders o SET payment_id = p.id FROM payments p
     WHERE o.company_id = ${company.id} AND p.company_id = o.company_id AND p.order_id = o.id
       AND p.status <> 'REPLACED'`);
  await insertAll(tx, auditEntries, history.audit);
}

/** Keeps the signs of the suspects and of those who invited them, as their registrations would have. */
export async function keepSuspectsSigns(
  tx: Executor,
  secrets: Secrets,
  { company, suspects }: CompanyHistory,
): Promise<void> {
  const people = new Set(suspects.flatMap((one) => [one, ...(one.referrer ? [one.referrer] : [])]));
  const many = [...people].map(({ id, email, mobile, walletAddress }) => ({
    memberId: id,
    signs: [
      signOfEmail(email),
      ...typedUnless(false, signOfMobile(mobile)),
      ...(walletAddress ? typedUnless(false, signOfWallet(walletAddress)) : []),
    ],
  }));
  await keepSignsOfMany(tx, secrets, company.id, many);
}

/**
 * Inserts rows in one statement, as JSON; columns that no row has get their defaults. Building a statement with one parameter per value takes
 * several times as long as running it.
 */
async function insertAll<Table extends PgTable>(
  tx: Executor,
  table: Table,
  inserted: readonly Table["$inferInsert"][],
): Promise<void> {
  const rows: readonly Record<string, unknown>[] = inserted;
  const columns = Object.entries(getTableColumns(table)).filter(
    ([key, { generated }]) => !generated && rows.some((row) => row[key] !== undefined),
  );
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  const named = rows.map((row) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]])),
  );
  if (rows.length === 0) return;
  await tx.execute(
    sql`INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(named)}::jsonb)`,
  );
}
