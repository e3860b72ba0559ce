import { hash, verify } from "@node-rs/argon2";
import type { Passwords } from "@server/context/passwords";
import { refuse } from "@server/domain/refusals/refuse";

/** OWASP's argon2id setting: 19 MiB, two passes, one lane. */
const ARGON2ID = 2;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of some password nobody has: an unknown account takes as long as a known one. */
const NOBODYS =
  "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$Y2fdFFLHWBaNBOMlNi8P8Aa7WDJtLVN0Kx2WvNUcVQI";

/** At most `atOnce` hashes run, and at most `queued` wait; further ones are refused SERVER_BUSY. */
export function createPasswords({ atOnce = 2, queued = 100 } = {}): Passwords {
  const waiting: (() => void)[] = [];
  let busy = 0;

  async function inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (busy >= atOnce) {
      if (waiting.length >= queued) throw refuse("SERVER_BUSY");
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      busy += 1;
    }
    try {
      return await run();
    } finally {
      // The place is handed on, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, OPTIONS)),
    async verify(stored, password) {
      const matches = await inTurn(() => verify(stored ?? NOBODYS, password).catch(() => false));
      return stored !== null && matches;
    },
  };
}
