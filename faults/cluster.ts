import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { missingPackages, startEngines } from "../deploy/cluster/cluster.mjs";
import { undoAll, undoWhenInterrupted } from "./harness/clean-up";
import { Acknowledged, compare, until, untilQuiet } from "./harness/checks";
import { Tally } from "./harness/client";
import { type Instance, install } from "./harness/installation";
import { startJourneys } from "./harness/journeys";
import { startProbes } from "./harness/primary-probes";
import { markdownTable, median, printLine } from "./report";

/**
 * `npm run test:cluster`: buyers and admins on the cluster of deploy/cluster, while its parts are
 * killed, frozen and restarted. `--short` does each once.
 */
const missing = missingPackages();
if (missing.length > 0) {
  printLine(`Missing: apt-get install ${missing.join(" ")}`);
  process.exit(1);
}

const isShort = process.argv.includes("--short");
const KILLS = isShort ? 1 : 10;
const CLIENTS = isShort ? 4 : 12;
/** From the death of a primary: its lease, and the election of another. */
const PRIMARY_GOAL_S = 30;
const INSTANCE_GOAL_S = 1;

type Engines = Awaited<ReturnType<typeof startEngines>>;

interface Fault {
  name: string;
  times: number;
  /** The longest time without a success, of each occurrence, in seconds. */
  pauses: number[];
  goalS: number | null;
}

undoWhenInterrupted();
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await undoAll();
}

