import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import pg from "pg";
import { createDatabase, type Database, runText } from "../client";
import { findBinaries, reachableBinaries } from "../embedded/binaries";
import { freePort, type Home, openHome } from "../embedded/home";
import { OWNER, passwordOf } from "../embedded/initialise";
import { findPostmaster, lastWords, launch, stopPostmaster } from "../embedded/postmaster";
import { startEmbedded } from "../embedded/server";
import { migrate } from "../migrate";
import type { TestDatabase } from "./test-database";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const MOST_CONNECTIONS = 100;

/** A PostgreSQL of its own, and a standby that follows it by streaming. */
export interface Followed {
  /** The migrated database of the primary. */
  primary: TestDatabase;
  /** The standby's address, and a client of it for a test's own questions. */
  url: string;
  standby: Database;
  /** Stops and continues the replay: the standby receives all, and shows none of it meanwhile. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Waits until the standby shows all that the primary has committed. */
  caughtUp(): Promise<void>;
  /** Stops the standby, and starts it again at the same address. */
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  end(): Promise<void>;
}

/** Starts both of the embedded binaries, which have no pg_basebackup: the files are copied online. */
export async function followedDatabase(): Promise<Followed> {
  const folders = ["primary", "standby"].map((name) => {
    const folder = mkdtempSync(join(tmpdir(), `prelaunch-test-${name}-`));
    if (process.getuid?.() === 0) chmodSync(folder, 0o711);
    return folder;
  });
  const [primaryFolder = "", standbyFolder = ""] = folders;
  const server = await startEmbedded(
    { dataDir: primaryFolder, maxConnections: MOST_CONNECTIONS },
    quiet,
  );
  const primary = createDatabase({ url: server.url, max: 10 });
  await migrate(primary);
  const home = openHome(standbyFolder);
  await copyOnline(openHome(primaryFolder), home, server.url);
  const binaries = reachableBinaries(findBinaries(), home.account, home.path);
  const port = await freePort();
  const startStandby = async () => {
    const how = { port, isDurable: true, maxConnections: MOST_CONNECTIONS, hasSocket: false };
    launch(home, binaries, how);
    await until("the standby answers", () => findPostmaster(home)?.state === "ready", home);
  };
  const stopStandby = async () => {
    const running = findPostmaster(home);
    if (running) await stopPostmaster(home, running.pid);
  };
  await startStandby();
  const url = `postgres://${OWNER}:${passwordOf(home)}@127.0.0.1:${port}/${OWNER}`;
  const standby = createDatabase({ url, max: 2, applicationName: "a test's own questions" });
  const ask = async (database: Database, question: string, values: unknown[] = []) =>
    (await runText<{ answer: unknown }>(database.db, `SELECT ${question} AS answer`, values))[0]
      ?.answer;
  const end = async () => {
    await standby.close();
    await stopStandby();
    await primary.close();
    await server.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
  };
  return {
    primary: { ...primary, url: server.url, drop: () => Promise.resolve() },
    url,
    standby,
    pause: async () => void (await ask(standby, "pg_wal_replay_pause()")),
    resume: async () => void (await ask(standby, "pg_wal_replay_resume()")),
    async caughtUp() {
      const at = await ask(primary, "pg_current_wal_insert_lsn()::text");
      const has = () => ask(standby, "pg_last_wal_replay_lsn() >= $1::pg_lsn", [at]);
      // A commit that waits for no disk is written within a fraction of a second.
      await until("the standby has caught up", async () => (await has()) === true, home);
    },
    stopStandby,
    startStandby,
    end,
  };
}

/** What pg_basebackup does: copies the files of a running server, and says how to follow it. */
async function copyOnline(from: Home, to: Home, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SELECT pg_backup_start('standby', true)");
  execFileSync("cp", ["-a", from.data, to.data]);
  const { rows } = await client.query<{ labelfile: string }>(
    "SELECT labelfile FROM pg_backup_stop()",
  );
  await client.end();
  for (const name of ["postmaster.pid", "postmaster.opts"])
    rmSync(join(to.data, name), { force: true });
  const own = (name: string, text: string) => {
    writeFileSync(join(to.data, name), text, { mode: 0o600 });
    if (to.account) chownSync(join(to.data, name), to.account.uid, to.account.gid);
  };
  own("backup_label", rows[0]?.labelfile ?? "");
  own("standby.signal", "");
  const { port } = findPostmaster(from) ?? { port: 0 };
  const source = `host=127.0.0.1 port=${port} user=${OWNER} password=${passwordOf(from)}`;
  appendFileSync(
    join(to.data, "postgresql.auto.conf"),
    `primary_conninfo = '${source}'\nwal_retrieve_retry_interval = '200ms'\n`,
  );
}

async function until(what: string, isSo: () => unknown, home: Home): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It never happened: ${what} (${lastWords(home)}).`);
    await after(20);
  }
}
