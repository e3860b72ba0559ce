import type { Logger } from "pino";
import type { Executor } from "@db/client";
import { databaseNow } from "@db/clock";
import { insertVerification } from "@server/verification/queries/verifications";
import { type DatabaseReport, verifyDatabase } from "./verify-database";

/** Verifies the database, logs each difference and stores the result for the super admin. */
export async function verifyNightly(db: Executor, logger: Logger): Promise<void> {
  const startedAt = await databaseNow(db);
  const report = await verifyDatabase(db);
  const faults = faultLines(report);
  for (const fault of faults) logger.error({ fault }, "the ledger differs");
  const { companies } = report;
  const sum = (of: (one: (typeof companies)[number]) => number) =>
    companies.reduce((total, one) => total + of(one), 0);
  const counts = {
    companies: companies.length,
    allocations: sum(({ allocations }) => allocations),
    auditEntries: sum(({ auditEntries }) => auditEntries),
    unsealed: sum(
      ({ sealedAllocations, sealedAudit }) => sealedAllocations.unsealed + sealedAudit.unsealed,
    ),
  };
  logger.info({ ...counts, faults: faults.length }, "the ledger was verified");
  await insertVerification(db, { startedAt, faults, ...counts });
}

/** Returns one line for each fault, with its company. */
function faultLines({ companies, keyFaults, misplaced }: DatabaseReport): string[] {
  return [
    ...companies.flatMap(({ company, faults }) =>
      faults.map((fault) => `${company.name || company.id}: ${JSON.stringify(fault)}`),
    ),
    ...[...keyFaults, ...misplaced].map((fault) => JSON.stringify(fault)),
  ];
}
