import type { Executor } from "@db/client";
import {
  deleteSecretCheck,
  ensureSecretCheck,
  listEncryptedSamples,
  listSecretChecks,
} from "@server/access/queries/app-secret-checks";
import {
  type Config,
  ConfigError,
  canDecrypt,
  createSecrets,
  type Secrets,
} from "@server/platform";

type GivenSecrets = Pick<Config, "appSecret" | "appSecretPrevious">;

/** The stage of an exchange of the two secrets. */
export type Exchange = "NONE" | "COMING" | "EXCHANGED" | "ROTATED";

const KNOWN_TEXT = "This database belongs to this APP_SECRET.";

const checkOf = (secret: string): string =>
  createSecrets(secret).keyedHash("secret-check", KNOWN_TEXT);

const isOf = (secret: string, check: { hash: string }): boolean => check.hash === checkOf(secret);

/** Tells secrets apart for people, who must not see them. */
const fingerprint = (hash: string): string => hash.slice(0, 8);

/**
 * Checks the secrets of the settings. Throws ConfigError unless one of them is that of the
 * database, which is that of its first start or of its last rotation, and the other one is that of
 * the other instances. Safe with concurrent instances: the first stored check value wins. `what`
 * follows "the one that" in the refusal.
 */
export async function checkSecrets(
  db: Executor,
  given: GivenSecrets,
  what = "this database was first started with",
): Promise<Secrets> {
  const { appSecret, appSecretPrevious: previous } = given;
  const both = previous === null ? [appSecret] : [appSecret, previous];
  const { own } = await listSecretChecks(db);
  if (!own) await ensureSecretCheck(db, "own", checkOf(await firstOf(db, both, what)));
  const checks = await listSecretChecks(db);
  const ofDatabase = checks.own && both.find((secret) => isOf(secret, checks.own!));
  if (ofDatabase === undefined) {
    const [theirs, ours] = [checks.own?.hash ?? "", checkOf(appSecret)].map(fingerprint);
    throw new ConfigError(
      `APP_SECRET is not the one that ${what}: that one has the fingerprint ${theirs}, this one ${ours}.`,
    );
  }
  const secrets = createSecrets(appSecret, { previous, ofDatabase });
  const second = both.find((secret) => secret !== ofDatabase);
  if (checks.other && second === undefined) {
    const samples = await listEncryptedSamples(db);
    if (!samples.every(({ purpose, text }) => canDecrypt(secrets, purpose, text))) {
      throw new ConfigError(
        'Texts by another secret are stored: give it in APP_SECRET_PREVIOUS until "secrets rotate" is done.',
      );
    }
    await deleteSecretCheck(db, "other");
  }
  if (second !== undefined) await checkSecond(db, second, second === appSecret);
  return secrets;
}

/**
 * Checks that all instances have the same second secret: a mistyped one would write texts that
 * others cannot read.
 */
async function checkSecond(db: Executor, second: string, isPresent: boolean): Promise<void> {
  const before = await listSecretChecks(db);
  // A secret that a rotation has replaced is not needed any more.
  const isOver = before.own && before.other && before.other.createdAt < before.own.createdAt;
  if (isOver && !isOf(second, before.other!)) await deleteSecretCheck(db, "other");
  await ensureSecretCheck(db, "other", checkOf(second));
  const { other } = await listSecretChecks(db);
  if (other && isOf(second, other)) return;
  throw new ConfigError(
    `${isPresent ? "APP_SECRET" : "APP_SECRET_PREVIOUS"} is not the new secret that this database was started with before.`,
  );
}

/**
 * Chooses the secret of a database without a check value: the one that reads its texts, or any if
 * it has none.
 */
async function firstOf(db: Executor, both: readonly string[], what: string): Promise<string> {
  const samples = await listEncryptedSamples(db);
  const first = both.find(
    (secret) =>
      samples.length === 0 ||
      samples.some(({ purpose, text }) => canDecrypt(createSecrets(secret), purpose, text)),
  );
  if (first === undefined) throw new ConfigError(`APP_SECRET is not the one that ${what}.`);
  return first;
}

/** Returns the stage of the exchange after `checkSecrets`, and when it was completed. */
export async function secretExchangeState(
  db: Executor,
  { appSecret, appSecretPrevious }: GivenSecrets,
): Promise<{ exchange: Exchange; since: Date }> {
  const { own, other } = await listSecretChecks(db);
  const since = own?.createdAt ?? new Date();
  if (appSecretPrevious === null || !own) return { exchange: "NONE", since };
  if (!isOf(appSecret, own)) return { exchange: "EXCHANGED", since };
  return { exchange: other && other.createdAt < since ? "ROTATED" : "COMING", since };
}
