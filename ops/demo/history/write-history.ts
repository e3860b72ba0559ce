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
  await insertAll(tx, statementLines, history.statements.lines);
  await insertPayments(tx, history);
  await insertAll(tx, auditEntries, history.audit);
}

/** Inserts the payments, and sets the payment of each order. */
async function insertPayments(tx: Executor, { company, payments: paid }: CompanyHistory) {
  await insertAll(tx, payments, paid.payments);
  await insertAll(tx, paymentKeys, paid.keys);
  await insertAll(tx, paymentEvidence, paid.evidence);
  await insertAll(tx, paymentApplications, paid.applications);
  const standing = [...paid.ofOrders].map(([order, payment]) => ({ order, payment }));
  await tx.execute(sql`
    UPDATE orders SET payment_id = s.payment
      FROM jsonb_to_recordset(${JSON.stringify(standing)}::jsonb) AS s ("order" uuid, payment uuid)
     WHERE company_id = ${company.id} AND id = s."order"`);
}

/**
 * Inserts rows in one statement, as JSON: building a statement with one parameter per value takes
 * several times as long as running it.
 */
async function insertAll<Table extends PgTable>(
  tx: Executor,
  table: Table,
  rows: readonly Omit<Table["$inferSelect"], "referencedCompanyId" | "counts">[],
): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([, column]) => column.generated === undefined,
  );
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  const named = rows.map((row) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]])),
  );
  await tx.execute(
    sql`INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(named)}::jsonb)`,
  );
}
