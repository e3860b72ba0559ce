import type { Options } from "@node-rs/argon2";
import { Piscina } from "piscina";
import { workerFile } from "@server/platform";
import { createLimiter } from "@db/limiter";
import { BUSY } from "@server/platform/rules/refusals/busy";
import type { PasswordJob } from "./password-worker";

/** argon2id with a bound on how many run at once, so that logins cannot exhaust the machine. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Verifying against a null hash takes as long as a wrong password, so timing does not reveal accounts. */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** True if a hash has other parameters than new ones. */
  isOutdated(hash: string): boolean;
}

/** OWASP's least argon2id setting is 19 MiB, two passes and one lane. */
const ARGON2ID = 2;
const [MEMORY, PASSES] = [19_456, 2];
const SETTING = `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=1$`;
const OPTIONS: Options = {
  algorithm: ARGON2ID,
  memoryCost: MEMORY,
  timeCost: PASSES,
  parallelism: 1,
};

/** Verifying an unknown account against this dummy hash takes as long as verifying a known one. */
const NOBODYS = `${SETTING}c29tZXNhbHRzb21lc2FsdA$Y2fdFFLHWBaNBOMlNi8P8Aa7WDJtLVN0Kx2WvNUcVQI`;

/**
 * The threads yield to pages: a page that becomes ready takes a processor from them at once, and
 * beside a busy process they still get a tenth of it.
 */
const NICE = 10;
/** An unused thread is ended, since it keeps memory. */
const IDLE_MS = 30_000;

/**
 * Runs at most `atOnce` hashes, in threads of lower priority; at most `queued` wait, and further
 * ones are refused with SERVER_BUSY.
 */
export function createPasswords({ atOnce = 2, queued = 100 } = {}): Passwords {
  const limiter = createLimiter([{ atOnce, waiting: queued }], BUSY);
  const filename = workerFile(import.meta.url, "password-worker");
  const pool = new Piscina<PasswordJob, string | boolean>({
    filename,
    minThreads: 0,
    maxThreads: atOnce,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
    env: {},
    execArgv: filename.endsWith(".ts") ? ["--import", "tsx"] : [],
  });

  const inTurn = (job: PasswordJob) => limiter.run(() => pool.run(job));

  return {
    async hash(password) {
      return String(await inTurn({ hash: password, options: OPTIONS }));
    },
    async verify(stored, password) {
      const against = stored ?? NOBODYS;
      const matches = await inTurn({ verify: password, against });
      return stored !== null && matches === true;
    },
    isOutdated: (hash) => !hash.startsWith(SETTING),
  };
}
