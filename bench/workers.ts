import { rateOf } from "./load";
import { PRODUCT, withServers } from "./product";
import { median, medianRatio, printLine, ratioOf } from "./report";

/**
 * `/` rendered, by one process and by two that share the port. The load and the database run beside
 * them: on a machine of two cores they take from both.
 */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 3);
const CONNECTIONS = 50;
const GOAL = 1.7;
/** A visitor with a cookie gets no copy. */
const headers = { accept: "text/html", cookie: "prelaunch_language=en" };

await withServers(async (serve) => {
  const one = await serve("one process", 3298, PRODUCT);
  const two = await serve("two workers", 3299, PRODUCT, { WORKERS: "2" });
  const rate = ({ origin }: { origin: string }, seconds: number) =>
    rateOf(`${origin}/`, { connections: CONNECTIONS, seconds, headers });
  const rates = { one: [] as number[], two: [] as number[] };
  for (const server of [one, two]) await rate(server, 3);
  for (let round = 0; round < ROUNDS; round += 1) {
    const measureOne = async () => rates.one.push(await rate(one, SECONDS));
    const measureTwo = async () => rates.two.push(await rate(two, SECONDS));
    for (const measure of round % 2 === 0 ? [measureOne, measureTwo] : [measureTwo, measureOne]) {
      await measure();
    }
  }
  const isMet = medianRatio(rates.two, rates.one) >= GOAL;
  printLine(`one process  ${median(rates.one).toFixed(0)} pages a second`);
  printLine(
    `two workers  ${median(rates.two).toFixed(0)}  ${ratioOf(rates.two, rates.one)}, goal ${GOAL}: ${isMet ? "met" : "MISSED"}`,
  );
  if (!isMet) process.exitCode = 1;
});
