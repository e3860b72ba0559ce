import { setTimeout as after } from "node:timers/promises";
import { parseArgs } from "node:util";
import { missingPackages } from "./machine.mjs";
import { type Cluster, startCluster } from "@tools/cluster/faults/cluster";
import { type ClusterFault, FAULTS } from "@tools/cluster/faults/faults";
import { startProbes } from "@tools/cluster/faults/primary-probes";
import { compare, untilQuiet } from "@tools/faults/harness/checks";
import { undoAll, undoWhenInterrupted } from "@tools/faults/harness/clean-up";
import { markdownTable, median, printLine } from "@tools/faults/report";

/**
 * `npm run test:cluster`: buyers and admins on the cluster of tools/cluster, while
 * its parts are killed, frozen, cut off, filled and replaced. `--short` does each once, `--only NAME` one of them.
 */
const missing = missingPackages();
if (missing.length > 0) {
  printLine(`Missing: apt-get install ${missing.join(" ")}`);
  process.exit(1);
}
const { values: asked } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    previous: { type: "string" },
  },
});
const wanted = new Set(asked.only ?? FAULTS.map(({ name }) => name));
const unknown = [...wanted].find((name) => FAULTS.every((fault) => fault.name !== name));
if (unknown !== undefined) {
  const names = FAULTS.map(({ name }) => name).join(", ");
  printLine(`There is no fault "${unknown}"; there are: ${names}.`);
  process.exit(1);
}
const TIMES = asked.short ? 1 : 10;
const CLIENTS = asked.short ? 4 : 12;

interface Injected extends ClusterFault {
  /** Seconds of the longest time without a success, for each occurrence. */
  pauses: number[];
  /** Number of calls that were refused or lost. */
  dropped: number;
}

undoWhenInterrupted();
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await undoAll();
}

async function run(): Promise<boolean> {
  const startedAt = performance.now();
  const cluster = await startCluster({ clients: CLIENTS });
  const { engines, place, tally, journeys } = cluster;
  const probes = await startProbes(engines);
  const faults: Injected[] = [];
  for (const fault of FAULTS.filter(({ name }) => wanted.has(name))) {
    const why = fault.missing?.(cluster);
    if (why) printLine(`${fault.name} is skipped: ${why}.`);
    else faults.push(await inject(cluster, fault));
  }

  await journeys.finish();
  await cluster.whole();
  const probed = await probes.finish(place.database);
  await untilQuiet(place);
  const { faults: wrong, ...found } = await compare(
    place.database,
    journeys.company.id,
    cluster.acknowledged,
  );
  const control = await twoPrimaries(cluster);

  const isTimely = ({ pauses, goalS }: Injected) => Math.max(...pauses) <= goalS;
  const isComplete = ({ dropsNone, dropped }: Injected) => !dropsNone || dropped === 0;
  printLine("");
  printLine(
    markdownTable(
      ["fault", "how often", "pause, median", "pause, longest", "goal", "dropped", "met"],
      faults.map((fault) => [
        fault.title,
        String(fault.pauses.length),
        `${median(fault.pauses).toFixed(1)} s`,
        `${Math.max(...fault.pauses).toFixed(1)} s`,
        `≤ ${fault.goalS} s`,
        fault.dropsNone ? `${fault.dropped}, goal 0` : "",
        isTimely(fault) && isComplete(fault) ? "yes" : "NO",
      ]),
    ),
  );
  const otherRefusals = Object.entries(tally.refusals)
    .filter(([said]) => !said.startsWith("503"))
    .reduce((sum, [, count]) => sum + count, 0);
  const counts: (readonly [what: string, value: number, goal: string, isMet: boolean])[] = [
    ["acknowledged calls", tally.counts.acknowledged, "", true],
    ["answers to repeat", tally.counts.refused, "", true],
    ["those that were not 503", otherRefusals, "0", otherRefusals === 0],
    ["lost connections, asked again", tally.counts.unknown, "", true],
    ["acknowledged operations lost", found.lost, "0", found.lost === 0],
    ["operations duplicated", found.doubled, "0", found.doubled === 0],
    ["wrong sums", found.wrongSums, "0", found.wrongSums === 0],
    ["acknowledged probes", probed.acknowledged, "", true],
    ["acknowledged probes lost", probed.lost, "0", probed.lost === 0],
    ["writes of two primaries at once", probed.atOnce, "0", probed.atOnce === 0],
    ["control: a standby promoted past Patroni", control, "> 0", control > 0],
  ];
  printLine("");
  printLine(
    markdownTable(
      ["what", "count", "goal", "met"],
      counts.map(([what, value, goal, isMet]) => [
        what,
        value.toLocaleString("en"),
        goal,
        isMet ? "yes" : "NO",
      ]),
    ),
  );
  for (const line of [`answers to repeat: ${tally.said || "none"}`, ...wrong]) printLine(line);
  const isMet =
    faults.every((fault) => isTimely(fault) && isComplete(fault)) &&
    counts.every(([, , , one]) => one);
  const seconds = (performance.now() - startedAt) / 1000;
  printLine(`\n${isMet ? "Every goal is met" : "A goal is missed"}, in ${seconds.toFixed(0)} s`);
  return isMet;
}

