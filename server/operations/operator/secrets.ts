import {
  countCallsByKey,
  countEncrypted,
  countRecoveryCodesByKey,
  hasTextsOf,
} from "@db/queries/secret-checks";
import { listKeyReaders } from "@db/queries/key-readers";
import { GONE_SECONDS } from "@server/identity/report-keys";
import { type Command, lines } from "./command";
import { OperatorError, UsageError } from "./operator";
import { type KeyDeps, keysOf, named, needsOf, retireKeys, rotateKeys } from "./rotate-keys";
import { rotateSecrets } from "./rotate-texts";

/** Exchanges the key of the file, and says what still needs the old one. */
async function rotateFiled(deps: KeyDeps): Promise<string> {
  const done = await rotateKeys(deps);
  const [present = 0, ...old] = deps.secrets.numbers();
  const filed = keysOf(deps).filter(({ number }) => old.includes(number));
  const needs = filed.length > 0 ? await needsOf(deps, filed) : [];
  return [
    `Key ${present} writes in every instance. ${done} texts were encrypted again; none needs ${named(old)} any more.`,
    `Keep a copy of ${deps.config.appSecretsFile} where the backups are not; those from before need the old key.`,
    needs.length > 0
      ? `Still by ${named(old)}: ${needs.join(", ")}. Later "secrets retire" takes it away.`
      : `"secrets retire" takes ${named(old)} away.`,
  ].join("\n");
}

export const secretCommands: readonly Command[] = [
  {
    name: "secrets list",
    words: [],
    does: "the keys by number with what each has, and the keys of each process that serves",
    async run({ deps: { database, secrets } }) {
      const [present] = secrets.numbers();
      const given = new Set(secrets.numbers());
      const texts = await countEncrypted(database.db);
      const codes = await countRecoveryCodesByKey(database.db);
      const numbers = new Set([...given, ...[...texts, ...codes].map(({ number }) => number)]);
      const readers = await listKeyReaders(database.db, GONE_SECONDS);
      return lines([
        ...[...numbers]
          .sort((a, b) => a - b)
          .map((number) => [
            String(number),
            number === present ? "present" : given.has(number) ? "read" : "missing",
            ...texts
              .filter((one) => one.number === number)
              .map((one) => `${one.purpose} ${one.texts}`),
            ...codes
              .filter((one) => one.number === number)
              .map((one) => `recovery codes ${one.codes}`),
          ]),
        ...readers.map((one) => [
          one.name,
          `writes with ${one.present}`,
          `reads ${[...one.readable].sort((a, b) => a - b).join(", ")}`,
        ]),
      ]);
    },
  },
  {
    name: "secrets rotate",
    words: [],
    does: "exchanges the key in APP_SECRETS_FILE for a new one while the product runs, and encrypts every text by it; without that file, encrypts by the present APP_SECRET",
    async run({ deps }) {
      const { config, database, secrets } = deps;
      if (config.appSecretsFile !== null) return rotateFiled(deps);
      const done = await rotateSecrets(deps);
      const [present, ...old] = secrets.numbers();
      if (old.length === 0) {
        return done === 0
          ? `Every text is of key ${present}: there is nothing to do.`
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
        `${done} texts were encrypted again. No text needs ${named(old)} any more.`,
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
  {
    name: "secrets retire",
    words: ["[now]"],
    does: "takes the old keys out of APP_SECRETS_FILE if nothing needs them; with `now` it also ends codes and links by them",
    async run({ deps }, [now]) {
      if (now !== undefined && now !== "now") throw new UsageError(`"${now}" should read now.`);
      const numbers = await retireKeys(deps, { isNow: now === "now" });
      if (numbers.length === 0) return "There is one key: there is nothing to do.";
      return `No instance reads ${named(numbers)} any more.`;
    },
  },
];
