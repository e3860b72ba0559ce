import autocannon from "autocannon";
import { type Answered, loadOf } from "./load";
import { memberCookie, PRODUCT, type Server, withServers } from "./product";
import { databasesProcesses, processorMs } from "./processor";
import { median, medianRatio, printLine, ratioOf } from "./report";

/** Number of rounds. Each round measures every page once; the order alternates. */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 3);
/** What is measured: the same page by remix-serve, copies, processor time. */
const PARTS = process.env["BENCH_PARTS"]?.split(",") ?? ["stock", "copies", "costs"];
/** Connections to rendered pages, and to copies. */
const CONNECTIONS = { rendered: 10, copies: 50 };
const PAGES = ["/", "/register"] as const;
/** A copy is to be served this many times as often as stock remix-serve its minimal page. */
const COPY_GOAL = 15;
/** A page that no copy serves, by the encoding that is asked for. */
const VISITOR_GOALS = { identity: 1, br: 0.8 } as const;
/** A member's page may cost at most twice the processor time of a minimal page. */
const MEMBER_GOAL = 0.5;
const MEMBER_PAGES = ["/user/dashboard", "/user/buy-token", "/user/payment-history"] as const;
/** A visitor with a cookie gets no copy. */
const RENDERED = { cookie: "prelaunch_language=en" };
const ENCODINGS = ["identity", "gzip", "br"] as const;

/** Pages per second; rejects on an answer other than 200. */
type Measure = (subject: Subject, seconds: number) => Promise<Answered>;

interface Subject {
  name: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The least ratio to the baseline. */
  goal?: number;
  /** Whether its p99 may not be longer than the baseline's. */
  limitsP99?: boolean;
}

const stockServer = (build: string) => [
  "--import",
  "tsx",
  "node_modules/@remix-run/serve/dist/cli.js",
  build,
];

const copied: Measure = ({ url, headers }, seconds) =>
  loadOf(url, { connections: CONNECTIONS.copies, seconds, headers });

await withServers(async (serve, databaseUrl) => {
  const product = await serve("prelaunch", 3291, PRODUCT);
  const stock = await serve("remix-serve", 3292, stockServer("bench/stock/build.ts"));
  const minimal = await serve("minimal", 3294, stockServer("bench/minimal/build.tsx"));
  printLine(
    `Pages a second, ${ROUNDS} rounds of ${SECONDS} s each, in turn; ${CONNECTIONS.rendered} connections to rendered pages, ${CONNECTIONS.copies} to copies`,
  );
  const subject = (
    { origin }: Server,
    page: string,
    name: string,
    headers = {},
    goals: Pick<Subject, "goal" | "limitsP99"> = {},
  ): Subject => ({
    name,
    url: origin + page,
    headers: { accept: "text/html", ...headers },
    ...goals,
  });

  for (const page of PARTS.includes("stock") ? PAGES : []) {
    const ours = subject(product, page, `${page} rendered`, RENDERED);
    await compare(subject(stock, page, "the same page by remix-serve"), [ours], rendered);
  }
  const smallest = subject(minimal, "/", "a minimal page by remix-serve");
  const copies = PAGES.flatMap((page) =>
    ENCODINGS.map((encoding) =>
      subject(
        product,
        page,
        `${page} copy, ${encoding}`,
        { "accept-encoding": encoding },
        { goal: COPY_GOAL },
      ),
    ),
  );
  if (PARTS.includes("copies")) {
    for (const copy of copies) await assertCopy(copy);
    await compare(smallest, copies, copied);
  }
  if (!PARTS.includes("costs")) return;

  printLine("Pages per second of processor time, the database's included");
  const cookie = await memberCookie(product.origin);
  const visitors = PAGES.flatMap((page) =>
    (["identity", "br"] as const).map((encoding) =>
      subject(
        product,
        page,
        `${page}, ${encoding}`,
        { ...RENDERED, "accept-encoding": encoding },
        { goal: VISITOR_GOALS[encoding], limitsP99: encoding === "identity" },
      ),
    ),
  );
  const members = MEMBER_PAGES.map((page) =>
    subject(product, page, page, { cookie }, { goal: MEMBER_GOAL }),
  );
  const servers = [product.pid, minimal.pid, ...(await databasesProcesses(databaseUrl))];
  await compare(smallest, [...visitors, ...members], perProcessorSecond(servers));
});

/** Pages per second of these processes' time. Only what is measured keeps them busy. */
function perProcessorSecond(pids: readonly number[]): Measure {
  return async (subject, seconds) => {
    const before = await processorMs(pids);
    const startedAt = performance.now();
    const { rate, p99Ms } = await copied(subject, seconds);
    const pages = (rate * (performance.now() - startedAt)) / 1000;
    return { rate: (pages * 1000) / ((await processorMs(pids)) - before), p99Ms };
  };
}

async function rendered({ name, url, headers }: Subject, seconds: number): Promise<Answered> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS.rendered,
    duration: seconds,
    headers: { ...headers, "accept-encoding": "gzip" },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed.`);
  }
  return { rate: result["2xx"] / result.duration, p99Ms: result.latency.p99 };
}

async function compare(baseline: Subject, subjects: Subject[], measure: Measure): Promise<void> {
  const all = [baseline, ...subjects];
  const measured = new Map<Subject, Answered[]>(all.map((one) => [one, []]));
  for (const one of all) await measure(one, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of round % 2 === 0 ? all : all.toReversed()) {
      measured.get(one)?.push(await measure(one, SECONDS));
    }
  }
  const seriesOf = (one: Subject, name: keyof Answered) =>
    (measured.get(one) ?? []).map((answered) => answered[name]);
  const told = (one: Subject) =>
    `${one.name.padEnd(32)} ${median(seriesOf(one, "rate")).toFixed(0).padStart(5)}  p99 ${median(seriesOf(one, "p99Ms")).toFixed(0)} ms`;
  printLine(told(baseline));
  const [theirs, theirP99] = [seriesOf(baseline, "rate"), median(seriesOf(baseline, "p99Ms"))];
  for (const one of subjects) {
    const ours = seriesOf(one, "rate");
    const isMet =
      (one.goal === undefined || medianRatio(ours, theirs) >= one.goal) &&
      (!one.limitsP99 || median(seriesOf(one, "p99Ms")) <= theirP99);
    const aim = one.goal === undefined ? "" : `, goal ${one.goal}: ${isMet ? "met" : "MISSED"}`;
    if (!isMet) process.exitCode = 1;
    printLine(`${told(one)}  ${ratioOf(ours, theirs)}${aim}`);
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
