import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { refuse } from "@server/domain/refusals/refuse";

/** argon2id with a bound on how many run at once, so that logins cannot exhaust the machine. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Verifying against a null hash takes as long as a wrong password, so timing does not reveal accounts. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/** OWASP's argon2id setting: 19 MiB, two passes, one lane. */
const ARGON2ID = 2;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A dummy hash: verifying an unknown account takes as long as verifying a known one. */
const NOBODYS =
  "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$Y2fdFFLHWBaNBOMlNi8P8Aa7WDJtLVN0Kx2WvNUcVQI";

/** At most `atOnce` hashes run and at most `queued` wait; further ones are refused with SERVER_BUSY. */
export function createPasswords({ atOnce = 2, queued = 100 } = {}): Passwords {
  const limit = pLimit(atOnce);

  async function inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (limit.activeCount + limit.pendingCount >= atOnce + queued) throw refuse("SERVER_BUSY");
    return limit(run);
  }

  return {
    hash: (password) => inTurn(() => hash(password, OPTIONS)),
    async verify(stored, password) {
      const matches = await inTurn(() => verify(stored ?? NOBODYS, password).catch(() => false));
      return stored !== null && matches;
    },
  };
}
