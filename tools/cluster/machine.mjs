/**
 * Finds the programs of the cluster on this machine: Debian's packages, and the user that
 * PostgreSQL runs as.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { PATHS } from "./engine.mjs";

/** @param {string} command */
const hasCommand = (command) =>
  spawnSync("sh", ["-c", `command -v ${command}`], { env: PATHS }).status === 0;

/** Returns the folder of the newest PostgreSQL of Debian; null without one. */
export function postgresFolder() {
  try {
    const versions = readdirSync("/usr/lib/postgresql").toSorted((a, b) => Number(b) - Number(a));
    return `/usr/lib/postgresql/${versions[0]}/bin`;
  } catch {
    return null;
  }
}

/** Returns the Debian packages that are missing. */
export function missingPackages() {
  const needed = {
    etcd: "etcd-server",
    patroni: "patroni",
    haproxy: "haproxy",
    pgbouncer: "pgbouncer",
    caddy: "caddy",
  };
  const missing = Object.entries(needed).flatMap(([command, name]) =>
    hasCommand(command) ? [] : [name],
  );
  return postgresFolder() ? missing : [...missing, "postgresql"];
}

/**
 * Returns the user of the engines for a run as root, since PostgreSQL refuses to run as root; null
 * otherwise.
 */
export function account() {
  if (process.getuid?.() !== 0) return null;
  const id = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}
