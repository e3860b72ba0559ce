import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { z } from "zod";
import { memberCookie, PRODUCT, withServers } from "../product";
import { median, printLine } from "../report";

/** A package of its own, which only this bench installs: its tree is a quarter of all files. */
const LIGHTHOUSE = path.join(import.meta.dirname, "node_modules/lighthouse/cli/index.js");

const RUNS = Number(process.env["BENCH_RUNS"] ?? 3);
const DEBUG_PORT = Number(process.env["BENCH_DEBUG_PORT"] ?? 9331);
const PORT = Number(process.env["BENCH_PORT"] ?? 3293);
/** The minimum score of each page, out of 100. */
const LEAST = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;
type Category = keyof typeof LEAST;
const CATEGORIES = Object.keys(LEAST).filter((one): one is Category => one in LEAST);
const PAGES = [
  { path: "/", isMember: false },
  { path: "/register", isMember: false },
  { path: "/user/buy-token", isMember: true },
];

interface Measured {
  scores: Record<Category, number>;
  /** Audits that lost points, and the page's speed metrics. */
  lost: string[];
  speed: string;
}

/** What this bench reads of Lighthouse's report. */
const reportSchema = z.object({
  audits: z.record(
    z.string(),
    z.object({ score: z.number().nullish(), displayValue: z.string().optional() }),
  ),
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
});

/** One run with Lighthouse's default mobile settings: slow network, 4× slower CPU. */
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
  const speed = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"]
    .map((id) => `${id} ${audits[id]?.displayValue ?? "?"}`)
    .join(", ");
  return { scores, lost, speed };
}

let failed = 0;
await withServers(async (serve) => {
  const { origin } = await serve("prelaunch", PORT, PRODUCT);
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", `--remote-debugging-port=${DEBUG_PORT}`],
  });
  try {
    printLine(`Lighthouse, a phone's settings, the median of ${RUNS}`);
    for (const { path, isMember } of PAGES) {
      const headers: Record<string, string> = isMember
        ? { Cookie: await memberCookie(origin) }
        : {};
      const runs: Measured[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await measure(origin + path, headers));
      const scores = CATEGORIES.map((category) => {
        const score = median(runs.map((run) => run.scores[category]));
        if (score < LEAST[category]) failed += 1;
        return `${category} ${score}`;
      });
      printLine(`${path.padEnd(16)} ${scores.join("  ")}`);
      printLine(`${" ".repeat(17)}${runs.at(-1)?.speed ?? ""}`);
      for (const audit of new Set(runs.flatMap(({ lost }) => lost)))
        printLine(`${" ".repeat(17)}${audit}`);
    }
  } finally {
    await browser.close();
  }
});
process.exitCode = failed > 0 ? 1 : 0;
