import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { serverEnvironment } from "./account";
import type { Binaries } from "./binaries";
import type { Home } from "./home";

/** The contents of postmaster.pid. */
export interface Postmaster {
  pid: number;
  startedAt: Date;
  port: number;
  state: "starting" | "ready" | "stopping" | "unknown";
}

function pidFile(home: Home): string {
  return join(home.data, "postmaster.pid");
}

/**
 * Finds the server that runs on this data; null if none does. Removes a stale postmaster.pid whose
 * process id is now used by another process: PostgreSQL would refuse to start.
 */
export function findPostmaster(home: Home): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(home), "utf8").split("\n");
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  if (!isServerOn(pid, home.data)) {
    rmSync(pidFile(home), { force: true });
    return null;
  }
  const said = lines[7]?.trim();
  return {
    pid,
    startedAt: new Date(Number(lines[2]) * 1000),
    port: Number(lines[3]),
    state: said === "ready" || said === "starting" || said === "stopping" ? said : "unknown",
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function isServerOn(pid: number, data: string): boolean {
  try {
    const command =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
        : execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes(data);
  } catch {
    return false;
  }
}

/**
 * A shell script that starts a watcher, then replaces itself with the server. When this product's
 * process ends in any way, descriptor 3 closes, and the watcher tells the server to stop.
 */
const GUARDED = `
( { cat >/dev/null; read -r pid <"$PGDATA/postmaster.pid" && [ "$pid" = "$$" ] && kill -INT "$pid"; } <&3 3<&- & ) 2>/dev/null
exec 3<&-
exec "$0" "$@"`;

/**
 * Tells whether the server's folder can hold a Unix socket: its path is limited to about a hundred
 * bytes, and stands in a list whose separators it may not contain.
 */
function mayHaveSocket(home: Home): boolean {
  return /^[\w/.-]+$/.test(home.path) && socketOf(home, 65_535).length <= 100;
}

const socketOf = (home: Home, port: number): string => join(home.path, `.s.PGSQL.${port}`);

/** Returns the folder of a running server's Unix socket; null if it has none. */
export function socketFolder(home: Home, port: number): string | null {
  const isThere = statSync(socketOf(home, port), { throwIfNoEntry: false })?.isSocket() ?? false;
  return isThere ? home.path : null;
}

const LARGEST_LOG_BYTES = 5_000_000;

export interface Launch {
  port: number;
  /** False only in tests: a power failure may then lose data. */
  isDurable: boolean;
  maxConnections: number;
  /** True to listen on a Unix socket too, in the server's folder, if its path allows one. */
  hasSocket: boolean;
}

/** Starts the server in its own process group, so that Ctrl-C reaches only this process. */
export function launch(home: Home, binaries: Binaries, how: Launch): ChildProcess {
  if (existsSync(home.log) && statSync(home.log).size > LARGEST_LOG_BYTES) {
    renameSync(home.log, `${home.log}.1`);
  }
  const log = openSync(home.log, "a", 0o600);
  if (home.account) fchownSync(log, home.account.uid, home.account.gid);
  const settings = {
    listen_addresses: "127.0.0.1",
    port: how.port,
    unix_socket_directories: how.hasSocket && mayHaveSocket(home) ? home.path : "",
    unix_socket_permissions: "0700",
    max_connections: how.maxConnections,
    shared_buffers: "128MB",
    timezone: "UTC",
    log_timezone: "UTC",
    jit: "off",
    // Statements and key values are personal data; the caller logs its own errors.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
    ...(how.isDurable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  try {
    const child = spawn(
      "sh",
      [
        "-c",
        GUARDED,
        binaries.postgres,
        "-D",
        home.data,
        ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ],
      {
        ...home.account,
        cwd: home.path,
        env: { ...serverEnvironment(), PGDATA: home.data },
        stdio: ["ignore", "ignore", log, "pipe"],
        detached: true,
      },
    );
    child.unref();
    const leash = child.stdio[3];
    if (leash instanceof Socket) {
      leash.unref();
      leash.on("error", () => undefined);
    }
    child.once("exit", () => leash?.destroy());
    return child;
  } finally {
    closeSync(log);
  }
}

const FAST_MS = 15_000;

/** Stops a server; it disconnects clients and writes committed data to disk. */
export async function stopPostmaster(home: Home, pid: number): Promise<void> {
  signal(pid, "SIGINT");
  if (await isGoneWithin(home, pid, FAST_MS)) return;
  // Immediate shutdown loses no committed data; the next start replays the log.
  signal(pid, "SIGQUIT");
  await isGoneWithin(home, pid, 5000);
}

async function isGoneWithin(home: Home, pid: number, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    if (!isAlive(pid) || !isServerOn(pid, home.data)) return true;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  return false;
}

/** Tells a server to stop (SIGINT: fast shutdown, SIGQUIT: immediate shutdown). */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended already.
  }
}

/** Returns the last error lines of the server's log. */
export function lastLogLines(home: Home): string {
  try {
    const lines = readFileSync(home.log, "utf8").trim().split("\n");
    const fatalLine = lines.slice(-20).findLast((line) => /FATAL|PANIC|error/i.test(line));
    return (fatalLine ?? lines.at(-1) ?? "").replace(/^.*?(FATAL|PANIC|LOG|error): +/i, "");
  } catch {
    return "no log";
  }
}