async function run(): Promise<boolean> {
  const startedAt = performance.now();
  const made: { engines?: Engines } = {};
  const place = await install(async (folder, port) => {
    const own = path.join(folder, "cluster");
    mkdirSync(own, { mode: 0o711 });
    made.engines = await startEngines({ folder: own, port });
    return {
      url: made.engines.ownerUrl,
      stop: async () => made.engines?.stop(),
      kill: () => made.engines?.kill(),
    };
  });
  const { engines } = made;
  if (!engines) throw new Error("The engines did not start.");
  const settings = (origin: string) => ({
    DATABASE_OWNER_URL: engines.ownerUrl,
    DATABASE_PREPARED_STATEMENTS: "0",
    STOP_DELAY_SECONDS: "2",
    APP_ORIGIN: origin,
    TRUST_PROXY: "1",
  });
  const instances: Instance[] = [];
  const start = (port?: number) =>
    place.instance({
      databaseUrl: engines.servingUrl,
      settings: settings(engines.plainOrigin),
      ...(port !== undefined && { port }),
    });
  // The first one grants what the serving role may do.
  for (let at = 0; at < 3; at += 1) instances.push(await start());
  await engines.balance(instances.map(({ port }) => `http://localhost:${port}`));
  printLine(`The cluster runs; the primary is ${(await engines.primary())?.name}.`);

  const tally = new Tally();
  const acknowledged = new Acknowledged();
  const journeys = await startJourneys(place, () => [engines.plainOrigin], {
    clients: CLIENTS,
    tally,
    acknowledged,
  });
  const probes = await startProbes(engines);
  const faults: Fault[] = [];

  const proceed = async (calls = CLIENTS * 2) => {
    const goal = journeys.successes() + calls;
    await until("the clients proceed", () => journeys.successes() >= goal, { everyMs: 20 });
  };
  const whole = () => until("a primary with two standbys", () => engines.isWhole());
  const inject = async (
    name: string,
    times: number,
    goalS: number | null,
    act: () => Promise<() => unknown>,
  ) => {
    const pauses: number[] = [];
    for (let round = 0; round < times; round += 1) {
      await whole();
      await proceed();
      let last = performance.now();
      let longest = 0;
      let seen = journeys.successes();
      let isOver = false;
      const watch = (async () => {
        while (!isOver) {
          await after(10);
          const now = performance.now();
          if (journeys.successes() > seen) {
            seen = journeys.successes();
            longest = Math.max(longest, now - last);
            last = now;
          }
        }
        longest = Math.max(longest, performance.now() - last);
      })();
      const mend = await act();
      await proceed();
      await mend();
      await proceed();
      isOver = true;
      await watch;
      pauses.push(longest / 1000);
    }
    faults.push({ name, times, pauses, goalS });
    printLine(`${name}: ${times} ×, longest pause ${Math.max(...pauses).toFixed(1)} s`);
  };
  const engine = (name: string) => {
    const found = engines.engines.get(name);
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  };
  const primaryEngine = async () => {
    const primary = await engines.primary();
    if (!primary) throw new Error("There is no primary.");
    return { name: primary.name, patroni: engine(`patroni-${primary.name}`) };
  };
  /** Another machine is the primary. */
  const moved = (from: string) =>
    until("another machine is the primary", async () => {
      const primary = await engines.primary();
      return primary !== null && primary.name !== from;
    });

  await inject("the primary is killed", KILLS, PRIMARY_GOAL_S, async () => {
    const { name, patroni } = await primaryEngine();
    patroni.kill();
    await moved(name);
    return () => patroni.start();
  });
  await inject("the primary is cut off (SIGSTOP)", 1, PRIMARY_GOAL_S, async () => {
    const { name, patroni } = await primaryEngine();
    const etcd = engine(`etcd-${name}`);
    for (const one of [patroni, etcd]) one.signal("SIGSTOP");
    await moved(name);
    return () => {
      for (const one of [patroni, etcd]) one.signal("SIGCONT");
    };
  });
  await inject("etcd's leader is killed", 1, INSTANCE_GOAL_S, async () => {
    const leader = engine(`etcd-${await engines.etcdLeader()}`);
    leader.kill();
    return () => leader.start();
  });
  await inject("PgBouncer is killed", 1, INSTANCE_GOAL_S, () => {
    engine("pgbouncer").signal("SIGKILL");
    return Promise.resolve(() => undefined);
  });
  await inject("an instance is killed", 1, INSTANCE_GOAL_S, async () => {
    const one = instances[0];
    one?.kill();
    await one?.ended;
    return async () => {
      instances[0] = await start(one?.port);
    };
  });
  const before = { ...tally.counts };
  await inject("the instances are restarted, one after the other", 1, INSTANCE_GOAL_S, async () => {
    for (const [at, one] of instances.entries()) {
      await one.stop();
      instances[at] = await start(one.port);
      // Caddy asks twice a second whether it is ready.
      await after(1500);
    }
    return () => undefined;
  });
  const dropped = tally.counts.refused + tally.counts.unknown - before.refused - before.unknown;

  await journeys.finish();
  await whole();
  const probed = await probes.finish(place.database);
  await untilQuiet(place);
  const { faults: wrong, ...found } = await compare(
    place.database,
    journeys.company.id,
    acknowledged,
  );
  const control = await twoPrimaries(engines, whole);

  const isTimely = ({ pauses, goalS }: Fault) => goalS === null || Math.max(...pauses) <= goalS;
  printLine("");
  printLine(
    markdownTable(
      ["fault", "how often", "pause, median", "pause, longest", "goal", "met"],
      faults.map((fault) => [
        fault.name,
        String(fault.times),
        `${median(fault.pauses).toFixed(1)} s`,
        `${Math.max(...fault.pauses).toFixed(1)} s`,
        fault.goalS === null ? "" : `≤ ${fault.goalS} s`,
        isTimely(fault) ? "yes" : "NO",
      ]),
    ),
  );
  const counts: (readonly [what: string, value: number, goal: string, isMet: boolean])[] = [
    ["acknowledged calls", tally.counts.acknowledged, "", true],
    ["answers to repeat", tally.counts.refused, "", true],
    ["lost connections, asked again", tally.counts.unknown, "", true],
    ["acknowledged operations lost", found.lost, "0", found.lost === 0],
    ["operations duplicated", found.doubled, "0", found.doubled === 0],
    ["wrong sums", found.wrongSums, "0", found.wrongSums === 0],
    ["acknowledged probes", probed.acknowledged, "", true],
    ["acknowledged probes lost", probed.lost, "0", probed.lost === 0],
    ["writes of two primaries at once", probed.atOnce, "0", probed.atOnce === 0],
    ["control: a standby promoted past Patroni", control, "> 0", control > 0],
    ["calls dropped by the rolling restart", dropped, "0", dropped === 0],
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
  const isMet = faults.every(isTimely) && counts.every(([, , , one]) => one);
  const seconds = (performance.now() - startedAt) / 1000;
  printLine(`\n${isMet ? "Every goal is met" : "A goal is missed"}, in ${seconds.toFixed(0)} s`);
  return isMet;
}

/**
 * The control: a standby is promoted while the primary serves, which Patroni never does. Returns how
 * many writes the probes found to be of two primaries at once.
 */
async function twoPrimaries(engines: Engines, whole: () => Promise<void>): Promise<number> {
  await whole();
  const standby = (await engines.states()).find(({ role }) => role === "replica");
  const primary = await engines.primary();
  if (!standby || !primary) throw new Error("There is no primary or no standby.");
  const patroni = engines.engines.get(`patroni-${standby.name}`);
  const probes = await startProbes(engines);
  await probes.proceed(10);
  // Its Patroni would undo the promotion.
  patroni?.signalFirst("SIGSTOP");
  await engines.promote(standby);
  await probes.proceed(10, standby.name);
  await probes.proceed(10, primary.name);
  const { atOnce } = await probes.finish(null);
  return atOnce;
}
