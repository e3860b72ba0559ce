import { setTimeout as after } from "node:timers/promises";
import pg from "pg";
import type { Database } from "@db/client";
import { newId } from "@db/ids";
import { until } from "@tools/faults/harness/checks";

/** A write that a machine acknowledged. It was committed at some time between the two. */
interface Write {
  id: string;
  machine: string;
  /** PostgreSQL's timeline: each promotion begins one with a higher number. */
  timeline: number;
  sentAt: number;
  acknowledgedAt: number;
}

/**
 * Returns the number of writes of a timeline that were certainly committed after a write of a later
 * timeline: two primaries acknowledged at once.
 */
function writesAtOnce(writes: readonly Write[]): number {
  return writes.filter((one) =>
    writes.some((other) => other.timeline > one.timeline && other.acknowledgedAt < one.sentAt),
  ).length;
}

interface Cluster {
  machines: readonly { name: string; address: string }[];
  machineUrl(machine: { name: string; address: string }): string;
  ownerUrl: string;
}

const PAUSE_MS = 50;
const TABLE = "cluster_probes";

/** Writes to each machine itself, all the time, past the balancer: only a primary takes one. */
export async function startProbes(cluster: Cluster) {
  const writes: Write[] = [];
  let isOver = false;
  const owner = new pg.Client({ connectionString: cluster.ownerUrl });
  owner.on("error", () => undefined);
  await owner.connect();
  await owner.query(`CREATE TABLE IF NOT EXISTS ${TABLE} (id uuid PRIMARY KEY)`);
  await owner.end();

  const probe = async (machine: Cluster["machines"][number]) => {
    let client: pg.Client | null = null;
    while (!isOver) {
      try {
        if (!client) {
          client = new pg.Client({
            connectionString: cluster.machineUrl(machine),
            connectionTimeoutMillis: 1000,
            // A frozen machine answers nothing: the next connection is tried soon.
            query_timeout: 3000,
          });
          client.on("error", () => undefined);
          await client.connect();
        }
        const id = newId();
        const sentAt = performance.now();
        const { rows } = await client.query<{ timeline: number }>(
          `INSERT INTO ${TABLE} VALUES ($1)
           RETURNING ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int AS timeline`,
          [id],
        );
        const acknowledgedAt = performance.now();
        writes.push({
          id,
          machine: machine.name,
          timeline: rows[0]?.timeline ?? 0,
          sentAt,
          acknowledgedAt,
        });
      } catch {
        void client?.end().catch(() => undefined);
        client = null;
      }
      await after(PAUSE_MS);
    }
    await client?.end().catch(() => undefined);
  };
  const running = Promise.all(cluster.machines.map(probe));
  return {
    /** Waits for so many more writes, of any machine or of one. */
    async proceed(count: number, machine?: string) {
      const ofIt = () =>
        writes.filter((one) => machine === undefined || one.machine === machine).length;
      const goal = ofIt() + count;
      await until("the probes proceed", () => ofIt() >= goal);
    },
    /** Ends the probes; with a database, looks for each acknowledged write there. */
    async finish(database: Database | null) {
      isOver = true;
      await running;
      let lost = 0;
      if (database) {
        const kept = new Set(
          (await database.sql`SELECT id FROM cluster_probes`).map(({ id }) => String(id)),
        );
        lost = writes.filter(({ id }) => !kept.has(id)).length;
        await database.sql`DROP TABLE cluster_probes`;
      }
      return { acknowledged: writes.length, lost, atOnce: writesAtOnce(writes) };
    },
  };
}
