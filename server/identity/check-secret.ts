import type { Executor } from "@db/client";
import {
  ensureSecretCheck,
  findSecretCheck,
  listEncryptedSamples,
} from "@db/queries/secret-checks";
import { ConfigError } from "@server/config/environment";
import type { SecretPurpose, Secrets } from "./secrets";

const KNOWN_TEXT = "This database belongs to this APP_SECRET.";

/**
 * Throws ConfigError unless APP_SECRET is the one the database was first started with. Without a stored
 * check value, the secret must decrypt some stored value; if nothing is encrypted, any secret is accepted.
 * Safe with concurrent instances: the first stored check value wins.
 */
export async function checkSecret(db: Executor, secrets: Secrets): Promise<void> {
  let check = await findSecretCheck(db);
  if (check === undefined) {
    const samples = await listEncryptedSamples(db);
    const opens = samples.some(({ purpose, text }) => canDecrypt(secrets, purpose, text));
    if (samples.length > 0 && !opens) throw wrongSecret();
    await ensureSecretCheck(db, secrets.encrypt("secret-check", KNOWN_TEXT));
    check = await findSecretCheck(db);
  }
  if (check === undefined || !canDecrypt(secrets, "secret-check", check)) throw wrongSecret();
}

function canDecrypt(secrets: Secrets, purpose: SecretPurpose, text: string): boolean {
  try {
    secrets.decrypt(purpose, text);
    return true;
  } catch {
    return false;
  }
}

const wrongSecret = () =>
  new ConfigError("APP_SECRET is not the one that this database was first started with.");
