import type { Logger } from "pino";
import { type Database, isDatabaseAway } from "@db/client";
import { listUnsealedCompanies } from "@server/ledger/queries/sealing";
import { SealingError, sealCompany } from "./seal-company";
import type { SigningKey } from "./signing-key";

/** Seals committed changes within 5 seconds (architecture.md §5). */
export interface Sealer {
  start(): void;
  /** Waits for a running pass to end. */
  stop(): Promise<void>;
}

/** Pause between two rounds; a round takes milliseconds if there is little to seal. */
export const PAUSE_MS = 1500;

export interface SealerParts {
  database: Database;
  key: SigningKey;
  logger: Logger;
}

/**
 * Seals every company once, its backlog included. Returns the companies that cannot be sealed, with
 * the reason.
 */
export async function sealAll({
  database,
  key,
}: Pick<SealerParts, "database" | "key">): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  for (const companyId of await listUnsealedCompanies(database.db)) {
    try {
      while (await sealCompany(database.db, companyId, key));
    } catch (error) {
      // A changed ledger of one company must not leave the others unsealed.
      if (!(error instanceof SealingError)) throw error;
      refused.set(companyId, error.message);
    }
  }
  return refused;
}

/** Seals in the background. Any number of instances may run: one at a time seals a company. */
export function createSealer(parts: SealerParts): Sealer {
  const { logger } = parts;
  const reported = new Map<string, string>();
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function pass(): Promise<void> {
    try {
      const refused = await sealAll(parts);
      for (const [companyId, reason] of refused) {
        if (reported.get(companyId) !== reason) {
          logger.error({ companyId, reason }, "a company's log is not sealed");
        }
        reported.set(companyId, reason);
      }
      for (const companyId of reported.keys()) {
        if (!refused.has(companyId)) reported.delete(companyId);
      }
    } catch (error) {
      if (isStopping) return;
      const level = isDatabaseAway(error) ? "warn" : "error";
      logger[level]({ err: error }, "the sealer waits");
    }
  }

  function next(): void {
    if (isStopping) return;
    timer = setTimeout(() => {
      running = pass().finally(next);
    }, PAUSE_MS);
    timer.unref();
  }

  return {
    start: next,
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
