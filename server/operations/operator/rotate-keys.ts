import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { runText, withoutTimeouts } from "@db/client";
import { type KeyReader, listKeyReaders } from "@db/queries/key-readers";
import {
  countCallsByKey,
  countRecoveryCodesByKey,
  countValidCodesByKey,
  deleteSecretCheck,
  hasTextsOf,
} from "@db/queries/secret-checks";
import type { Deps } from "@server/context/context";
import { checkSecrets } from "@server/identity/check-secret";
import {
  type FiledSecret,
  givenSecrets,
  readSecretsFile,
  secretsFileText,
} from "@server/identity/given-secrets";
import { GONE_SECONDS } from "@server/identity/report-keys";
import { OperatorError } from "./operator";
import { rotateSecrets } from "./rotate-texts";

export type KeyDeps = Pick<Deps, "database" | "secrets" | "config">;

export interface RotateOptions {
  /** How long to wait for the instances, in ms. */
  patienceMs?: number;
  /** For tests: called after each step, which may end the command there. */
  afterStep?: (step: "added" | "read" | "present" | "written") => void | Promise<void>;
}

const PATIENCE_MS = 60_000;
const LOOK_MS = 250;
const MOST_NUMBERS = 999;
/** Links, counters of logins and anonymous calls are by the old key for so long. */
const AGE_MS = 24 * 3600_000;
/** For pg_advisory_xact_lock. */
const LOCK = 778_004;

/**
 * Exchanges the key while the product runs: the new one is in the file to be read, until every
 * instance says that it has it; then it writes, until every instance says that it does; then what is
 * stored is encrypted again. Ended anywhere and begun again, it goes on. Throws OperatorError.
 */
export async function rotateKeys(deps: KeyDeps, options: RotateOptions = {}): Promise<number> {
  const { afterStep = () => undefined } = options;
  return inTurn(deps, async (file) => {
    let keys = keysOf(deps);
    const writing = presentOf(keys);
    let next = keys.reduce((a, b) => (b.number > a.number ? b : a));
    if (next === writing && keys.length === 1) {
      if (next.number === MOST_NUMBERS) throw new OperatorError("There are no more numbers.");
      next = {
        ...{ number: next.number + 1, use: "read", since: new Date() },
        secret: randomBytes(48).toString("base64"),
      };
      keys = [...keys, next];
      writeKeys(file, keys);
      await afterStep("added");
    }
    deps.secrets.refresh();
    const { number } = next;
    // A known text by the new key: another machine's file with another key of this number is found.
    await checkSecrets(deps.database.db, keys);
    await waitFor(deps, options, `do not read key ${number}`, ({ readable }) =>
      readable.includes(number),
    );
    await afterStep("read");
    if (next.use === "read") {
      writeKeys(
        file,
        keys.map((key) => {
          const use = key.number === number ? "present" : "read";
          return use === key.use ? key : { ...key, use, since: new Date() };
        }),
      );
      deps.secrets.refresh();
      await afterStep("present");
    }
    await waitFor(
      deps,
      options,
      `do not write with key ${number}`,
      ({ present }) => present === number,
    );
    await afterStep("written");
    return rotateSecrets(deps);
  });
}

/** What still needs the keys that only read, in words; empty if nothing does. */
export async function needsOf(
  { database: { db } }: Pick<Deps, "database">,
  old: readonly FiledSecret[],
): Promise<string[]> {
  const numbers = new Set(old.map(({ number }) => number));
  const sum = <T extends { number: number }>(rows: readonly T[], count: (row: T) => number) =>
    rows.filter(({ number }) => numbers.has(number)).reduce((all, row) => all + count(row), 0);
  const counts: [number, string][] = [
    [sum(await countRecoveryCodesByKey(db), (row) => row.codes), "recovery codes"],
    [sum(await countValidCodesByKey(db), (row) => row.codes), "mailed codes and invitations"],
    [sum(await countCallsByKey(db), (row) => row.calls), "answers of calls that may be repeated"],
  ];
  const needs = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const changed = Math.max(...old.map(({ since }) => since.getTime()));
  if (Date.now() - changed < AGE_MS) needs.push("links and counters of the last 24 hours");
  return needs;
}

/**
 * Takes the keys that only read out of the file, if nothing needs them; `isNow` ends what does,
 * except texts. Returns their numbers. Throws OperatorError.
 */