/** Injects a fault as often as it is asked for, and measures how long the clients waited. */
async function inject(cluster: Cluster, fault: ClusterFault): Promise<Injected> {
  const { journeys, tally } = cluster;
  const before = { ...tally.counts };
  const pauses: number[] = [];
  const notes = new Set<string>();
  for (let round = 0; round < (fault.isRepeated ? TIMES : 1); round += 1) {
    await cluster.whole();
    await cluster.proceed();
    const pause = watchPause(() => journeys.successes());
    const { mend, isStopping, note } = await fault.act(cluster);
    if (note) notes.add(note);
    if (isStopping) pause.restart();
    else await cluster.proceed();
    await mend?.();
    await cluster.proceed();
    pauses.push(await pause.end());
  }
  const dropped = tally.counts.refused + tally.counts.unknown - before.refused - before.unknown;
  const said = [
    `longest pause ${Math.max(...pauses).toFixed(1)} s`,
    `${dropped} answers to repeat`,
    ...notes,
  ];
  printLine(`${fault.title}: ${pauses.length} ×, ${said.join(", ")}`);
  return { ...fault, pauses, dropped };
}

/** Measures the longest time in which a count does not grow, in seconds. */
function watchPause(count: () => number) {
  let last = performance.now();
  let longest = 0;
  let seen = count();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      await after(10);
      const now = performance.now();
      if (count() === seen) continue;
      seen = count();
      longest = Math.max(longest, now - last);
      last = now;
    }
    longest = Math.max(longest, performance.now() - last);
  })();
  return {
    /** Counts from now on. */
    restart() {
      last = performance.now();
      longest = 0;
    },
    async end() {
      isOver = true;
      await watching;
      return longest / 1000;
    },
  };
}

/**
 * Runs the control: promotes a standby while the primary serves, which Patroni never does. Returns the
 * number of writes that the probes found to be of two primaries at once; it shows that they find them.
 */
async function twoPrimaries({ engines, whole }: Cluster): Promise<number> {
  await whole();
  const standby = (await engines.states()).find(({ role }) => role === "replica");
  const primary = await engines.primary();
  if (!standby || !primary) throw new Error("There is no primary or no standby.");
  const patroni = engines.engines.get(`patroni-${standby.name}`);
  const probes = await startProbes(engines);
  await probes.proceed(10);
  // The machine's Patroni would undo the promotion.
  patroni?.signalFirst("SIGSTOP");
  await engines.promote(standby);
  await probes.proceed(10, standby.name);
  await probes.proceed(10, primary.name);
  const { atOnce } = await probes.finish(null);
  return atOnce;
}
