import { createDatabase, type Database } from "@db/client";
import { newId } from "@db/ids";
import { type Call, isForLater, send, Tally } from "@tools/faults/harness/client";
import { AcknowledgedSteps, compare, undelivered, untilQuiet } from "@tools/faults/harness/checks";
import type { Installation, Instance } from "@tools/faults/harness/installation";
import type { Trip, Verdict, WireProxy } from "@tools/faults/harness/wire-proxy";
import type { Row } from "@tools/faults/report";
import type { Form, Run } from "@tools/faults/scenario";

const AMOUNT = 400;
const STEPS = ["buy", "pay", "approve"] as const;
type Step = (typeof STEPS)[number];

/**
 * Milliseconds for which the product's background work is watched, to tell its statements from a
 * call's.
 */
const WATCH_MS = 6000;
/** Number of calls prepared at a time, so that their mail and seals are waited for together. */
const PREPARED = { whole: 16, short: 2 };

/**
 * Kills the instance by SIGKILL at each round trip of a call to the database: before the server
 * gets it, and before the instance gets the answer. Another process then repeats the call with its
 * key.
 */
export async function killedApp({ form, site }: Run): Promise<Row[]> {
  const place = await site();
  const company = await place.harness.company({ maxPendingOrders: 1000, privateTokens: 1_000_000 });
  const admin = await place.token(company.admin);
  const referrer = await company.member();
  const acknowledged = new AcknowledgedSteps();
  const tally = new Tally();
  const victims = await startVictims(place, form);
  const trips: Record<Step, number> = { buy: 0, pay: 0, approve: 0 };
  let different = 0;

  /** Prepares calls: their orders are ready, and their mails and seals are done. */
  const prepare = (step: Step) =>
    Promise.all(
      Array.from({ length: PREPARED[form] }, async (): Promise<Prepared> => {
        const token = await place.token(await company.member({ referrerId: referrer.id }));
        return prepared(step, { origin: victims.spare.origin, token, admin, acknowledged });
      }),
    );

  /** Makes a call whose instance is killed at a round trip; false if the call ended before it. */
  const killDuring = async (ready: Prepared[], step: Step, at: KillPoint): Promise<boolean> => {
    if (ready.length === 0) {
      ready.push(...(await prepare(step)));
      await untilQuiet(place);
    }
    const one = ready.pop();
    if (!one) throw new Error("Nothing is prepared.");
    const { victim, proxy } = await victims.take();
    const killer = killAt(proxy, victim, at, victims.isBackground);
    tally.times += 1;
    const first = await send(victim.origin, one.call);
    proxy.judge = null;
    tally.note(first);
    trips[step] = Math.max(trips[step], killer.seen());
    if (!killer.hasKilled()) {
      if (first?.status !== 200) throw new Error(`${step} failed: ${first?.text ?? "lost"}`);
      one.note(first.data);
      victims.giveBack(victim, proxy);
      return false;
    }
    await victim.ended;
    const again = await repeat(victims.spare.origin, one.call, tally);
    const thrice = await repeat(victims.spare.origin, one.call, new Tally());
    if (again.text !== thrice.text) different += 1;
    one.note(again.data);
    return true;
  };

  for (const step of form === "whole" ? STEPS : (["approve"] as const)) {
    const ready: Prepared[] = [];
    for (const moment of ["before", "after"] as const) {
      if (form === "short") {
        await killDuring(ready, step, { moment, isIt: ({ statement }) => isCommit(statement) });
        continue;
      }
      let number = 0;
      do number += 1;
      while (await killDuring(ready, step, { moment, isIt: (_, seen) => seen === number }));
    }
  }
  await untilQuiet(place);
  const { faults, ...found } = await compare(place.database, company.id, acknowledged);
  const mail = await undelivered(place, company.id);
  const kills = victims.kills();
  const control = await withoutTheKey(place, victims);
  await victims.stop();
  const doubled = found.doubled + different;
  const where = form === "whole" ? "each round trip to the database" : "the COMMIT of an approval";
  return [
    {
      scenario: "the app is killed",
      done: `SIGKILL before and after ${where} (${kills} kills), then the same key at another instance`,
      ...tally.counts,
      ...found,
      lost: found.lost + mail.lost,
      doubled,
      goal: "one effect each, every mail sent",
      isMet: found.lost + mail.lost + doubled + found.wrongSums === 0 && kills > 0,
      note: [
        Object.entries(trips)
          .filter(([, count]) => count > 0)
          .map(([step, count]) => `${step}: ${count} round trips`)
          .join(", "),
        `${mail.stored} mails, ${mail.lost} lost, ${mail.again} sent again with their Message-ID`,
        ...faults,
      ].join("; "),
    },
    control,
    await withoutATransaction(place),
  ];
}

