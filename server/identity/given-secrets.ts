import { readFileSync } from "node:fs";
import { type Config, ConfigError } from "@server/config/environment";
import type { NumberedSecret } from "./secrets";

export type SecretSettings = Pick<
  Config,
  "appSecret" | "appSecretNumber" | "otherSecrets" | "appSecretsFile"
>;

/** A key in the file: what it is used for, and since when. */
export interface FiledSecret extends NumberedSecret {
  use: "present" | "read";
  since: Date;
}

const HEAD = `# Keys of this installation, written by "secrets rotate": number, use, since when, secret.
# Keep a copy where the backups are not.
`;
const LINE = /^([1-9]\d{0,2}) (present|read) (\S+) (.{32,})$/;

/** The keys of the file, the present one first; null if there is no file. Throws ConfigError. */
export function readSecretsFile(file: string): FiledSecret[] | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new ConfigError("The file of APP_SECRETS_FILE cannot be read.", { cause: error });
  }
  const keys: FiledSecret[] = [];
  for (const line of text.split("\n").filter((one) => one !== "" && !one.startsWith("#"))) {
    const [, number, use, since = "", secret = ""] = LINE.exec(line) ?? [];
    const at = new Date(since);
    if ((use !== "present" && use !== "read") || Number.isNaN(at.getTime())) {
      throw new ConfigError("APP_SECRETS_FILE has a line that is no key.");
    }
    keys.push({ number: Number(number), use, since: at, secret });
  }
  if (keys.filter(({ use }) => use === "present").length !== 1) {
    throw new ConfigError("APP_SECRETS_FILE must have one present key.");
  }
  for (const part of ["number", "secret"] as const) {
    if (new Set(keys.map((one) => one[part])).size < keys.length) {
      throw new ConfigError(`APP_SECRETS_FILE has a ${part} twice.`);
    }
  }
  return keys.sort((a, b) => Number(b.use === "present") - Number(a.use === "present"));
}

/** Formats the file for these keys. */
export const secretsFileText = (keys: readonly FiledSecret[]): string =>
  HEAD +
  keys
    .map(({ number, use, since, secret }) => `${number} ${use} ${since.toISOString()} ${secret}\n`)
    .join("");

/**
 * The keys of the file where it exists, otherwise those of the settings; the present one first.
 * Throws ConfigError if the file is not readable, or neither has a key.
 */
export function givenSecrets(settings: SecretSettings): NumberedSecret[] {
  const { appSecret, appSecretNumber, otherSecrets, appSecretsFile } = settings;
  const filed = appSecretsFile === null ? null : readSecretsFile(appSecretsFile);
  if (filed) return filed.map(({ number, secret }) => ({ number, secret }));
  if (appSecret === "") {
    throw new ConfigError(
      "The file of APP_SECRETS_FILE is not there: put its copy there, or give APP_SECRET for a first start.",
    );
  }
  return [{ number: appSecretNumber, secret: appSecret }, ...otherSecrets];
}
