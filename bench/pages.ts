import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import autocannon from "autocannon";
import { startDatabase } from "@db/start";
import { createLogger } from "@server/logging/logger";
import { median, ratioOf, say } from "./report";

/** Pairs of rounds; each pair measures both servers, whichever comes first changing places. */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 4);
const CONNECTIONS = 10;
const PAGES = ["/", "/register"] as const;

interface Server {
  name: string;
  origin: string;
  child: ChildProcess;
}

const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const database = await startDatabase(
  { databaseUrl: undefined, dataDir: data },
  createLogger("warn"),
);
const servers: Server[] = [];

try {
  const product = await serve("prelaunch", 3291, ["--enable-source-maps", "build/main.js"]);
  const stock = await serve("remix-serve", 3292, [
    "--import",
    "tsx",
    "node_modules/@remix-run/serve/dist/cli.js",
    "bench/stock/build.ts",
  ]);
  say(`Pages a second, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each, in turn`);
  for (const page of PAGES) await compare(page, product, stock);
} finally {
  await Promise.all(servers.map(stopped));
  await database.stop();
  await rm(data, { recursive: true, force: true });
}

/** Starts a server on the bench's database and waits until it answers a page. */
async function serve(name: string, port: number, args: string[]): Promise<Server> {
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      DEMO: "1",
      LOG_LEVEL: "warn",
      HOST: "localhost",
      PORT: String(port),
      APP_ORIGIN: origin,
      DATABASE_URL: database.url,
      DATA_DIR: data,
    },
  });
  const server = { name, origin, child };
  servers.push(server);
  for (let tries = 0; tries < 240; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}.`);
    const answer = await fetch(`${origin}/`).catch(() => null);
    if (answer?.ok && (await answer.text()).includes("</html>")) return server;
    await after(500);
  }
  throw new Error(`${name} never answered.`);
}

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
  say(
    `${page.padEnd(12)} ${product.name} ${median(ours).toFixed(0)}  ${stock.name} ${median(theirs).toFixed(0)}  ${ratioOf(ours, theirs)}`,
  );
}

/** Whole pages a second; a page that is not a 200 is an error, not a fast page. */
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

async function stopped({ child }: Server): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await Promise.race([ended, after(5000)]);
  child.kill("SIGKILL");
}
