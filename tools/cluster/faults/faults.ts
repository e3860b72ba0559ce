import { setTimeout as after } from "node:timers/promises";
import { isExpandOnly, knownMigrations } from "@db/startup/migrate";
import { until } from "@tools/faults/harness/checks";
import type { Cluster } from "./cluster";
import { keepFull, writeLog } from "./full-disk";

interface Injury {
  /** Undoes the fault. */
  mend?: () => unknown;
  /** True if nothing succeeds before the fault is undone: the clients' pause counts from then. */
  isStopping?: boolean;
  /** A remark beside the figures. */
  note?: string;
}

export interface ClusterFault {
  /** The name for `--only`. */
  name: string;
  title: string;
  /** True if it is injected again and again; others once. */
  isRepeated?: boolean;
  /** True if the fault must not refuse or lose a call. */
  dropsNone?: boolean;
  /** Seconds of the longest time without a success. */
  goalS: number;
  /** Returns the reason why it cannot be injected here; null if it can. */
  missing?: (cluster: Cluster) => string | null;
  act: (cluster: Cluster) => Promise<Injury>;
}

/** Seconds from the death of a primary: its lease, and the election of another. */
const PRIMARY_GOAL_S = 30;
const INSTANCE_GOAL_S = 1;
/** Seconds that a commit waits until another standby is synchronous: two rounds of Patroni's. */
const SYNCHRONOUS_GOAL_S = 5;
/** Milliseconds without a standby. */
const WITHOUT_MS = 3000;
/** Number of refusals that show that a disk is full. */
const REFUSALS = 40;

export type Previous = { folder: string; name: string } | { missing: string };

const previous = JSON.parse(
  process.env["CLUSTER_PREVIOUS"] ?? '{"missing": "scripts/test/cluster.mjs builds it"}',
) as Previous;

const NO_NAMESPACES =
  "this system gives no namespaces (unshare) for networks and disks of the machines' own";
const needsNamespaces = ({ network }: Cluster) => (network ? null : NO_NAMESPACES);

