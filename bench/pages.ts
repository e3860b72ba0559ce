import autocannon from "autocannon";
import { rateOf } from "./load";
import { memberCookie, PRODUCT, type Server, withServers } from "./product";
import { databasesProcesses, processorMs } from "./processor";
import { median, medianRatio, printLine, ratioOf } from "./report";

/** Number of rounds. Each round measures every page once; the order alternates. */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 3);
/** Connections to rendered pages, and to copies. */
const CONNECTIONS = { rendered: 10, copies: 50 };
const PAGES = ["/", "/register"] as const;
/** A copy is to be served this many times as often as stock remix-serve its minimal page. */
const GOAL = 15;
/** A member's page may cost at most twice the processor time of a minimal page. */
const MEMBER_GOAL = 0.5;
const MEMBER_PAGES = ["/user/dashboard", "/user/buy-token", "/user/payment-history"] as const;
/** A visitor with a cookie gets no copy. */
const RENDERED = { cookie: "prelaunch_language=en" };
const ENCODINGS = ["identity", "gzip", "br"] as const;

/** Pages per second; rejects on an answer other than 200. */
type Rate = (subject: Subject, seconds: number) => Promise<number>;

interface Subject {
  name: string;
  url: string;
  headers: Readonly<Record<string, string>>;
}

const stockServer = (build: string) => [
  "--import",
  "tsx",
  "node_modules/@remix-run/serve/dist/cli.js",
  build,
];

const copiedRate: Rate = ({ url, headers }, seconds) =>
  rateOf(url, { connections: CONNECTIONS.copies, seconds, headers });

await withServers(async (serve, databaseUrl) => {
  const product = await serve("prelaunch", 3291, PRODUCT);
  const stock = await serve("remix-serve", 3292, stockServer("bench/stock/build.ts"));
  const minimal = await serve("minimal", 3294, stockServer("bench/minimal/build.tsx"));
  printLine(
    `Pages a second, ${ROUNDS} rounds of ${SECONDS} s each, in turn; ${CONNECTIONS.rendered} connections to rendered pages, ${CONNECTIONS.copies} to copies`,
  );
  const subject = ({ origin }: Server, page: string, name: string, headers = {}) => ({
    name,
    url: origin + page,
    headers: { accept: "text/html", ...headers },
  });

  for (const page of PAGES) {
    const ours = subject(product, page, `${page} rendered`, RENDERED);
    await compare(subject(stock, page, "the same page by remix-serve"), [ours], renderedRate);
  }
  const copies = PAGES.flatMap((page) =>
    ENCODINGS.map((encoding) =>
      subject(product, page, `${page} copy, ${encoding}`, { "accept-encoding": encoding }),
    ),
  );
  for (const copy of copies) await assertCopy(copy);
  const smallest = subject(minimal, "/", "a minimal page by remix-serve");
  await compare(smallest, copies, copiedRate, { goal: GOAL });

  printLine("Pages per second of processor time, the database's included");
  const cookie = await memberCookie(product.origin);
  const members = MEMBER_PAGES.map((page) => subject(product, page, page, { cookie }));
  const servers = [product.pid, minimal.pid, ...(await databasesProcesses(databaseUrl))];
  await compare(smallest, members, perProcessorSecond(servers), { goal: MEMBER_GOAL });
});

/** Pages per second of these processes' time. Only what is measured keeps them busy. */
const perProcessorSecond =
  (pids: readonly number[]): Rate =>
  async (subject, seconds) => {
    const before = await processorMs(pids);
    const startedAt = performance.now();
    const rate = await copiedRate(subject, seconds);
    const pages = (rate * (performance.now() - startedAt)) / 1000;
    return (pages * 1000) / ((await processorMs(pids)) - before);
  };

async function renderedRate({ name, url, headers }: Subject, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS.rendered,
    duration: seconds,
    headers: { ...headers, "accept-encoding": "gzip" },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed.`);
  }
  return result["2xx"] / result.duration;
}

async function compare(
  baseline: Subject,
  subjects: Subject[],
  rate: Rate,
  { goal }: { goal?: number } = {},
): Promise<void> {
  const all = [baseline, ...subjects];
  const rates = new Map<Subject, number[]>(all.map((one) => [one, []]));
  for (const one of all) await rate(one, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of round % 2 === 0 ? all : all.toReversed()) {
      rates.get(one)?.push(await rate(one, SECONDS));
    }
  }
  const theirs = rates.get(baseline) ?? [];
  printLine(`${baseline.name.padEnd(32)} ${median(theirs).toFixed(0)}`);
  for (const one of subjects) {
    const ours = rates.get(one) ?? [];
    const isMet = goal === undefined || medianRatio(ours, theirs) >= goal;
    const aim = goal === undefined ? "" : `, goal ${goal}: ${isMet ? "met" : "MISSED"}`;
    if (!isMet) process.exitCode = 1;
    printLine(`${one.name.padEnd(32)} ${median(ours).toFixed(0)}  ${ratioOf(ours, theirs)}${aim}`);
  }
}

/** Otherwise the figures would be those of a rendered page. */
async function assertCopy({ name, url, headers }: Subject): Promise<void> {
  const answer = await fetch(url, { headers });
  await answer.text();
  if (answer.headers.get("cache-control") !== "private, no-cache") {
    throw new Error(`${name} is not answered from a copy.`);
  }
}
