import { isReady } from "@server/testing/start-product";
import { install } from "@tools/faults/harness/installation";
import { Tally } from "@tools/faults/harness/client";
import { AcknowledgedSteps, compare, until } from "@tools/faults/harness/checks";
import { startJourneys } from "@tools/faults/harness/journeys";
import { serveOnSmallDisk, type SmallDisk } from "@tools/faults/harness/small-disk";
import { printLine, type Row } from "@tools/faults/report";
import type { Run } from "@tools/faults/scenario";

const CLIENTS = 8;
const REFUSALS = 40;

/** Fills the database's disk, so that first its tables and then its log cannot grow. */
export async function diskFull({ seed }: Run): Promise<Row[]> {
  let disk: SmallDisk | null = null;
  const place = await install(async (folder, port) => {
    disk = await serveOnSmallDisk(folder, port);
    if (!disk) throw new NoDisk();
    return disk;
  }).catch((error: unknown) => {
    if (error instanceof NoDisk) return null;
    throw error;
  });
  if (!place || !disk) {
    printLine("disk-full is skipped: this system gives no namespaces (unshare) for a small disk.");
    return [];
  }
  const { fill, free }: SmallDisk = disk;
  const instances = await Promise.all([place.instance(), place.instance()]);
  const tally = new Tally();
  const acknowledged = new AcknowledgedSteps();
  const journeys = await startJourneys(place, () => instances.map(({ origin }) => origin), {
    clients: CLIENTS,
    tally,
    acknowledged,
  });
  const recoveredMs: number[] = [];
  const succeeds = async () => {
    const before = journeys.successes();
    const begin = performance.now();
    await until("calls succeed", () => journeys.successes() >= before + CLIENTS);
    return performance.now() - begin;
  };
  await succeeds();

  // Tables cannot grow: statements fail, the server goes on.
  await fill();
  const refusedBefore = tally.refused;
  await until("calls are refused", () => tally.refused >= refusedBefore + REFUSALS);
  await free();
  recoveredMs.push(await succeeds());

  // The log cannot grow: the server ends, and is started again until it can.
  await fill();
  await place.database.sql`SELECT pg_switch_wal() FROM generate_series(1, 1)`.catch(
    () => undefined,
  );
  for (let n = 0; n < 30 && (await answers(place)); n += 1) {
    await place.database.sql`CREATE TEMP TABLE IF NOT EXISTS control_log (n int)`.catch(
      () => undefined,
    );
    await place.database
      .sql`SELECT pg_logical_emit_message(true, 'fill', ${"x".repeat(1_000_000)})`.catch(
      () => undefined,
    );
    await place.database.sql`SELECT pg_switch_wal()`.catch(() => undefined);
  }
  const hasEnded = !(await answers(place));
  const later = tally.refused;
  await until("calls are refused", () => tally.refused >= later + REFUSALS);
  await free();
  recoveredMs.push(await succeeds());

  await journeys.finish();
  const areReady = await Promise.all(instances.map(({ origin }) => isReady(origin)));
  const { faults, ...found } = await compare(place.database, journeys.company.id, acknowledged);
  await place.close();
  const internal = Object.entries(tally.refusals).filter(([name]) => !name.startsWith("503"));
  return [
    {
      scenario: "the disk is full",
      done: `${CLIENTS} clients buy, pay and approve; no byte is left for tables, then none for the log`,
      ...tally.counts,
      ...found,
      goal: "503 only, nothing lost, recovers",
      isMet:
        found.lost + found.doubled + found.wrongSums + internal.length === 0 &&
        hasEnded &&
        areReady.every(Boolean),
      note: [
        `seed ${seed}`,
        `answers to repeat: ${tally.said}`,
        `calls succeeded ${recoveredMs.map((ms) => (ms / 1000).toFixed(1)).join(" and ")} s after there was space`,
        hasEnded ? "without space for the log the server ended" : "the server did not end",
        ...faults,
      ].join("; "),
    },
  ];
}

class NoDisk extends Error {}

const answers = ({ database }: { database: { ping(): Promise<void> } }): Promise<boolean> =>
  database.ping().then(
    () => true,
    () => false,
  );
