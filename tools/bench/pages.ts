import { and, eq } from "drizzle-orm";
import { createDatabase } from "@db/client";
import { hosts, users } from "@db/schema";
import { loadOf } from "@tools/bench/harness/load";
import { PRODUCT } from "@server/testing/start-product";
import { memberCookie, type Server, withServers } from "@tools/bench/harness/product";
import { median, medianRatio, printLine, ratioOf } from "@tools/bench/harness/report";

/** Number of rounds. Each round measures every subject once; the order alternates. */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 4);
const MEMBERS = Number(process.env["BENCH_MEMBERS"] ?? 250);
const CONNECTIONS = 50;
const MEMBER_PAGES = ["/user/dashboard", "/user/buy-token", "/user/payment-history"] as const;
/** The least rates, as shares of the minimal page's. */
const GOALS = { visitor: 0.4, copy: 4, members: 0.2 };

interface Subject {
  name: string;
  origin: string;
  /** Returns the request line's path and the headers of request `n`. */
  requestOf: (n: number) => { path: string; cookie?: string };
  goal?: number;
}

await withServers(async (serve, databaseUrl) => {
  const product = await serve("prelaunch", 3291, PRODUCT);
  const minimal = await serve("minimal", 3294, [
    "--import",
    "tsx",
    "node_modules/@remix-run/serve/dist/cli.js",
    "tools/bench/harness/minimal-app.tsx",
  ]);
  const cookies = await memberCookies(product, databaseUrl);
  printLine(
    `Pages a second, ${ROUNDS} rounds of ${SECONDS} s each, ${CONNECTIONS} connections, ${cookies.length} sessions of members`,
  );
  const baseline: Subject = {
    name: "a minimal page by remix-serve",
    origin: minimal.origin,
    requestOf: () => ({ path: "/" }),
  };
  const visitor: Subject = {
    // The query makes each address new, so that no copy of the page is used.
    name: "/ rendered",
    origin: product.origin,
    requestOf: (n) => ({ path: `/?visit=${n}` }),
    goal: GOALS.visitor,
  };
  const copy: Subject = {
    // A browser of which nothing is known: under load it gets a copy of at most ten seconds.
    name: "/ of strangers",
    origin: product.origin,
    requestOf: () => ({ path: "/" }),
    goal: GOALS.copy,
  };
  const members: Subject = {
    name: "members' pages",
    origin: product.origin,
    requestOf: (n) => ({
      path: MEMBER_PAGES[Math.floor(n / cookies.length) % MEMBER_PAGES.length] ?? "/",
      cookie: cookies[n % cookies.length] ?? "",
    }),
    goal: GOALS.members,
  };
  await compare(baseline, [visitor, copy, members]);
});

/** Returns the cookies of as many sessions as asked for, of the members of the demo's first brand by turns. */
async function memberCookies({ origin }: Server, databaseUrl: string): Promise<string[]> {
  const database = createDatabase({ url: databaseUrl });
  const found = await database.db
    .select({ email: users.email })
    .from(users)
    .innerJoin(hosts, eq(hosts.companyId, users.companyId))
    .where(and(eq(hosts.host, "localhost"), eq(users.role, "USER"), eq(users.status, "ACTIVE")))
    .orderBy(users.email);
  await database.close();
  const cookies: string[] = [];
  for (let n = 0; n < MEMBERS; n += 1) {
    cookies.push(await memberCookie(origin, found[n % found.length]?.email));
  }
  return cookies;
}

async function rateOf({ origin, requestOf }: Subject, seconds: number): Promise<number> {
  const { host } = new URL(origin);
  const { rate } = await loadOf(origin, {
    connections: CONNECTIONS,
    seconds,
    requestOf: (n) => {
      const { path, cookie } = requestOf(n);
      const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, "Accept: text/html"];
      if (cookie) lines.push(`Cookie: ${cookie}`);
      return `${lines.join("\r\n")}\r\n\r\n`;
    },
  });
  return rate;
}

async function compare(baseline: Subject, subjects: Subject[]): Promise<void> {
  const all = [baseline, ...subjects];
  const rates = new Map<Subject, number[]>(all.map((one) => [one, []]));
  for (const one of all) await rateOf(one, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of round % 2 === 0 ? all : all.toReversed()) {
      rates.get(one)?.push(await rateOf(one, SECONDS));
    }
  }
  const seriesOf = (one: Subject) => rates.get(one) ?? [];
  const measured = (one: Subject) =>
    `${one.name.padEnd(32)} ${median(seriesOf(one)).toFixed(0).padStart(5)}`;
  printLine(measured(baseline));
  for (const one of subjects) {
    const isMet = medianRatio(seriesOf(one), seriesOf(baseline)) >= (one.goal ?? 0);
    if (!isMet) process.exitCode = 1;
    printLine(
      `${measured(one)}  ${ratioOf(seriesOf(one), seriesOf(baseline))}, goal ${one.goal}: ${isMet ? "met" : "MISSED"}`,
    );
  }
}
