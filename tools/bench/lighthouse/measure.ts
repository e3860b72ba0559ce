import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { newId } from "@db/ids";
import { z } from "zod";
import { PRODUCT } from "@server/testing/start-product";
import { memberCookie, withServers } from "@tools/bench/harness/product";
import { median, printLine } from "@tools/bench/harness/report";

/** A package of its own, which only this bench installs: its tree is a quarter of all files. */
const LIGHTHOUSE = path.join(import.meta.dirname, "node_modules/lighthouse/cli/index.js");

const RUNS = Number(process.env["BENCH_RUNS"] ?? 3);
const DEBUG_PORT = Number(process.env["BENCH_DEBUG_PORT"] ?? 9331);
const PORT = Number(process.env["BENCH_PORT"] ?? 3293);
/** The minimum score of each page, out of 100. */
const LEAST = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;
type Category = keyof typeof LEAST;
const CATEGORIES = Object.keys(LEAST).filter((one): one is Category => one in LEAST);
/** The most that a page may take: milliseconds, and the score of its layout shifts. */
const MOST = {
  "first-contentful-paint": 1500,
  "total-blocking-time": 50,
  "cumulative-layout-shift": 0,
} as const;
type Metric = keyof typeof MOST;
const METRICS = Object.keys(MOST).filter((one): one is Metric => one in MOST);
const OPEN_PAGES = ["/", "/register", "/fogot-password", "/privacy-policy", "/proof"];
/** Pages of a member, beside the payment page. */
const MEMBER_PAGES = [
  "/user/dashboard",
  "/user/buy-token",
  "/user/payment-history",
  "/user/profile",
  "/user/referral",
];
/** Restricts the run to pages whose path contains this. */
const ONLY = process.env["BENCH_PAGE"] ?? "";

interface Measured {
  scores: Record<Category, number>;
  metrics: Record<Metric, number>;
  /** Milliseconds until the largest element is painted; it has no limit of its own. */
  largestPaint: number;
  /** Audits that lost points. */
  lost: string[];
}

/** Makes an order, and returns the path of its payment page. */
async function paymentPage(origin: string, cookie: string): Promise<string> {
  const answer = await fetch(`${origin}/user/buy-token`, {
    method: "POST",
    headers: { Origin: origin, Cookie: cookie },
    body: new URLSearchParams({ amount: "5000", idempotencyKey: newId() }),
    redirect: "manual",
  });
  const at = answer.headers.get("location");
  if (at === null) throw new Error(`Nothing could be bought: ${answer.status}.`);
  return at;
}

/** The parts of Lighthouse's report that this bench reads. */
const reportSchema = z.object({
  audits: z.record(
    z.string(),
    z.object({
      score: z.number().nullish(),
      numericValue: z.number().optional(),
      displayValue: z.string().optional(),
    }),
  ),
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
});

/** Runs Lighthouse once with its default mobile settings: slow network, 4× slower CPU. */
async function measure(url: string, headers: Record<string, string>): Promise<Measured> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      LIGHTHOUSE,
      url,
      `--port=${DEBUG_PORT}`,
      `--only-categories=${CATEGORIES.join(",")}`,
      `--extra-headers=${JSON.stringify(headers)}`,
      "--output=json",
      "--quiet",
      "--no-enable-error-reporting",
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const { audits, categories } = reportSchema.parse(JSON.parse(stdout));
  const scoreOf = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100);
  const scores = {
    performance: scoreOf("performance"),
    accessibility: scoreOf("accessibility"),
    "best-practices": scoreOf("best-practices"),
    seo: scoreOf("seo"),
  };
  const lost = CATEGORIES.flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ""}`.trim()),
  );
  const valueOf = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const metrics = {
    "first-contentful-paint": valueOf("first-contentful-paint"),
    "total-blocking-time": valueOf("total-blocking-time"),
    "cumulative-layout-shift": valueOf("cumulative-layout-shift"),
  };
  return { scores, metrics, largestPaint: valueOf("largest-contentful-paint"), lost };
}

let failed = 0;
await withServers(async (serve) => {
  const { origin } = await serve("prelaunch", PORT, PRODUCT);
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", `--remote-debugging-port=${DEBUG_PORT}`],
  });
  try {
    printLine(`Lighthouse, a phone's settings, the median of ${RUNS}; milliseconds`);
    const cookie = await memberCookie(origin);
    const pages = [
      ...OPEN_PAGES.map((path) => ({ path, headers: {} })),
      ...[...MEMBER_PAGES, await paymentPage(origin, cookie)].map((path) => ({
        path,
        headers: { Cookie: cookie },
      })),
    ];
    for (const { path, headers } of pages.filter((page) => page.path.includes(ONLY))) {
      const runs: Measured[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await measure(origin + path, headers));
      const scores = CATEGORIES.map((category) => {
        const score = median(runs.map((run) => run.scores[category]));
        if (score < LEAST[category]) failed += 1;
        return `${category} ${score}`;
      });
      const metrics = METRICS.map((metric) => {
        const value = median(runs.map((run) => run.metrics[metric]));
        if (!(value <= MOST[metric])) failed += 1;
        return `${metric} ${Number(value.toFixed(3))} of ${MOST[metric]}`;
      });
      const largest = median(runs.map((run) => run.largestPaint));
      printLine(`${path.split("?")[0]?.padEnd(22)} ${scores.join("  ")}`);
      printLine(`${" ".repeat(23)}${metrics.join(", ")}, largest paint ${largest.toFixed(0)}`);
      for (const audit of new Set(runs.flatMap(({ lost }) => lost)))
        printLine(`${" ".repeat(23)}${audit}`);
    }
  } finally {
    await browser.close();
  }
});
process.exitCode = failed > 0 ? 1 : 0;
