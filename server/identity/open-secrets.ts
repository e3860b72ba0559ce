import { existsSync } from "node:fs";
import { givenSecrets, type SecretSettings } from "./given-secrets";
import {
  createSecrets,
  numberOfHash,
  numberOfText,
  type NumberedSecret,
  type Secrets,
} from "./secrets";

const secretsOf = ([present, ...others]: readonly NumberedSecret[]): Secrets =>
  createSecrets(present!.secret, { number: present!.number, others });

/**
 * The keys of the settings. Those of a file are read again by `refresh`, and before a text or hash
 * of an unknown key is refused: whoever wrote it has read the file already. Throws ConfigError.
 */
export function openSecrets(settings: SecretSettings): Secrets {
  let given = givenSecrets(settings);
  let current = secretsOf(given);
  const file = settings.appSecretsFile;
  let isFiled = file !== null && existsSync(file);
  const refresh = (): boolean => {
    if (file === null) return false;
    const exists = existsSync(file);
    // A missing file does not switch back to the settings.
    if (!exists && isFiled) return false;
    isFiled = exists;
    const next = givenSecrets(settings);
    if (JSON.stringify(next) === JSON.stringify(given)) return false;
    given = next;
    current = secretsOf(next);
    return true;
  };
  const having = (number: number | undefined): Secrets => {
    if (number !== undefined && !current.numbers().includes(number)) {
      try {
        refresh();
      } catch {
        // `reportKeys` logs it; the keys stay as they are.
      }
    }
    return current;
  };
  return {
    encrypt: (purpose, plain) => current.encrypt(purpose, plain),
    decrypt: (purpose, text) => having(numberOfText(text)).decrypt(purpose, text),
    keyedHash: (purpose, value) => current.keyedHash(purpose, value),
    keyedHashes: (purpose, value) => current.keyedHashes(purpose, value),
    matches: (purpose, value, hash) => having(numberOfHash(hash)).matches(purpose, value, hash),
    numbers: () => current.numbers(),
    refresh,
  };
}
