import { readFile } from "node:fs/promises";
import { loadOf } from "@tools/bench/harness/load";
import { PRODUCT } from "@server/testing/start-product";
import { memberCookie, withServers } from "@tools/bench/harness/product";
import { median, printLine } from "@tools/bench/harness/report";

/**
 * Measures the resident memory of one instance during an hour of requests of all kinds, and whether
 * it grows. Prints its peak too. BENCH_MINUTES=5 is a short form.
 */
const SECONDS = Number(process.env["BENCH_MINUTES"] ?? 60) * 60;
const CONNECTIONS = 50;
/** Number of readings of the memory. */
const PARTS = 20;
const GOAL_MB = 300;
/** Growth of the second half, as a share of its memory, that counts as none. */
const FLAT = 0.05;

await withServers(async (serve) => {
  // Another process makes the demo's data, which a server in production never does.
  await (await serve("prelaunch", 3297, PRODUCT)).stop();
  const product = await serve("prelaunch", 3297, PRODUCT);
  const cookie = await memberCookie(product.origin);
  const kinds: { path: string; share: number; headers: Record<string, string> }[] = [
    { path: "/", share: 0.2, headers: {} },
    { path: "/", share: 0.1, headers: { "accept-encoding": "br" } },
    { path: "/", share: 0.1, headers: { cookie: "prelaunch_language=hi" } },
    { path: "/register", share: 0.1, headers: { cookie: "prelaunch_language=en" } },
    { path: "/user/dashboard", share: 0.1, headers: { cookie } },
    { path: "/user/dashboard.data", share: 0.1, headers: { cookie } },
    { path: "/user/buy-token", share: 0.1, headers: { cookie, "accept-encoding": "gzip" } },
    { path: "/user/payment-history", share: 0.1, headers: { cookie, "accept-encoding": "br" } },
    { path: "/healthz", share: 0.1, headers: {} },
  ];
  const memory: { seconds: number; mb: number }[] = [];
  let peak = 0;
  const watch = setInterval(() => {
    void residentMb(product.pid).then((mb) => (peak = Math.max(peak, mb)));
  }, 250);
  for (let part = 1; part <= PARTS; part += 1) {
    for (const { path, share, headers } of kinds) {
      const seconds = (SECONDS / PARTS) * share;
      await loadOf(product.origin + path, { connections: CONNECTIONS, seconds, headers });
    }
    const seconds = (SECONDS / PARTS) * part;
    memory.push({ seconds, mb: await residentMb(product.pid) });
    printLine(`${(seconds / 60).toFixed(0)} minutes: ${memory.at(-1)?.mb.toFixed(0)} MB`);
  }
  clearInterval(watch);
  const half = memory.slice(PARTS / 2);
  const growth = slopeOf(half) * (SECONDS / 2);
  const after = median(half.map(({ mb }) => mb));
  const share = growth / after;
  const isMet = after <= GOAL_MB && share <= FLAT;
  printLine(
    `${after.toFixed(0)} MB in the second half (peak of all ${peak.toFixed(0)}), goal ${GOAL_MB}; ${(share * 100).toFixed(1)} % growth in it, goal ${FLAT * 100} %: ${isMet ? "met" : "MISSED"}`,
  );
  if (!isMet) process.exitCode = 1;
});

/** Returns the slope of the line nearest to the readings, in MB per second. */
function slopeOf(readings: readonly { seconds: number; mb: number }[]): number {
  const mean = (pick: "seconds" | "mb") =>
    readings.reduce((sum, one) => sum + one[pick], 0) / readings.length;
  const [x, y] = [mean("seconds"), mean("mb")];
  const over = readings.reduce((sum, one) => sum + (one.seconds - x) * (one.mb - y), 0);
  return over / readings.reduce((sum, one) => sum + (one.seconds - x) ** 2, 0);
}

/** Returns the resident memory of a process, in MB. Linux only. */
async function residentMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]) / 1024;
}