/** The round trip of a call at which its instance is killed. */
interface KillPoint {
  moment: "before" | "after";
  /** `seen` counts the call's round trips, from 1. */
  isIt: (trip: Trip, seen: number) => boolean;
}

const isCommit = (statement: string): boolean => /^commit/i.test(statement);

interface Prepared {
  call: Call;
  /** Records the acknowledged answer. */
  note(data: Record<string, unknown>): void;
}

async function prepared(
  step: Step,
  to: { origin: string; token: string; admin: string; acknowledged: AcknowledgedSteps },
): Promise<Prepared> {
  const { origin, token, admin, acknowledged } = to;
  const ask = async (call: Omit<Call, "key">) => {
    const answer = await repeat(origin, { ...call, key: newId() }, new Tally());
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.data;
  };
  const buy = { path: "/user/package/order", token, body: { amount: AMOUNT } };
  if (step === "buy") {
    return {
      call: { ...buy, key: newId() },
      note: (data) => acknowledged.created.add(String(data["purchaseId"])),
    };
  }
  const purchaseId = String((await ask(buy))["purchaseId"]);
  acknowledged.created.add(purchaseId);
  const body = { purchaseId, amount: AMOUNT, paymentMethod: "MANUAL" };
  const pay = { path: "/user/package/purchase", token, body };
  if (step === "pay") {
    return { call: { ...pay, key: newId() }, note: () => acknowledged.submitted.add(purchaseId) };
  }
  const { id } = await ask(pay);
  acknowledged.submitted.add(purchaseId);
  return {
    call: { path: "/admin/transaction/approve", token: admin, body: { id }, key: newId() },
    note: () => acknowledged.approved.add(purchaseId),
  };
}

/** Asks until the answer is final. */
async function repeat(origin: string, call: Call, tally: Tally) {
  for (;;) {
    const answer = await send(origin, call);
    if (answer && !isForLater(answer)) {
      if (answer.status !== 200) throw new Error(`A repeated call was refused: ${answer.text}`);
      return answer;
    }
    tally.note(answer);
  }
}

/** Kills the instance at a round trip of its call. */
function killAt(
  proxy: WireProxy,
  victim: Instance,
  { moment, isIt }: KillPoint,
  isBackground: (trip: Trip) => boolean,
) {
  let seen = 0;
  let hasKilled = false;
  const act = () => {
    hasKilled = true;
    victim.kill();
  };
  proxy.judge = (trip): Verdict => {
    if (isBackground(trip) || hasKilled) return "pass";
    seen += 1;
    return isIt(trip, seen) ? { cut: moment, act } : "pass";
  };
  return { seen: () => seen, hasKilled: () => hasKilled };
}

interface Victims {
  /** Hands over an instance behind a proxy of its own, to be killed. */
  take(of?: { isLast?: boolean }): Promise<{ victim: Instance; proxy: WireProxy }>;
  giveBack(victim: Instance, proxy: WireProxy): void;
  /** An instance that is never killed. */
  spare: Instance;
  /** Tells that the product makes this round trip also when nobody calls it. */
  isBackground: (trip: Trip) => boolean;
  kills(): number;
  stop(): Promise<void>;
}

