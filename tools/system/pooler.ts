import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { createDatabase } from "@db/client";
import { freePort } from "@db/embedded/home";
import { urlAtPort } from "@db/testing/url-at-port";

export interface PoolerProgram {
  command: string;
  version: string;
  /** True from 1.21 on: it keeps the named statements of its clients in transaction mode. */
  keepsStatements: boolean;
}

/**
 * The installed programs of PgBouncer: Debian's, in a folder that only root's PATH has, and those
 * that PGBOUNCER names, with colons between.
 */
export const POOLERS: readonly PoolerProgram[] = [
  ["pgbouncer", "/usr/sbin/pgbouncer"].find((command) => versionOf(command) !== null),
  ...(process.env["PGBOUNCER"] ?? "").split(":"),
].flatMap((command) => {
  const version = command ? versionOf(command) : null;
  if (!command || !version) return [];
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return [{ command, version, keepsStatements: major > 1 || minor >= 21 }];
});

function versionOf(command: string): string | null {
  const { status, stdout } = spawnSync(command, ["--version"], { encoding: "utf8" });
  return status === 0 ? (/PgBouncer ([\d.]+)/.exec(stdout)?.[1] ?? null) : null;
}

export interface Pooler {
  /** The database's URL through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in transaction mode before one database, with few connections to it. */
export async function startPooler(
  databaseUrl: string,
  {
    connections,
    program = POOLERS[0],
  }: { connections: number; program?: PoolerProgram | undefined },
): Promise<Pooler> {
  if (!program) throw new Error("PgBouncer is missing.");
  const to = new URL(databaseUrl);
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-pooler-"));
  const file = path.join(folder, "pgbouncer.ini");
  const name = to.pathname.slice(1);
  writeFileSync(
    file,
    `[databases]
${name} = host=${to.hostname} port=${to.port} dbname=${name} user=${to.username} password=${to.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 300
${program.keepsStatements ? "max_prepared_statements = 200" : ""}
`,
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(folder, 0o755);
    chmodSync(file, 0o644);
  }
  // PgBouncer refuses to run as root.
  const pooler = spawn(program.command, [...(isRoot ? ["-u", "nobody"] : []), file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said: string[] = [];
  pooler.stderr.on("data", (part) => said.push(String(part)));
  const named = urlAtPort(databaseUrl, port);
  const url = program.keepsStatements ? named : `${named}?prepare=false`;
  await untilItAnswers(url, pooler, said);
  return {
    url,
    async stop() {
      if (pooler.exitCode === null) {
        pooler.kill("SIGINT");
        await Promise.race([once(pooler, "exit"), after(5000, null, { ref: false })]);
        pooler.kill("SIGKILL");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(url: string, pooler: ChildProcess, said: string[]): Promise<void> {
  const database = createDatabase({ url, max: 1 });
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        return await database.ping();
      } catch (error) {
        if (pooler.exitCode !== null || tries === 300) {
          throw new Error(`PgBouncer does not answer: ${said.join("")}`, { cause: error });
        }
        await after(100);
      }
    }
  } finally {
    await database.close();
  }
}
