import { pino } from "pino";
import {
  type BackupConfig,
  type Config,
  ConfigError,
  readConfig,
} from "@server/platform/config/environment";
import {
  type Contents,
  listBackups,
  makeBackup,
  rehearse,
  restoreBackup,
  writeBackup,
} from "@ops/backups/backups";
import { createDatabase, type Executor } from "@db/client";
import { errorCode, NO_RIGHT } from "@db/errors";
import { checkSecrets } from "@server/access/throttles/app-secret";
import { type Command, formatRows } from "@ops/operator/command";
import { OperatorError } from "@ops/operator/operator";

function backupsOf({ backups }: Pick<Config, "backups">): BackupConfig {
  if (!backups) throw new ConfigError("BACKUP_DIR and BACKUP_KEY are not set.");
  return backups;
}

const summary = ({ rows, files, missing }: Contents): string =>
  [`${rows} rows`, `${files} files`, ...(missing > 0 ? [`${missing} files are missing`] : [])].join(
    ", ",
  );

/** Lists the backups, without the product's database. */
async function listing(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const found = await listBackups(backupsOf(readConfig(env)));
  return formatRows(found.map(({ name, takenAt, bytes }) => [name, takenAt.toISOString(), bytes]));
}

async function rehearsal(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const config = backupsOf(readConfig(env));
  const { backup, ...contents } = await rehearse(config, pino({ level: "silent" }));
  return `${backup} was restored and verified: ${summary(contents)}.`;
}

const restoring = (name: string): Command => ({
  name,
  words: ["<file>"],
  does: "puts rows and files of a backup into a database without a company, and the storage",
  fillsDatabase: true,
  async run({ deps }, [file = ""]) {
    const { key } = backupsOf(deps.config);
    const { databaseOwnerUrl: url } = deps.config;
    // The owner of the tables fills them; the next start grants the serving role its rights.
    const database = url === null ? deps.database : createDatabase({ url, max: 2 });
    try {
      const accept = (tx: Executor) => checkSecrets(tx, deps.config, "this backup was made with");
      const contents = await restoreBackup({ ...deps, database }, file, key, { accept });
      return `Restored: ${summary(contents)}.`;
    } catch (error) {
      if (errorCode(error) !== NO_RIGHT) throw error;
      throw new OperatorError(
        `The role of ${url === null ? "DATABASE_URL" : "DATABASE_OWNER_URL"} may not fill this database: DATABASE_OWNER_URL must name the role that owns it.`,
      );
    } finally {
      if (database !== deps.database) await database.close();
    }
  },
});

export const backupCommands: readonly Command[] = [
  {
    name: "backup make",
    words: [],
    does: "writes rows and files, encrypted, to BACKUP_DIR, and deletes what is kept no longer",
    needsNoSecret: true,
    async run({ deps }) {
      const { file, deleted, ...contents } = await makeBackup(deps, backupsOf(deps.config));
      return [
        `Written to ${file}: ${summary(contents)}.`,
        ...deleted.map((name) => `Deleted ${name}.`),
      ].join("\n");
    },
  },
  {
    name: "backup list",
    words: [],
    does: "each backup in BACKUP_DIR, when it was made, and its bytes",
    runsAlone: listing,
    run: () => listing(process.env),
  },
  {
    name: "backup rehearse",
    words: [],
    does: "restores the last backup into a temporary database and verifies it",
    runsAlone: rehearsal,
    run: () => rehearsal(process.env),
  },
  restoring("backup restore"),
  {
    name: "db backup",
    words: ["<file>"],
    does: "writes a backup to this file, and deletes none",
    needsNoSecret: true,
    async run({ deps }, [file = ""]) {
      const { key } = backupsOf(deps.config);
      return `Written to ${file}: ${summary(await writeBackup(deps, file, key))}.`;
    },
  },
  restoring("db restore"),
  {
    name: "db migrate",
    words: [],
    does: "brings the database up to date",
    needsNoSecret: true,
    // Every command migrates before it runs.
    run: () => Promise.resolve("The database is up to date."),
  },
];
