import { setTimeout as after } from "node:timers/promises";
import { runText, withoutTimeouts, transact } from "@db/client";
import { newId } from "@db/ids";
import { JOB_LOCKS } from "@server/platform/queries/job-runs";
import { sendUntilFinal, Tally } from "@tools/faults/harness/client";
import {
  AcknowledgedSteps,
  compare,
  until,
  undelivered,
  untilQuiet,
} from "@tools/faults/harness/checks";
import { install } from "@tools/faults/harness/installation";
import type { Row } from "@tools/faults/report";
import type { Run } from "@tools/faults/scenario";

const BUYERS = 10;
const TOKENS = 100;
const AMOUNT = 100;
/** Milliseconds, longer than the minute between two sweeps. */
const STOPPED_MS = 75_000;

/**
 * Holds the lock of the sweeps in another process, so that none runs. Buyers need the tokens of
 * ended holds.
 */
export async function sweepsStopped({ seed }: Run): Promise<Row[]> {
  // The installation is its own: instances of another would sweep.
  const place = await install();
  let release = () => undefined as void;
  const holding = transact(place.database.db, async (tx) => {
    await withoutTimeouts(tx);
    await runText(tx, "SET LOCAL idle_in_transaction_session_timeout = 0", []);
    await runText(tx, "SELECT pg_advisory_xact_lock($1)", [JOB_LOCKS.sweeps]);
    await new Promise<void>((resolve) => (release = resolve));
  });
  const instances = [await place.instance(), await place.instance()];
  const company = await place.harness.company({ privateTokens: TOKENS, maxPendingOrders: 1000 });
  const tally = new Tally();
  const acknowledged = new AcknowledgedSteps();
  let turn = 0;
  const ask = async (path: string, token: string, body: Record<string, unknown>) => {
    const next = () => instances[(turn += 1) % 2]?.origin ?? "";
    const answer = await sendUntilFinal(next, { path, token, body, key: newId() }, tally);
    if (answer.status !== 200) throw new Error(`${path} was refused: ${answer.text}`);
    return answer.data;
  };
  const buy = async () => {
    const token = await place.token(await company.member());
    const purchaseId = String(
      (await ask("/user/package/order", token, { amount: AMOUNT }))["purchaseId"],
    );
    acknowledged.created.add(purchaseId);
    return { token, purchaseId };
  };
  const begin = performance.now();
  for (let n = 0; n < BUYERS; n += 1) await company.expireHold((await buy()).purchaseId);
  // Every token is held by an order that is over, and nothing sweeps.
  const bought = [];
  for (let n = 0; n < BUYERS; n += 1) bought.push(await buy());
  for (const { token, purchaseId } of bought) {
    const body = { purchaseId, amount: AMOUNT, paymentMethod: "MANUAL" };
    await ask("/user/package/purchase", token, body);
    acknowledged.submitted.add(purchaseId);
  }
  await untilQuiet(place);
  await after(Math.max(0, STOPPED_MS - (performance.now() - begin)));
  const notices = async () => {
    const [row] = await place.database.sql`
      SELECT count(*)::int AS n FROM messages
       WHERE company_id = ${company.id} AND template = 'orderExpired'`;
    return Number(row?.["n"]);
  };
  const early = await notices();
  release();
  await holding;
  const backAt = performance.now();
  await until("the members of ended holds are told", async () => (await notices()) === BUYERS, {
    everyMs: 500,
  });
  const seconds = (performance.now() - backAt) / 1000;
  await untilQuiet(place);
  const mail = await undelivered(place, company.id);
  const { faults, ...found } = await compare(place.database, company.id, acknowledged);
  await place.close();
  return [
    {
      scenario: "the sweeps are stopped",
      done: `${TOKENS} tokens held by ${BUYERS} ended orders; ${BUYERS} others buy and pay; they go on after ${STOPPED_MS / 1000} s`,
      ...tally.counts,
      ...found,
      lost: found.lost + mail.lost,
      doubled: found.doubled + mail.again,
      goal: "holds end on demand, notices follow",
      isMet:
        found.lost + mail.lost + found.doubled + mail.again + found.wrongSums === 0 &&
        tally.refused + tally.unknown === 0 &&
        early === 0,
      note: [
        `seed ${seed}`,
        `mails of payments left meanwhile`,
        `notices of ended holds: ${early} while stopped, all ${BUYERS} within ${seconds.toFixed(0)} s after`,
        ...faults,
      ].join("; "),
    },
  ];
}
