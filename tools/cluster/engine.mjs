import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";

/** The environment with /usr/sbin in PATH, where Debian installs some of the programs. */
export const PATHS = { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin` };

/** A program of the cluster. It is started again when it ends by itself, as systemd does. */
export class Engine {
  #child = null;
  #isWanted = false;
  /** Number of times that it ended by itself. */
  ends = 0;

  /**
   * @param {string} name of its log
   * @param {string} command
   * @param {string[]} args
   * @param {object} options `folder` is of its log; it runs in `cwd`, or there; `enter` is a command
   *   that runs another one at another place; `postmaster` the file with the process id of a database
   *   that it starts
   */
  constructor(
    name,
    command,
    args,
    { folder, as, cwd = folder, env = {}, enter = [], postmaster = null },
  ) {
    const [program, ...rest] = [...enter, command, ...args];
    Object.assign(this, { name, command: program, args: rest, folder, as, cwd, env, postmaster });
  }

  get pid() {
    return this.#child?.pid ?? 0;
  }

  get #file() {
    return path.join(this.folder, `${this.name}.log`);
  }

  get log() {
    return readFileSync(this.#file, "utf8").trimEnd();
  }

  /** The end of its log, in a few lines. */
  get lastLogLines() {
    return this.log.split("\n").slice(-10).join("\n");
  }

  start() {
    this.#isWanted = true;
    const log = openSync(this.#file, "a", 0o600);
    const settings = Object.fromEntries(
      Object.entries(this.env).map(([name, value]) => [name, String(value)]),
    );
    const child = spawn(this.command, this.args, {
      ...this.as,
      cwd: this.cwd,
      env: { ...PATHS, HOME: this.folder, ...settings },
      stdio: ["ignore", log, log],
      // Ctrl-C reaches the script alone, which ends all engines in order.
      detached: true,
    });
    closeSync(log);
    this.#child = child;
    child.once("exit", () => {
      if (this.#child === child) this.#child = null;
      if (!this.#isWanted) return;
      this.ends += 1;
      setTimeout(() => this.#isWanted && !this.#child && this.start(), 200);
    });
  }

  /** Returns all its processes, the database's included. */
  #pids() {
    const pids = [this.pid, postmasterOf(this.postmaster)].filter(Boolean);
    return [...pids, ...pids.flatMap(childrenOf)];
  }

  /** Sends a signal to its own process only. */
  signalFirst(signal) {
    this.#child?.kill(signal);
  }

  /**
   * Sends a signal to all its processes at once: SIGKILL is a machine's loss, SIGSTOP one cut off.
   */
  signal(signal) {
    for (const pid of this.#pids()) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process ended meanwhile.
      }
    }
  }

  /** Ends it at once, as a loss of power does; it stays away until `start`. */
  kill() {
    this.#isWanted = false;
    this.signal("SIGKILL");
  }

  async stop() {
    this.#isWanted = false;
    const child = this.#child;
    // Processes that it started may go on without it.
    if (!child) return this.kill();
    this.signal("SIGCONT");
    child.kill("SIGTERM");
    await Promise.race([once(child, "exit"), after(20_000, null, { ref: false })]);
    this.kill();
  }
}

/**
 * Returns the process that a database's file names; 0 if it is gone, and another may have its
 * number.
 */
function postmasterOf(file) {
  if (!file) return 0;
  try {
    const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
    const isIts = readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(path.dirname(file));
    return isIts ? pid : 0;
  } catch {
    return 0;
  }
}

function childrenOf(pid) {
  try {
    const own = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    return own.filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
