import { newId } from "@db/ids";
import { transact } from "@db/client";
import { createRandom } from "@db/random";
import { Tally } from "@tools/faults/harness/client";
import { AcknowledgedSteps, compare, until } from "@tools/faults/harness/checks";
import { type Journeys, startJourneys } from "@tools/faults/harness/journeys";
import type { Installation } from "@tools/faults/harness/installation";
import { median, type Row } from "@tools/faults/report";
import type { Run } from "@tools/faults/scenario";

/** Ways to end PostgreSQL, which is started again each time. */
const WAYS = ["stop", "restart", "SIGKILL", "SIGKILL of a session"] as const;
type Way = (typeof WAYS)[number];

/** Stops, restarts and kills PostgreSQL while clients buy, pay and approve. */
export async function databaseRestarts({ form, seed, site }: Run): Promise<Row[]> {
  const clients = form === "whole" ? 24 : 8;
  const rounds = form === "whole" ? 20 : 1;
  const place = await site();
  const random = createRandom(seed);
  const instances = await place.pair();
  const tally = new Tally();
  const acknowledged = new AcknowledgedSteps();
  const journeys = await startJourneys(place, () => instances.map(({ origin }) => origin), {
    clients,
    tally,
    acknowledged,
  });
  const recoveriesMs: number[] = [];
  await proceed(journeys, clients);
  for (let round = 0; round < rounds; round += 1) {
    // The fault comes somewhere within the calls.
    await new Promise((resolve) => setTimeout(resolve, random.below(200)));
    const way = form === "short" ? "SIGKILL" : (WAYS[round % WAYS.length] ?? "stop");
    const backAt = await end(place, way);
    const before = journeys.successes();
    await until("a call succeeds again", () => journeys.successes() > before, { everyMs: 5 });
    recoveriesMs.push(Math.max(0, journeys.lastSuccess() - backAt));
    await proceed(journeys, clients);
  }
  await journeys.finish();
  const exits = instances.filter((one) => !one.isRunning()).length;
  const { faults, ...found } = await compare(place.database, journeys.company.id, acknowledged);
  const slowest = Math.max(...recoveriesMs) / 1000;
  return [
    {
      scenario: "PostgreSQL ends",
      done: `${clients} clients buy, pay and approve at two instances; ${rounds} times ${form === "short" ? "SIGKILL" : WAYS.join(", ")}`,
      ...tally.counts,
      ...found,
      goal: "nothing lost, doubled or wrong",
      isMet: found.lost + found.doubled + found.wrongSums + exits === 0,
      note: [
        `seed ${seed}`,
        `first success after the server was back: median ${(median(recoveriesMs) / 1000).toFixed(1)} s, slowest ${slowest.toFixed(1)} s`,
        `answers to repeat: ${tally.said || "none"}`,
        ...faults,
      ].join("; "),
    },
    await answeredBeforeTheCommit(place),
  ];
}

/** Waits until each client has got a few answers. */
async function proceed(journeys: Journeys, clients: number): Promise<void> {
  const goal = journeys.successes() + clients * 2;
  await until("the clients proceed", () => journeys.successes() >= goal);
}

/** Ends the server; resolves with the time when it is back. */
async function end(place: Installation, way: Way): Promise<number> {
  const { database } = place;
  const before = place.postmaster();
  switch (way) {
    case "stop":
      await place.stopDatabase();
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await place.startDatabase();
      return performance.now();
    case "restart":
      await place.stopDatabase();
      await place.startDatabase();
      return performance.now();
    case "SIGKILL":
      process.kill(before, "SIGKILL");
      // The product's own code restarts a server that has died.
      await until(
        "the server is started again",
        () => {
          try {
            return place.postmaster() !== before;
          } catch {
            return false;
          }
        },
        { everyMs: 20 },
      );
      break;
    case "SIGKILL of a session": {
      const [session] = await database.sql`
        SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'prelaunch'
           AND pid <> pg_backend_pid() ORDER BY state_change DESC NULLS LAST LIMIT 1`;
      process.kill(Number(session?.["pid"]), "SIGKILL");
    }
  }
  await until(
    "the server answers",
    () =>
      database.ping().then(
        () => true,
        () => false,
      ),
    {
      everyMs: 20,
    },
  );
  return performance.now();
}

/**
 * Runs the control: clients get their answer before the COMMIT, as a cache of writes would give it.
 * Without the control, a comparison that finds no loss would prove nothing.
 */
async function answeredBeforeTheCommit(place: Installation): Promise<Row> {
  const { database } = place;
  await database.sql`CREATE TABLE control_calls (key text PRIMARY KEY)`;
  const told: string[] = [];
  let mayCommit = () => {};
  const barrier = new Promise<void>((resolve) => (mayCommit = resolve));
  const calls = Array.from({ length: 8 }, () =>
    transact(database.db, async (tx) => {
      const key = newId();
      await tx.execute(`INSERT INTO control_calls VALUES ('${key}')`);
      told.push(key);
      await barrier;
    }).catch(() => undefined),
  );
  await until("all calls are answered", () => told.length === calls.length);
  await end(place, "SIGKILL");
  mayCommit();
  await Promise.all(calls);
  const rows = await database.sql`SELECT key FROM control_calls`;
  await database.sql`DROP TABLE control_calls`;
  const lost = told.length - rows.length;
  return {
    scenario: "control: PostgreSQL ends",
    done: "calls are acknowledged before their COMMIT, then SIGKILL",
    times: calls.length,
    acknowledged: told.length,
    refused: 0,
    unknown: 0,
    lost,
    doubled: 0,
    wrongSums: 0,
    goal: "loses what was acknowledged",
    isMet: lost > 0,
  };
}