export async function retireKeys(
  deps: KeyDeps,
  { isNow, ...options }: RotateOptions & { isNow: boolean },
): Promise<number[]> {
  return inTurn(deps, async (file) => {
    const keys = keysOf(deps);
    const present = presentOf(keys);
    const old = keys.filter((key) => key !== present);
    if (old.some(({ number }) => number > present.number)) {
      throw new OperatorError('A newer key does not write yet: run "secrets rotate" to its end.');
    }
    const numbers = old.map(({ number }) => number);
    if (old.length === 0) return [];
    await refuseTextsOf(deps, numbers);
    const needs = isNow ? [] : await needsOf(deps, old);
    if (needs.length > 0) {
      throw new OperatorError(
        `Still by ${named(numbers)}: ${needs.join(", ")}. Try later, or "secrets retire now", which ends them.`,
      );
    }
    writeKeys(file, [present]);
    deps.secrets.refresh();
    try {
      await waitFor(deps, options, `still read ${named(numbers)}`, ({ readable }) =>
        numbers.every((number) => !readable.includes(number)),
      );
      // An instance that was away for long may have written with it meanwhile.
      await refuseTextsOf(deps, numbers);
    } catch (error) {
      writeKeys(file, keys);
      deps.secrets.refresh();
      await waitFor(deps, options, `do not read ${named(numbers)} again`, ({ readable }) =>
        numbers.every((number) => readable.includes(number)),
      ).catch(() => undefined);
      throw error;
    }
    for (const number of numbers) await deleteSecretCheck(deps.database.db, number);
    return numbers;
  });
}

export const named = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `key ${numbers[0]}` : `the keys ${numbers.join(", ")}`;

async function refuseTextsOf({ database }: KeyDeps, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    if (!(await hasTextsOf(database.db, number))) continue;
    throw new OperatorError(`Texts of key ${number} are stored: run "secrets rotate" first.`);
  }
}

function presentOf(keys: readonly FiledSecret[]): FiledSecret {
  const present = keys.find(({ use }) => use === "present");
  if (!present) throw new OperatorError("There is no present key.");
  return present;
}

/** The keys of the file; before it exists, those of the settings. */
export function keysOf({ config }: Pick<Deps, "config">): FiledSecret[] {
  const filed = config.appSecretsFile === null ? null : readSecretsFile(config.appSecretsFile);
  if (filed) return filed;
  const since = new Date();
  return givenSecrets(config).map((key, at) => ({
    ...key,
    ...{ use: at === 0 ? "present" : "read", since },
  }));
}

/** One command at a time: a second one is refused. */
async function inTurn<T>(
  { database, config }: KeyDeps,
  run: (file: string) => Promise<T>,
): Promise<T> {
  const file = config.appSecretsFile;
  if (file === null) throw new OperatorError("APP_SECRETS_FILE is not set.");
  return database.db.transaction(async (tx) => {
    await withoutTimeouts(tx);
    await runText(tx, "SET LOCAL idle_in_transaction_session_timeout = 0", []);
    const [row] = await runText(tx, `SELECT pg_try_advisory_xact_lock(${LOCK}) AS is_ours`, []);
    if (row?.is_ours !== true) throw new OperatorError("The keys are being changed already.");
    return run(file);
  });
}

/** Replaces the file as a whole, for its owner alone. */
function writeKeys(file: string, keys: readonly FiledSecret[]): void {
  if (keys.some(({ secret }) => /[\r\n]/.test(secret))) {
    throw new OperatorError("APP_SECRET has a line break, which the file cannot hold.");
  }
  const part = `${file}.new`;
  try {
    const owner = statSync(file, { throwIfNoEntry: false }) ?? statSync(path.dirname(file));
    const handle = openSync(part, "w", 0o600);
    writeFileSync(handle, secretsFileText(keys));
    fsyncSync(handle);
    closeSync(handle);
    // A command of root writes for the server's user.
    if (process.getuid?.() === 0) chownSync(part, owner.uid, owner.gid);
    renameSync(part, file);
  } catch (error) {
    throw new OperatorError(
      `The file of APP_SECRETS_FILE cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

async function waitFor(
  { database }: KeyDeps,
  { patienceMs = PATIENCE_MS }: RotateOptions,
  what: string,
  is: (reader: KeyReader) => boolean,
): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const late = (await listKeyReaders(database.db, GONE_SECONDS)).filter((one) => !is(one));
    if (late.length === 0) return;
    if (Date.now() > end) {
      throw new OperatorError(
        `${late.map(({ name }) => name).join("; ")}: ${what}. Copy APP_SECRETS_FILE to their machine, then run this again: it goes on here.`,
      );
    }
    await after(LOOK_MS);
  }
}