export const FAULTS: readonly ClusterFault[] = [
  {
    name: "primary",
    title: "the primary is killed",
    isRepeated: true,
    goalS: PRIMARY_GOAL_S,
    async act(cluster) {
      const { name, patroni } = await primaryOf(cluster);
      patroni.kill();
      await moved(cluster, name);
      return { mend: () => patroni.start() };
    },
  },
  {
    name: "frozen",
    title: "the primary is frozen (SIGSTOP)",
    goalS: PRIMARY_GOAL_S,
    async act(cluster) {
      const { name, patroni } = await primaryOf(cluster);
      const both = [patroni, engineOf(cluster, `etcd-${name}`)];
      for (const one of both) one.signal("SIGSTOP");
      await moved(cluster, name);
      return {
        mend: () => {
          for (const one of both) one.signal("SIGCONT");
        },
      };
    },
  },
  {
    name: "partition",
    title: "the primary is cut off from all",
    goalS: PRIMARY_GOAL_S,
    missing: needsNamespaces,
    act: (cluster) => cut(cluster, (name) => cluster.network?.cutOff(name)),
  },
  {
    name: "split",
    title: "the primary is cut off from the others, and clients reach it",
    goalS: PRIMARY_GOAL_S,
    missing: needsNamespaces,
    act: (cluster) => cut(cluster, (name) => cluster.network?.cutFromOthers(name)),
  },
  {
    name: "standby",
    title: "the synchronous standby is killed",
    goalS: SYNCHRONOUS_GOAL_S,
    async act(cluster) {
      const patroni = engineOf(cluster, `patroni-${String(await cluster.engines.synchronous())}`);
      patroni.kill();
      return { mend: () => patroni.start() };
    },
  },
  {
    name: "standbys",
    title: "one standby is killed, the other one frozen, then both are back",
    goalS: SYNCHRONOUS_GOAL_S,
    async act(cluster) {
      const states = await cluster.engines.states();
      const [one, other] = states
        .filter(({ role }) => role === "replica")
        .map(({ name }) => engineOf(cluster, `patroni-${name}`));
      one?.signal("SIGSTOP");
      other?.kill();
      // A commit waits for a standby, so that nothing is acknowledged meanwhile.
      await after(WITHOUT_MS);
      return {
        isStopping: true,
        mend: () => {
          one?.signal("SIGCONT");
          other?.start();
        },
      };
    },
  },
  {
    name: "disk",
    title: "no byte is left for the primary's tables, then there is room",
    goalS: INSTANCE_GOAL_S,
    missing: needsNamespaces,
    async act(cluster) {
      const { machine, name } = await primaryOf(cluster);
      const before = cluster.tally.refused;
      const empty = keepFull(cluster.engines.diskOf(machine));
      let hasMoved = false;
      await until("calls are refused, or another machine is the primary", async () => {
        const primary = await cluster.engines.primary();
        hasMoved = primary !== null && primary.name !== name;
        return hasMoved || cluster.tally.refused >= before + REFUSALS;
      });
      return {
        mend: empty,
        isStopping: !hasMoved,
        note: hasMoved
          ? "a standby took over"
          : `${cluster.tally.refused - before} answers refused until there was room`,
      };
    },
  },
  {
    name: "log",
    title: "no byte is left for the primary's log",
    goalS: PRIMARY_GOAL_S,
    missing: needsNamespaces,
    async act(cluster) {
      const { machine, name } = await primaryOf(cluster);
      const empty = keepFull(cluster.engines.diskOf(machine));
      await writeLog(cluster.engines.superUrl(machine), async () => {
        const primary = await cluster.engines.primary();
        return primary !== null && primary.name !== name;
      });
      return { mend: empty };
    },
  },
  {
    name: "etcd",
    title: "etcd's leader is killed",
    goalS: INSTANCE_GOAL_S,
    async act(cluster) {
      const leader = engineOf(cluster, `etcd-${await cluster.engines.etcdLeader()}`);
      leader.kill();
      return { mend: () => leader.start() };
    },
  },
  {
    name: "pgbouncer",
    title: "PgBouncer is killed",
    goalS: INSTANCE_GOAL_S,
    act(cluster) {
      engineOf(cluster, "pgbouncer").signal("SIGKILL");
      return Promise.resolve({});
    },
  },
  {
    name: "instance",
    title: "an instance is killed",
    goalS: INSTANCE_GOAL_S,
    async act({ instances, start }) {
      const one = instances[0];
      if (!one) return {};
      one.kill();
      await one.ended;
      return {
        mend: async () => {
          instances[0] = await start({ port: one.port });
        },
      };
    },
  },
  {
    name: "restart",
    title: "the instances are restarted, one after the other",
    dropsNone: true,
    goalS: INSTANCE_GOAL_S,
    async act(cluster) {
      await replaceInstances(cluster);
      return {};
    },
  },
  {
    name: "upgrade",
    title: "the instances are rolled back to the version before, then upgraded",
    dropsNone: true,
    goalS: INSTANCE_GOAL_S,
    missing: () => ("missing" in previous ? previous.missing : contraction(previous.folder)),
    async act(cluster) {
      if ("missing" in previous) return {};
      await replaceInstances(cluster, previous.folder);
      // The previous version runs alone on the newer schema.
      await cluster.proceed();
      await replaceInstances(cluster);
      return { note: `the version before is ${previous.name}` };
    },
  },
];

/**
 * Returns the reason why the version of a folder does not start on this schema; null if it does
 * (decision 20).
 */
function contraction(folder: string): string | null {
  const known = new Set(knownMigrations(folder).map(({ writtenAt }) => writtenAt));
  const contracts = knownMigrations().some(
    ({ writtenAt, statements }) => !known.has(writtenAt) && !isExpandOnly(statements),
  );
  return contracts ? "a migration since then takes away what the version before uses" : null;
}

function engineOf({ engines }: Cluster, name: string) {
  const found = engines.engines.get(name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
}

async function primaryOf(cluster: Cluster) {
  const machine = await cluster.engines.primary();
  if (!machine) throw new Error("There is no primary.");
  const { name } = machine;
  return { machine, name, patroni: engineOf(cluster, `patroni-${name}`) };
}

/** Waits until another machine is the primary. */
const moved = ({ engines }: Cluster, from: string): Promise<void> =>
  until("another machine is the primary", async () => {
    const primary = await engines.primary();
    return primary !== null && primary.name !== from;
  });

async function cut(
  cluster: Cluster,
  act: (name: string) => (() => void) | undefined,
): Promise<Injury> {
  const { name } = await primaryOf(cluster);
  const mend = act(name);
  await moved(cluster, name);
  return { ...(mend && { mend }) };
}

/** Replaces each instance, one after the other, by one of this build or of another folder's. */
async function replaceInstances({ instances, start }: Cluster, folder?: string): Promise<void> {
  for (const [at, { port, stop }] of instances.entries()) {
    await stop();
    instances[at] = await start({ port, ...(folder !== undefined && { folder }) });
    // Caddy asks twice a second whether it is ready.
    await after(1500);
  }
}
