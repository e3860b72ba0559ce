import {
  countCallsByKey,
  countEncrypted,
  countRecoveryCodesByKey,
  encryptAgain,
  hasTextsOf,
} from "@db/queries/secret-checks";
import type { Deps } from "@server/context/context";
import { type Command, lines } from "./command";
import { OperatorError } from "./operator";

/** Texts that one look reads. */
const BATCH = 500;
/** Instances that still write with another key would keep it going for ever. */
const MOST_PASSES = 5;

/**
 * Encrypts every stored text by the present key, while the product runs. Each text is changed by
 * itself, if it is still the one that was read: ended and begun again, it goes on where texts of
 * other keys are left. Throws OperatorError where some could not be read, or new ones keep coming.
 */
export async function rotateSecrets(
  { database: { db }, secrets, config }: Pick<Deps, "database" | "secrets" | "config">,
  limit = BATCH,
): Promise<number> {
  let done = 0;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const result = await encryptAgain(db, {
      present: config.appSecretNumber,
      limit,
      again({ purpose, text }) {
        try {
          return secrets.encrypt(purpose, secrets.decrypt(purpose, text));
        } catch {
          return null;
        }
      },
    });
    done += result.done;
    if (result.unreadable > 0) {
      throw new OperatorError(
        `${done} texts were encrypted again. ${result.unreadable} cannot be read by the keys given and stay as they are: give theirs in APP_SECRETS_READ.`,
      );
    }
    if (result.done === 0) return done;
  }
  throw new OperatorError(
    `${done} texts were encrypted again, and new ones of another key keep coming: restart every instance with the present APP_SECRET first.`,
  );
}

export const secretCommands: readonly Command[] = [
  {
    name: "secrets list",
    words: [],
    does: "the keys by number, and how many texts and unused recovery codes each has",
    async run({ deps: { database, config } }) {
      const given = new Set([config.appSecretNumber, ...config.otherSecrets.map((o) => o.number)]);
      const texts = await countEncrypted(database.db);
      const codes = await countRecoveryCodesByKey(database.db);
      const numbers = new Set([...given, ...[...texts, ...codes].map(({ number }) => number)]);
      return lines(
        [...numbers]
          .sort((a, b) => a - b)
          .map((number) => [
            String(number),
            number === config.appSecretNumber ? "present" : given.has(number) ? "read" : "missing",
            ...texts
              .filter((one) => one.number === number)
              .map((one) => `${one.purpose} ${one.texts}`),
            ...codes
              .filter((one) => one.number === number)
              .map((one) => `recovery codes ${one.codes}`),
          ]),
      );
    },
  },
  {
    name: "secrets rotate",
    words: [],
    does: "encrypts every text of the keys in APP_SECRETS_READ by the present one, while the product runs",
    async run({ deps }) {
      const { config, database } = deps;
      const done = await rotateSecrets(deps);
      const old = config.otherSecrets.map(({ number }) => number);
      if (old.length === 0) {
        return done === 0
          ? `Every text is of key ${config.appSecretNumber}: there is nothing to do.`
          : `${done} texts were encrypted again.`;
      }
      for (const number of old) {
        if (await hasTextsOf(database.db, number)) {
          throw new OperatorError(`Texts of key ${number} were written meanwhile: run it again.`);
        }
      }
      const codes = (await countRecoveryCodesByKey(database.db))
        .filter(({ number }) => old.includes(number))
        .reduce((sum, one) => sum + one.codes, 0);
      const calls = (await countCallsByKey(database.db))
        .filter(({ number }) => old.includes(number))
        .reduce((sum, one) => sum + one.calls, 0);
      return [
        `${done} texts were encrypted again. No text needs ${old.length === 1 ? `key ${old[0]}` : `the keys ${old.join(", ")}`} any more.`,
        ...(codes > 0
          ? [
              `${codes} recovery codes do: they work until that key is taken from APP_SECRETS_READ. Ask their owners to make new ones first.`,
            ]
          : []),
        ...(calls > 0
          ? [
              `${calls} answers of calls with an Idempotency-Key do: repeated after that key is taken away, such a call is refused with IDEMPOTENCY_KEY_MISMATCH, or runs again where it has no session. They are deleted after 30 days.`,
            ]
          : []),
      ].join("\n");
    },
  },
];
