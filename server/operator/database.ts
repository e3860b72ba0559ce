import { backup, restore } from "@db/backup";
import { type LedgerReport, verifyLedgers } from "@server/ledger/verify";
import type { Command } from "./command";
import { OperatorError } from "./operator";

/** One line a company; throws when a chain or its books do not hold. */
function ledgerWords(reports: readonly LedgerReport[]): string {
  const each = reports.map((report) => JSON.stringify(report));
  if (reports.some((report) => report.faults.length > 0)) throw new OperatorError(each.join("\n"));
  return [...each, `${reports.length} ledgers hold.`].join("\n");
}

export const databaseCommands: readonly Command[] = [
  {
    name: "ledger verify",
    takes: "",
    does: "recomputes every company's chain of allocations and its books",
    run: async ({ deps }) => ledgerWords(await verifyLedgers(deps.database.db)),
  },
  {
    name: "db migrate",
    takes: "",
    does: "brings the database up to date",
    // Every command does, before it begins.
    run: () => Promise.resolve("The database is up to date."),
  },
  {
    name: "db backup",
    takes: "<file>",
    does: "writes the whole database to a file",
    async run({ deps }, file = "") {
      await backup(deps.database, file);
      return `Written to ${file}.`;
    },
  },
  {
    name: "db restore",
    takes: "<file>",
    does: "puts a backup into an empty database",
    fillsDatabase: true,
    async run({ deps }, file = "") {
      await restore(deps.database, file);
      return "Restored.";
    },
  },
];
