import { checkInstallation } from "@ops/running/check-installation";
import { type Command, countFaults } from "@ops/operator/command";
import { OperatorError } from "@ops/operator/operator";

/** Prints a line for each finding. Throws if one is a fault, so that the command ends with 1. */
async function check(
  env: Readonly<Record<string, string | undefined>>,
  settingsFrom = "the environment",
): Promise<string> {
  const found = await checkInstallation(env, { settingsFrom });
  const faults = found.filter(({ state }) => state === "fault").length;
  const text = found
    .map(({ part, state, text: message }) => `${state.padEnd(8)}${part.padEnd(10)}${message}`)
    .join("\n");
  if (faults > 0) throw new OperatorError(`${text}\n${countFaults(faults)}`);
  return text;
}

export const checkCommands: readonly Command[] = [
  {
    name: "check",
    words: [],
    does: "tries settings, secrets, database, clock, mail, storage, disk and DNS; changes nothing",
    runsAlone: check,
    run: () => check(process.env),
  },
];
