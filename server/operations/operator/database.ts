import { backup, restore } from "@db/backup";
import { type LedgerReport, verifyLedgers } from "@server/operations/verify-ledger";
import type { Command } from "./command";
import { OperatorError } from "./operator";

/** One line per company; throws when a ledger has faults. */
function ledgerWords(reports: readonly LedgerReport[]): string {
  const each = reports.map((report) => JSON.stringify(report));
  if (reports.some((report) => report.faults.length > 0)) throw new OperatorError(each.join("\n"));
  const count = reports.length;
  return [...each, count === 1 ? "1 ledger holds." : `${count} ledgers hold.`].join("\n");
}

export const databaseCommands: readonly Command[] = [
  {
    name: "ledger verify",
    words: [],
    does: "recomputes every company's chain of allocations and its supply",
    needsNoSecret: true,
    run: async ({ deps }) => ledgerWords(await verifyLedgers(deps.database.db)),
  },
  {
    name: "db migrate",
    words: [],
    does: "brings the database up to date",
    needsNoSecret: true,
    // Every command migrates before it runs.
    run: () => Promise.resolve("The database is up to date."),
  },
  {
    name: "db backup",
    words: ["<file>"],
    does: "writes the whole database to a file",
    needsNoSecret: true,
    async run({ deps }, [file = ""]) {
      await backup(deps.database, file);
      return `Written to ${file}.`;
    },
  },
  {
    name: "db restore",
    words: ["<file>"],
    does: "puts a backup into an empty database",
    fillsDatabase: true,
    async run({ deps }, [file = ""]) {
      await restore(deps.database, file);
      return "Restored.";
    },
  },
];
