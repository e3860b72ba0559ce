import autocannon from "autocannon";
import { PRODUCT, type Server, withServers } from "./product";
import { median, ratioOf, printLine } from "./report";

/** Number of rounds. Each round measures both servers; the order alternates. */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 4);
const CONNECTIONS = 10;
const PAGES = ["/", "/register"] as const;

await withServers(async (serve) => {
  const product = await serve("prelaunch", 3291, PRODUCT);
  const stock = await serve("remix-serve", 3292, [
    "--import",
    "tsx",
    "node_modules/@remix-run/serve/dist/cli.js",
    "bench/stock/build.ts",
  ]);
  printLine(
    `Pages a second, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each, in turn`,
  );
  for (const page of PAGES) await compare(page, product, stock);
});

async function compare(page: string, product: Server, stock: Server): Promise<void> {
  const rates = new Map<Server, number[]>([
    [product, []],
    [stock, []],
  ]);
  for (const server of [product, stock]) await measure(server, page, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = round % 2 === 0 ? [product, stock] : [stock, product];
    for (const server of order) rates.get(server)?.push(await measure(server, page, SECONDS));
  }
  const [ours = [], theirs = []] = [rates.get(product), rates.get(stock)];
  printLine(
    `${page.padEnd(12)} ${product.name} ${median(ours).toFixed(0)}  ${stock.name} ${median(theirs).toFixed(0)}  ${ratioOf(ours, theirs)}`,
  );
}

/** Pages per second; an answer other than 200 is an error. */
async function measure(server: Server, page: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url: server.origin + page,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { "accept-encoding": "gzip", accept: "text/html" },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${server.name}${page}: ${result.non2xx} refused, ${result.errors} failed.`);
  }
  return result["2xx"] / result.duration;
}
