import { rateOf } from "./load";
import { childrenOf, databasesProcesses, processorMs } from "./processor";
import { PRODUCT, type Server, withServers } from "./product";
import { median, printLine, ratioOf } from "./report";

/**
 * `/` rendered, by one process and by two that share the port. On a machine of two cores the load
 * and the database leave no second core free, so the goal is judged by processor time: what a page
 * costs in either, the database's part included, and how evenly the two share the pages.
 */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 3);
/** Enough for both: pages that are asked for at the same time share reads, in each process. */
const CONNECTIONS = 200;
/** Pages of a process before it is measured, which make its code fast. */
const WARM_UP = 10_000;
const GOAL = 1.7;
/** A visitor with a cookie gets no copy. */
const headers = { accept: "text/html", cookie: "prelaunch_language=en" };

interface Round {
  /** Pages a second, by the clock. */
  rate: number;
  /** Processor time of a page in ms, the database's included. */
  cost: number;
  /** The part of the busiest process in the time of all that serve. */
  share: number;
}

await withServers(async (serve, databaseUrl) => {
  const one = await serve("one process", 3298, PRODUCT);
  const two = await serve("two workers", 3299, PRODUCT, { WORKERS: "2" });
  const measure = async ({ origin, pid }: Server, seconds: number): Promise<Round> => {
    const workers = await childrenOf(pid);
    // The first process hands connections over.
    const serving = workers.length > 0 ? workers : [pid];
    const others = [
      ...(await databasesProcesses(databaseUrl)),
      ...(workers.length > 0 ? [pid] : []),
    ];
    const timesOf = () => Promise.all(serving.map((each) => processorMs([each])));
    const [before, othersBefore] = await Promise.all([timesOf(), processorMs(others)]);
    const startedAt = performance.now();
    const rate = await rateOf(`${origin}/`, { connections: CONNECTIONS, seconds, headers });
    const pages = (rate * (performance.now() - startedAt)) / 1000;
    const [after, othersAfter] = await Promise.all([timesOf(), processorMs(others)]);
    const used = after.map((time, at) => time - (before[at] ?? 0));
    const served = used.reduce((sum, time) => sum + time, 0);
    return {
      rate,
      cost: (served + othersAfter - othersBefore) / pages,
      share: Math.max(...used) / served,
    };
  };
  const rounds = { one: [] as Round[], two: [] as Round[] };
  for (const [server, processes] of [
    [one, 1],
    [two, 2],
  ] as const) {
    const answers = WARM_UP * processes;
    await rateOf(`${server.origin}/`, { connections: CONNECTIONS, answers, headers });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const measureOne = async () => rounds.one.push(await measure(one, SECONDS));
    const measureTwo = async () => rounds.two.push(await measure(two, SECONDS));
    for (const next of round % 2 === 0 ? [measureOne, measureTwo] : [measureTwo, measureOne]) {
      await next();
    }
  }
  const seriesOf = (name: "one" | "two", figure: keyof Round) =>
    rounds[name].map((round) => round[figure]);
  for (const name of ["one", "two"] as const) {
    printLine(
      `${name.padEnd(4)} ${median(seriesOf(name, "rate")).toFixed(0)} pages a second, ${median(seriesOf(name, "cost")).toFixed(2)} ms of processor time each, ${(median(seriesOf(name, "share")) * 100).toFixed(0)} % of them in the busiest process`,
    );
  }
  printLine(`by the clock    ${ratioOf(seriesOf("two", "rate"), seriesOf("one", "rate"))}`);
  // Two cores give as many pages as the busiest of the two processes can.
  const gains = rounds.two.map(
    ({ cost, share }, round) => (rounds.one[round]?.cost ?? Number.NaN) / cost / share,
  );
  const gain = median(gains);
  const isMet = gain >= GOAL;
  printLine(
    `by processor time  ${gain.toFixed(2)} times (${Math.min(...gains).toFixed(2)} to ${Math.max(...gains).toFixed(2)}), goal ${GOAL}: ${isMet ? "met" : "MISSED"}`,
  );
  if (!isMet) process.exitCode = 1;
});
