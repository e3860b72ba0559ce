import { type Executor, errorCode } from "@db/client";
import { countMisplaced, listLedgerCompanies } from "@server/verification/queries/ledger";
import { listOddKeys, listSealedCompanies, listSealingKeys } from "@server/ledger";
import { keyIdOf } from "@server/ledger/rules/checkpoint";
import { type BatchFault, verifyBatches } from "./verify-batches";
import { type FigureFault, recomputeFigures } from "./recompute";
import { type DecisionFault, verifyDecisions } from "./verify-decisions";
import { type LedgerFault, type LedgerReport, checkLedger, inSnapshot } from "./verify-ledger";
import {
  type Anchor,
  type SealFault,
  type Tail,
  allocationSeals,
  verifyAuditSeals,
} from "./verify-seals";

/** The result for one company, or for the platform, whose audit log has no company. */
export interface CompanyReport {
  company: LedgerReport["company"];
  /** Number of allocations and of audit entries read. */
  allocations: number;
  auditEntries: number;
  /** Hash of the chain's last row. */
  headHash: string | null;
  /** Extent of the checkpoints, and of the entries that they do not cover yet. */
  sealedAllocations: Tail;
  sealedAudit: Tail;
  /** Empty for a consistent company. */
  faults: (LedgerFault | SealFault | DecisionFault | FigureFault | BatchFault | UnreadableFault)[];
}

/** A value that no rule can compute with; it ended the company's verification. */
export interface UnreadableFault {
  kind: "unreadable";
  reason: string;
}

/** A public key whose row was changed, added or never used. */
export interface KeyFault {
  kind: "key";
  keyId: string;
  fault: "id" | "unused" | "untrusted";
}

export interface DatabaseReport {
  companies: CompanyReport[];
  /** Rows without a company, or of an unknown log or pool. */
  misplaced: { table: string; rows: number }[];
  keyFaults: KeyFault[];
  /** True if the keys were given, false if they were taken from the database itself. */
  areKeysGiven: boolean;
}

/** Data that was kept outside the database and is trusted instead of it. */
export interface Trusted {
  /** Public keys, 32 bytes in base64; without them, the database's own are used. */
  publicKeys?: readonly string[];
  anchors?: readonly Anchor[];
}

/** The part of the database to verify; everything by default. */
export interface Scope {
  /** Companies or the platform; rows that belong to none of them are verified in any case. */
  companyIds?: readonly string[];
}

/**
 * Verifies all chained, signed and computed data: allocations against orders, pools and the reward's
 * rule; the audit log against its seals; both against their checkpoints; every stored figure against
 * its rule. Each company is read in one snapshot.
 */
export async function verifyDatabase(
  db: Executor,
  { publicKeys, anchors = [] }: Trusted = {},
  { companyIds }: Scope = {},
): Promise<DatabaseReport> {
  const stored = await listSealingKeys(db);
  const trusted = publicKeys ?? stored.map(({ publicKey }) => publicKey);
  const keys = new Map(
    trusted.map((publicKey) => [keyIdOf(Buffer.from(publicKey, "base64")), publicKey]),
  );
  const known = await listLedgerCompanies(db);
  const ids = new Set(
    companyIds ?? [
      ...(await listSealedCompanies(db)),
      ...anchors.map(({ companyId }) => companyId),
    ],
  );
  const companies: CompanyReport[] = [];
  for (const id of ids) {
    const company = known.find((one) => one.id === id) ?? { id, name: "", tokenSymbol: "" };
    companies.push(
      await inSnapshot(db, (tx) => verifyCompany(tx, company, { keys, anchors })).catch((error) =>
        unreadable(company, error),
      ),
    );
  }
  return {
    companies,
    misplaced: await countMisplaced(db),
    keyFaults: [
      ...stored
        .filter(
          ({ id, publicKey }) =>
            id !== keyIdOf(Buffer.from(publicKey, "base64")) ||
            Buffer.from(publicKey, "base64").toString("base64") !== publicKey,
        )
        .map(({ id }): KeyFault => ({ kind: "key", keyId: id, fault: "id" })),
      ...(await listOddKeys(db)).map((keyId): KeyFault => ({
        kind: "key",
        keyId,
        fault: "unused",
      })),
      ...stored
        .filter(({ publicKey }) => !trusted.includes(publicKey))
        .map(({ id }): KeyFault => ({ kind: "key", keyId: id, fault: "untrusted" })),
    ],
    areKeysGiven: publicKeys !== undefined,
  };
}

async function verifyCompany(
  tx: Executor,
  company: LedgerReport["company"],
  options: Parameters<typeof allocationSeals>[2],
): Promise<CompanyReport> {
  const seals = allocationSeals(tx, company.id, options);
  const ledger = await checkLedger(tx, company, seals);
  const isWhole = ledger.faults.every(({ kind }) => kind !== "chain");
  const allocations = await seals.end(isWhole);
  const audit = await verifyAuditSeals(tx, company.id, options, allocations.last?.number ?? 0);
  return {
    company,
    allocations: ledger.allocations,
    auditEntries: audit.entries,
    headHash: ledger.headHash,
    sealedAllocations: allocations.tail,
    sealedAudit: audit.tail,
    faults: [
      ...ledger.faults,
      ...allocations.faults,
      ...audit.faults,
      // A broken log proves nothing about decisions.
      ...(audit.faults.some(({ kind }) => kind === "audit")
        ? []
        : await verifyDecisions(tx, company.id)),
      ...(await recomputeFigures(tx, company.id)),
      ...(await verifyBatches(tx, company.id, options)),
    ],
  };
}

/**
 * Returns the fault of a company with impossible values, so that the others are verified. Throws other
 * errors.
 */
function unreadable(company: CompanyReport["company"], error: unknown): CompanyReport {
  // SQLSTATE class 22 contains data exceptions.
  const isOfData = error instanceof RangeError || errorCode(error)?.startsWith("22");
  if (!isOfData || !(error instanceof Error)) throw error;
  const unknown = { sealed: 0, unsealed: 0, unsealedSeconds: 0 };
  return {
    company,
    allocations: 0,
    auditEntries: 0,
    headHash: null,
    sealedAllocations: unknown,
    sealedAudit: unknown,
    faults: [{ kind: "unreadable", reason: error.message }],
  };
}

export const faultsIn = ({ companies, keyFaults, misplaced }: DatabaseReport): number =>
  companies.reduce((sum, { faults }) => sum + faults.length, keyFaults.length + misplaced.length);
