import { setTimeout as after } from "node:timers/promises";
import { Tally } from "@tools/faults/harness/client";
import { AcknowledgedSteps, compare, undelivered, untilQuiet } from "@tools/faults/harness/checks";
import { startJourneys } from "@tools/faults/harness/journeys";
import type { Row } from "@tools/faults/report";
import type { Run } from "@tools/faults/scenario";

const CLIENTS = 2;

/** Stops the mail server while members pay; the stored messages must leave afterwards. */
export async function mailAway({ seed, site }: Run): Promise<Row[]> {
  const awayMs = 120_000;
  const place = await site();
  const instances = await place.pair();
  const tally = new Tally();
  const acknowledged = new AcknowledgedSteps();
  await place.sink.goAway();
  const begin = performance.now();
  const journeys = await startJourneys(place, () => instances.map(({ origin }) => origin), {
    clients: CLIENTS,
    tally,
    acknowledged,
  });
  // The first seconds are enough for hundreds of messages.
  await after(5000);
  await journeys.finish();
  const waiting = await place.database.sql`
    SELECT count(*)::int AS n FROM messages WHERE status = 'QUEUED'`;
  await after(Math.max(0, awayMs - (performance.now() - begin)));
  await place.sink.comeBack();
  const backAt = performance.now();
  await untilQuiet(place);
  const seconds = (performance.now() - backAt) / 1000;
  const mail = await undelivered(place, journeys.company.id);
  const { faults, ...found } = await compare(place.database, journeys.company.id, acknowledged);
  return [
    {
      scenario: "the mail server is away",
      done: `two minutes; ${CLIENTS} clients buy, pay and approve meanwhile`,
      ...tally.counts,
      ...found,
      lost: found.lost + mail.lost,
      doubled: found.doubled + mail.again,
      goal: "no call fails, every mail once",
      isMet:
        found.lost + mail.lost + found.doubled + mail.again + found.wrongSums === 0 &&
        tally.refused + tally.unknown === 0 &&
        mail.stored > 0,
      note: [
        `seed ${seed}`,
        `${Number(waiting[0]?.["n"])} of ${mail.stored} mails waited, all had left ${seconds.toFixed(0)} s after the server was back`,
        ...faults,
      ].join("; "),
    },
  ];
}
