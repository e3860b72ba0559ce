import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { newId } from "@db/ids";
import { sendUntilFinal, Tally } from "@tools/faults/harness/client";
import { until } from "@tools/faults/harness/checks";
import { median, type Row } from "@tools/faults/report";
import type { Run } from "@tools/faults/scenario";

const SLOW = 300;
const CALLS = 100;
/** Seconds that a request may take at the instance. */
const REQUEST_SECONDS = 15;

/** Runs clients that send a byte of their body per second, and others that buy meanwhile. */
export async function slowClients({ seed, site }: Run): Promise<Row[]> {
  const place = await site();
  const { origin, port, stop, isRunning } = await place.instance({
    settings: { LIMITS: `requestSeconds=${REQUEST_SECONDS}` },
  });
  const company = await place.harness.company({ privateTokens: 100_000 });
  const token = await place.token(await company.member());
  const tally = new Tally();
  const buys = async (): Promise<number[]> => {
    const took: number[] = [];
    for (let n = 0; n < CALLS; n += 1) {
      const begin = performance.now();
      const call = { path: "/user/package/order", token, body: { amount: 100 + n * 10 } };
      await sendUntilFinal(() => origin, { ...call, key: newId() }, tally);
      took.push(performance.now() - begin);
    }
    return took;
  };
  const alone = await buys();

  const slow = await Promise.all(Array.from({ length: SLOW }, () => dribble(port, token)));
  const beside = await buys();
  const stillOpen = slow.filter(({ isOpen }) => isOpen()).length;
  await until("the slow requests are ended", () => slow.every(({ isOpen }) => !isOpen()));
  const answered = slow.filter(({ said }) => /^HTTP\/1\.1 (408|503)/.test(said())).length;
  const [orders] = await place.database.sql`
    SELECT count(*)::int AS n FROM orders WHERE company_id = ${company.id} AND status = 'OPEN'`;
  const wasRunning = isRunning();
  await stop();
  return [
    {
      scenario: "slow clients",
      done: `${SLOW} clients send a byte of their body per second; ${CALLS} purchases before and meanwhile`,
      ...tally.counts,
      lost: Number(orders?.["n"]) === 1 ? 0 : 1,
      doubled: 0,
      wrongSums: 0,
      goal: "others are served, slow ones ended",
      isMet:
        tally.refused + tally.unknown === 0 &&
        tally.acknowledged === CALLS * 2 &&
        wasRunning &&
        Number(orders?.["n"]) === 1,
      note: [
        `seed ${seed}`,
        `median purchase ${median(alone).toFixed(0)} ms alone, ${median(beside).toFixed(0)} ms beside ${stillOpen} slow requests`,
        `each was ended after ${REQUEST_SECONDS} s, ${answered} with 408 or 503`,
      ].join("; "),
    },
  ];
}

/** Sends a request whose body of 1,000 bytes comes one byte per second. */
async function dribble(port: number, token: string) {
  const socket: Socket = connect(port, "localhost");
  await once(socket, "connect");
  let said = "";
  let isOpen = true;
  socket.on("data", (bytes) => (said += bytes.toString()));
  socket.on("error", () => undefined);
  const timer = setInterval(() => socket.write(" "), 1000);
  socket.on("close", () => {
    clearInterval(timer);
    isOpen = false;
  });
  socket.on("end", () => socket.end());
  socket.write(
    [
      "POST /api/v1/user/package/order HTTP/1.1",
      `host: localhost:${port}`,
      `authorization: ${token}`,
      "content-type: application/json",
      "content-length: 1000",
      `idempotency-key: ${newId()}`,
      "",
      "",
    ].join("\r\n"),
  );
  return { isOpen: () => isOpen, said: () => said };
}
