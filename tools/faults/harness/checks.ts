import { setTimeout as after } from "node:timers/promises";
import type { Database } from "@db/client";
import { verifyDatabase } from "@server/verification/verify-database";
import type { Installation } from "./installation";

export class AcknowledgedSteps {
  readonly created = new Set<string>();
  readonly submitted = new Set<string>();
  readonly approved = new Set<string>();
}

export interface Comparison {
  lost: number;
  doubled: number;
  wrongSums: number;
  /** Faults in words; empty if there are none. */
  faults: string[];
}

/**
 * Compares what clients were told with the rows: each acknowledged step is there, no step was made
 * twice, no order exists that nobody knows; sums, chain and seals agree. For orders of which each
 * step happens at most once, after every call has its final answer.
 */
export async function compare(
  database: Database,
  companyId: string,
  acknowledged: AcknowledgedSteps,
): Promise<Comparison> {
  const rows = await database.sql`
    SELECT o.order_number AS number, o.status,
           (SELECT count(*)::int FROM payments p
             WHERE p.company_id = o.company_id AND p.order_id = o.id) AS payments,
           (SELECT count(*)::int FROM payment_applications a
             WHERE a.company_id = o.company_id AND a.order_id = o.id) AS applications,
           (SELECT count(*)::int FROM allocations a
             WHERE a.company_id = o.company_id AND a.order_id = o.id AND a.kind = 'PURCHASE') AS allocations,
           (SELECT coalesce(max(n), 0)::int FROM (
             SELECT count(*) AS n FROM audit_entries e
              WHERE e.company_id = o.company_id AND e.subject_type = 'order' AND e.subject_id = o.id::text
              GROUP BY e.action) AS each) AS repeated
      FROM orders o WHERE o.company_id = ${companyId}`;
  const faults: string[] = [];
  const stateOf = new Map(rows.map((row) => [String(row["number"]), row]));
  const missing = (numbers: ReadonlySet<string>, step: string, isThere: (row: Row) => boolean) =>
    [...numbers].filter((number) => {
      const row = stateOf.get(number);
      const isLost = !row || !isThere(row);
      if (isLost)
        faults.push(`${number} was ${step}, and is ${row ? String(row["status"]) : "lost"}`);
      return isLost;
    }).length;
  const lost =
    missing(acknowledged.created, "created", () => true) +
    missing(acknowledged.submitted, "submitted", (row) => Number(row["payments"]) > 0) +
    missing(
      acknowledged.approved,
      "approved",
      (row) => row["status"] === "APPROVED" && Number(row["allocations"]) > 0,
    );
  let doubled = 0;
  for (const row of rows) {
    const isDoubled = ["payments", "applications", "allocations", "repeated"].some(
      (name) => Number(row[name]) > 1,
    );
    const isUnknown = !acknowledged.created.has(String(row["number"]));
    if (isDoubled || isUnknown) {
      doubled += 1;
      faults.push(`${isDoubled ? "made twice" : "known to nobody"}: ${JSON.stringify(row)}`);
    }
  }
  const sums = await wrongSums(database, companyId);
  return { lost, doubled, wrongSums: sums.length, faults: [...faults, ...sums] };
}

type Row = Record<string, unknown>;

/**
 * Returns the faults that the verification finds in a company: in its chain, sums, seals and stored
 * figures.
 */
export async function wrongSums(database: Database, companyId: string): Promise<string[]> {
  const report = await verifyDatabase(database.db);
  return report.companies
    .filter(({ company }) => company.id === companyId)
    .flatMap(({ faults }) => faults.map((fault) => JSON.stringify(fault)));
}

/** Waits for a condition. Throws after a time that only a fault exceeds. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  { everyMs = 50, forMs = 180_000 } = {},
): Promise<void> {
  const end = performance.now() + forMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It never happened: ${what}.`);
    await after(everyMs);
  }
}

const count = async (rows: Promise<Row[]>): Promise<number> => Number((await rows)[0]?.["n"]);

/** Waits until nothing is left to be sealed or sent. */
export async function untilQuiet({ database }: Installation): Promise<void> {
  await until("every entry is sealed and every message is sent", async () => {
    const unsealed = await count(database.sql`SELECT count(*)::int AS n FROM audit_unsealed`);
    const waiting = await count(
      database.sql`SELECT count(*)::int AS n FROM messages WHERE status = 'QUEUED'`,
    );
    return unsealed + waiting === 0;
  });
}

/** Counts messages that no mail server took, and those that it took more than once. */
export async function undelivered({ database, sink }: Installation, companyId: string) {
  const rows = await database.sql`SELECT id FROM messages WHERE company_id = ${companyId}`;
  const deliveries = new Map<string, number>();
  for (const { messageId } of sink.taken)
    deliveries.set(messageId, (deliveries.get(messageId) ?? 0) + 1);
  const timesOf = ({ id }: Row) =>
    [...deliveries].find(([messageId]) => messageId.includes(String(id)))?.[1] ?? 0;
  const times = rows.map(timesOf);
  return {
    stored: rows.length,
    lost: times.filter((n) => n === 0).length,
    again: times.filter((n) => n > 1).length,
  };
}
