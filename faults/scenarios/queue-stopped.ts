import { setTimeout as after } from "node:timers/promises";
import { newId } from "@db/ids";
import { persist, Tally } from "../harness/client";
import { Acknowledged, compare, until, undelivered, untilQuiet } from "../harness/checks";
import { install } from "../harness/installation";
import type { Row } from "../report";
import type { Run } from "../scenario";

const BUYERS = 10;
const TOKENS = 100;
const AMOUNT = 100;
/** Longer than the minute between two sweeps. */
const STOPPED_MS = 75_000;

/** The job queue has no connection: no sweep runs. Buyers need the tokens of ended holds. */
export async function queueStopped({ seed }: Run): Promise<Row[]> {
  // An installation of its own: any other instance would sweep.
  const place = await install();
  const proxies = await Promise.all([place.proxy(), place.proxy()]);
  const instances = await Promise.all(
    proxies.map((proxy) => place.instance({ databaseUrl: place.through(proxy) })),
  );
  const company = await place.harness.company({ privateTokens: TOKENS, maxPendingOrders: 1000 });
  for (const proxy of proxies) proxy.refuse("prelaunch-jobs");
  const tally = new Tally();
  const acknowledged = new Acknowledged();
  let turn = 0;
  const ask = async (path: string, token: string, body: Record<string, unknown>) => {
    const next = () => instances[(turn += 1) % 2]?.origin ?? "";
    const answer = await persist(next, { path, token, body, key: newId() }, tally);
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
  for (let n = 0; n < BUYERS; n += 1) await company.lapse((await buy()).purchaseId);
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
  for (const proxy of proxies) proxy.refuse(null);
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
      scenario: "the job queue is stopped",
      done: `${TOKENS} tokens held by ${BUYERS} ended orders; ${BUYERS} others buy and pay; the queue returns after ${STOPPED_MS / 1000} s`,
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
