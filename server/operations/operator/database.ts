import { backup, restore } from "@db/backup";
import type { Command } from "./command";

export const databaseCommands: readonly Command[] = [
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
