import type { Executor } from "@db/client";
import {
  deleteSecretCheck,
  ensureSecretCheck,
  findSecretCheck,
  hasTextsOf,
  listEncryptedSamples,
  listSecretChecks,
} from "@db/queries/secret-checks";
import { ConfigError } from "@server/config/environment";
import {
  createSecrets,
  FIRST_NUMBER,
  type NumberedSecret,
  type SecretPurpose,
  type Secrets,
} from "./secrets";

const KNOWN_TEXT = "This database belongs to this APP_SECRET.";

/**
 * Throws ConfigError unless each given secret is the one that its number stood for when the database
 * was first started with it, and no text needs a key that is not given. Without a stored check value,
 * the secret must decrypt some stored value of its number; if there is none, any secret is accepted.
 * Safe with concurrent instances: the first stored check value wins.
 */
export async function checkSecrets(db: Executor, given: readonly NumberedSecret[]): Promise<void> {
  const numbers = new Set(given.map(({ number }) => number));
  const others = (await listSecretChecks(db)).filter((number) => !numbers.has(number));
  for (const number of others) {
    if (!(await hasTextsOf(db, number))) continue;
    throw new ConfigError(
      `Texts of key ${number} are stored: give it in APP_SECRETS_READ until "secrets rotate" is done.`,
    );
  }
  for (const { number, secret } of given) {
    await checkSecret(db, number, createSecrets(secret, { number }));
  }
  // Nothing needs them any more.
  for (const number of others) await deleteSecretCheck(db, number);
}

async function checkSecret(db: Executor, number: number, secrets: Secrets): Promise<void> {
  let check = await findSecretCheck(db, number);
  if (check === undefined) {
    const samples = await listEncryptedSamples(db, number);
    const opens = samples.some(({ purpose, text }) => canDecrypt(secrets, purpose, text));
    if (samples.length > 0 && !opens) throw wrongSecret(number);
    await ensureSecretCheck(db, secrets.encrypt("secret-check", KNOWN_TEXT), number);
    check = await findSecretCheck(db, number);
  }
  if (check === undefined || !canDecrypt(secrets, "secret-check", check)) throw wrongSecret(number);
}

function canDecrypt(secrets: Secrets, purpose: SecretPurpose, text: string): boolean {
  try {
    secrets.decrypt(purpose, text);
    return true;
  } catch {
    return false;
  }
}

const wrongSecret = (number: number) =>
  new ConfigError(
    number === FIRST_NUMBER
      ? "APP_SECRET is not the one that this database was first started with."
      : `The secret of number ${number} is not the one that this database was first started with.`,
  );