/** Keeps one instance running, and starts the next one to be killed while the last one is used. */
async function startVictims(place: Installation, form: Form): Promise<Victims> {
  const [spare] = await place.pair();
  const start = async () => {
    const proxy = await place.proxy();
    return { victim: await place.instance({ databaseUrl: place.through(proxy) }), proxy };
  };
  let taken = 0;
  let coming: ReturnType<typeof start> | null = start();
  const first = await coming;
  const sweepAfter = (pause: string) =>
    place.database.sql`
      INSERT INTO job_runs (name, begun_at, tries) VALUES ('sweeps', now() + ${pause}::interval, 0)
      ON CONFLICT (name) DO UPDATE SET begun_at = excluded.begun_at`;
  // The COMMIT of this sweep belongs to no call.
  await sweepAfter("1 day");
  const background = new Set<string>();
  first.proxy.judge = ({ statement }) => {
    background.add(statement);
    return "pass";
  };
  // The short form looks for a COMMIT only, of which the background makes none while it is quiet.
  if (form === "whole") await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
  first.proxy.judge = null;
  return {
    spare,
    async take({ isLast = false } = {}) {
      const ready = await (coming ??= start());
      coming = isLast ? null : start();
      coming?.catch(() => undefined);
      taken += 1;
      return ready;
    },
    giveBack(victim, proxy) {
      taken -= 1;
      const extra = coming;
      coming = Promise.resolve({ victim, proxy });
      // The instance that was started meanwhile is not needed.
      void extra?.then((one) => one.victim.stop());
    },
    isBackground: ({ statement }) => background.has(statement),
    kills: () => taken,
    async stop() {
      await sweepAfter("0");
      await (await coming)?.victim.stop();
    },
  };
}

/**
 * Runs the control: a client repeats a payment without a key after the answer was lost, which must
 * count twice. It shows that the first call was committed before the instance was killed.
 */
async function withoutTheKey(place: Installation, victims: Victims): Promise<Row> {
  const company = await place.harness.company({ privateTokens: 10_000 });
  const token = await place.token(await company.member());
  const { victim, proxy } = await victims.take({ isLast: true });
  const other = victims.spare;
  const body = { amount: AMOUNT, paymentMethod: "MANUAL" };
  const call = { path: "/user/package/purchase", token, body, key: null };
  const tally = new Tally();
  tally.times = 1;
  proxy.judge = ({ statement }) =>
    isCommit(statement) ? { cut: "after", act: () => victim.kill() } : "pass";
  tally.note(await send(victim.origin, call));
  tally.note(await send(other.origin, call));
  const [row] = await place.database.sql`
    SELECT count(*)::int AS n FROM orders WHERE company_id = ${company.id}`;
  await victim.ended;
  const doubled = Number(row?.["n"]) - 1;
  return {
    scenario: "control: the app is killed",
    done: "SIGKILL after the COMMIT of a payment, repeated without a key",
    ...tally.counts,
    lost: 0,
    doubled,
    wrongSums: 0,
    goal: "pays twice",
    isMet: doubled > 0,
  };
}

/**
 * Runs the control: the comparison must find the half of a hold whose two writes are not one
 * transaction.
 */
async function withoutATransaction(place: Installation): Promise<Row> {
  const { database } = place;
  await database.sql`CREATE TABLE control_held (held int)`;
  await database.sql`INSERT INTO control_held VALUES (0)`;
  await database.sql`CREATE TABLE control_orders (held int)`;
  const proxy = await place.proxy();
  let wrong = 0;
  const times = 3;
  for (let number = 1; number <= times; number += 1) {
    const client: Database = createDatabase({ url: place.through(proxy), max: 1 });
    let seen = 0;
    proxy.judge = () => ((seen += 1) === number ? { cut: "before", act: () => undefined } : "pass");
    const hold = async () => {
      await client.sql`UPDATE control_held SET held = held + 10`;
      await client.sql`INSERT INTO control_orders VALUES (10)`;
    };
    await hold().catch(() => undefined);
    proxy.judge = null;
    await client.close();
    const [sums] = await database.sql`
      SELECT (SELECT sum(held)::int FROM control_held) AS pool,
             (SELECT coalesce(sum(held), 0)::int FROM control_orders) AS orders`;
    if (sums?.["pool"] !== sums?.["orders"]) wrong += 1;
  }
  await database.sql`DROP TABLE control_held`;
  await database.sql`DROP TABLE control_orders`;
  return {
    scenario: "control: one transaction",
    done: "the pool and the order are written one after the other, and the connection ends at each step",
    times,
    acknowledged: 1,
    refused: 0,
    unknown: times - 1,
    lost: 0,
    doubled: 0,
    wrongSums: wrong,
    goal: "leaves wrong sums",
    isMet: wrong > 0,
  };
}
