import { undoAll, undoWhenInterrupted } from "@tools/faults/harness/clean-up";
import { install, type Installation } from "@tools/faults/harness/installation";
import { printLine, type Row, tableOf } from "./report";
import type { Form, Scenario } from "./scenario";
import { clock } from "@tools/faults/scenarios/clock";
import { databaseRestarts } from "@tools/faults/scenarios/database-restarts";
import { diskFull } from "@tools/faults/scenarios/disk-full";
import { killedApp } from "@tools/faults/scenarios/killed-app";
import { lastTokens } from "@tools/faults/scenarios/last-tokens";
import { mailAway } from "@tools/faults/scenarios/mail-away";
import { modifications } from "@tools/faults/scenarios/modifications";
import { oneKey } from "@tools/faults/scenarios/one-key";
import { oneOrder } from "@tools/faults/scenarios/one-order";
import { sweepsStopped } from "@tools/faults/scenarios/sweeps-stopped";
import { slowClients } from "@tools/faults/scenarios/slow-clients";
import { storageAway } from "@tools/faults/scenarios/storage-away";
import { restarts } from "@tools/faults/scenarios/restarts";
import { takeover } from "@tools/faults/scenarios/takeover";

/** Scenarios of one group share an installation and run one after the other. */
const GROUPS: readonly (readonly (readonly [string, Scenario])[])[] = [
  [
    ["last-tokens", lastTokens],
    ["one-order", oneOrder],
    ["one-key", oneKey],
    ["killed-app", killedApp],
    ["database-restarts", databaseRestarts],
    ["disk-full", diskFull],
    ["storage-away", storageAway],
    ["slow-clients", slowClients],
    ["clock", clock],
  ],
  [
    ["mail-away", mailAway],
    ["sweeps-stopped", sweepsStopped],
  ],
  [["modifications", modifications]],
  [["takeover", takeover]],
  [["restarts", restarts]],
];
/**
 * The scenarios of the short form. The others have tests of their own parts in `npm test`, or take
 * minutes.
 */
const IN_SHORT = new Set(["killed-app", "database-restarts", "takeover"]);

const words = process.argv.slice(2);
const form: Form = words.includes("--short") ? "short" : "whole";
const asked = words.filter((word) => !word.startsWith("--"));
const names = GROUPS.flat().map(([name]) => name);
const unknown = asked.find((name) => !names.includes(name));
if (unknown) {
  printLine(`There is no scenario "${unknown}"; there are: ${names.join(", ")}.`);
  process.exit(1);
}
const isWanted = (name: string) =>
  asked.length > 0 ? asked.includes(name) : form === "whole" || IN_SHORT.has(name);

const seed = Number(process.env["FAULTS_SEED"] ?? 20_261_122);
const startedAt = performance.now();
const rows: Row[] = [];
undoWhenInterrupted();

async function runGroup(group: (typeof GROUPS)[number]): Promise<void> {
  let shared: Promise<Installation> | null = null;
  const site = () => (shared ??= install());
  for (const [name, scenario] of group) {
    if (!isWanted(name)) continue;
    const begin = performance.now();
    try {
      rows.push(...(await scenario({ form, seed, site })));
    } catch (error) {
      rows.push(failed(name, error));
    }
    printLine(`${name}: ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  }
  await (await (shared as Promise<Installation> | null))?.close();
}

/** A scenario that broke off counts as a missed goal. */
const failed = (name: string, error: unknown): Row => ({
  scenario: name,
  done: "broken off",
  times: 0,
  acknowledged: 0,
  refused: 0,
  unknown: 0,
  lost: 0,
  doubled: 0,
  wrongSums: 0,
  goal: "runs to its end",
  isMet: false,
  note: error instanceof Error ? (error.stack ?? error.message) : String(error),
});

printLine(`Faults, ${form} form, FAULTS_SEED=${seed}`);
try {
  await Promise.all(GROUPS.map(runGroup));
} finally {
  await undoAll();
}
printLine("");
printLine(tableOf(rows));
const missed = rows.filter(({ isMet }) => !isMet).length;
const seconds = (performance.now() - startedAt) / 1000;
printLine(`\n${rows.length - missed} goals met, ${missed} missed, in ${seconds.toFixed(0)} s`);
process.exit(missed === 0 && rows.length > 0 ? 0 : 1);
