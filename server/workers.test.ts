import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startWorkers, type Workers, type WorkersParts } from "./workers";

let workers: Workers | null = null;
let port = 0;

beforeAll(() => {
  cluster.setupPrimary({ exec: "server/testing/stub-worker.mjs", execArgv: [], args: [] });
  cluster.on("listening", (_, address) => {
    port = address.port;
  });
});
afterEach(async () => {
  await workers?.stop();
  workers = null;
});

const silent = pino({ level: "silent" });
const startTwo = async (parts: Partial<WorkersParts> = {}) => {
  const options = { count: 2, env: {}, logger: silent, graceMs: 30_000, firstDelayMs: 1 };
  workers = await startWorkers({ ...options, ...parts });
  return workers;
};

const ask = (path: string) =>
  new Promise<string>((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port, path, agent: false }, (incoming) => {
      text(incoming).then(resolve, reject);
    });
    outgoing.on("error", reject);
    outgoing.end();
  });

const running = () => Object.values(cluster.workers ?? {}).filter((one) => one !== undefined);

/** Asks until each of two workers has answered; their process ids. */
async function twoServe(): Promise<Set<string>> {
  const pids = new Set<string>();
  await vi.waitFor(
    async () => {
      pids.clear();
      for (let asked = 0; asked < 4; asked += 1) pids.add(await ask("/"));
      expect(pids.size).toBe(2);
    },
    { timeout: 30_000 },
  );
  return pids;
}

test("workers share the port; one that is killed is started again while the other serves", async () => {
  await startTwo();
  const before = await twoServe();
  const killed = running()[0] as Worker;
  const ended = once(killed, "exit");
  killed.process.kill("SIGKILL");
  await ended;
  for (let asked = 0; asked < 10; asked += 1) {
    expect(await ask("/")).not.toBe(String(killed.process.pid));
  }
  const after = await twoServe();
  expect([...after].filter((pid) => before.has(pid))).toHaveLength(1);
});

test("a stop waits for the requests in progress, and starts no worker again", async () => {
  const started = await startTwo();
  const pids = await twoServe();
  const late = ask("/late");
  // Its worker has it once it answers what came after: connections are handed over in turn.
  await twoServe();
  await started.stop();
  expect(pids).toContain(await late);
  expect(running()).toEqual([]);
  await expect(ask("/")).rejects.toThrow("ECONNREFUSED");
});

test("a worker that does not stop in time is killed", async () => {
  const started = await startTwo({ graceMs: 10, env: { IGNORES: "1" } });
  await started.stop();
  expect(running()).toEqual([]);
});

test("a start whose first worker fails rejects with its exit code", async () => {
  await expect(startTwo({ env: { FAILS: "7" } })).rejects.toMatchObject({ code: 7 });
  expect(running()).toEqual([]);
});

test("a worker that ends again and again is started later each time", async () => {
  const waits: number[] = [];
  const logger = pino({ level: "error" }, { write: (line: string) => waits.push(waitOf(line)) });
  await startTwo({ count: 1, env: { BREAKS: "1" }, logger });
  await vi.waitFor(() => expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8]), { timeout: 30_000 });
});

const waitOf = (line: string): number => (JSON.parse(line) as { wait: number }).wait;
