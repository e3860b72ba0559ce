import { undoAll, undoWhenInterrupted } from "@tools/faults/harness/clean-up";
import { markdownTable, printLine } from "@tools/faults/report";
import { type Attack, type Form, Tries } from "./attack";
import { createTarget } from "@tools/attacks/harness/target";
import { cellsOf, HEAD, isRefused, notesOf, type Row } from "./report";
import { bodies } from "@tools/attacks/suite/texts/bodies";
import { brandColours } from "@tools/attacks/suite/texts/brand-colours";
import { bruteForce } from "@tools/attacks/suite/accounts/brute-force";
import { canaries } from "@tools/attacks/suite/texts/canaries";
import { enumeration } from "@tools/attacks/suite/accounts/enumeration";
import { files } from "@tools/attacks/suite/addresses/files";
import { hosts } from "@tools/attacks/suite/addresses/hosts";
import { fairness } from "@tools/attacks/suite/accounts/fairness";
import { machines } from "@tools/attacks/suite/accounts/machines";
import { secondAdmin } from "@tools/attacks/suite/accounts/second-admin";
import { injection } from "@tools/attacks/suite/texts/injection";
import { reads } from "@tools/attacks/suite/addresses/reads";
import { reflected } from "@tools/attacks/suite/texts/reflected";
import { sessions } from "@tools/attacks/suite/accounts/sessions";
import { redirects } from "@tools/attacks/suite/addresses/redirects";

/** The attacks in their order; they run one after the other against one installation. */
const ATTACKS: readonly Attack[] = [
  ...sessions,
  ...redirects,
  ...hosts,
  ...bruteForce,
  ...secondAdmin,
  ...machines,
  ...fairness,
  ...enumeration,
  ...canaries,
  ...reflected,
  ...reads,
  ...brandColours,
  ...injection,
  ...files,
  ...bodies,
];

const words = process.argv.slice(2);
const form: Form = words.includes("--short") ? "short" : "whole";
const asked = words.filter((word) => !word.startsWith("--"));
const unknown = asked.find((name) => !ATTACKS.some((attack) => attack.name === name));
if (unknown) {
  printLine(
    `There is no attack "${unknown}"; there are: ${ATTACKS.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(1);
}
const wanted = ATTACKS.filter(({ name, isInShort }) =>
  asked.length > 0 ? asked.includes(name) : form === "whole" || isInShort,
);

const startedAt = performance.now();
const rows: Row[] = [];
undoWhenInterrupted();
printLine(`Attacks, ${form} form`);
try {
  const target = await createTarget();
  for (const { name, tried, run } of wanted) {
    const begin = performance.now();
    const tries = new Tries();
    try {
      await target.forget();
      await run(target, tries, form);
    } catch (error) {
      tries.seen.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    rows.push({ attack: name, tried, tries, seconds: (performance.now() - begin) / 1000 });
    printLine(`${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  }
  await target.close();
} finally {
  await undoAll();
}
printLine("");
printLine(markdownTable(HEAD, rows.map(cellsOf)));
printLine("");
for (const note of rows.flatMap(notesOf)) printLine(note);
const failed = rows.filter((row) => !isRefused(row)).length;
const seconds = (performance.now() - startedAt) / 1000;
printLine(`\n${rows.length - failed} attacks refused, ${failed} not, in ${seconds.toFixed(0)} s`);
process.exit(failed === 0 && rows.length > 0 ? 0 : 1);
