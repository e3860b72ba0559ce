import { rateOf } from "./load";
import { memberCookie, PRODUCT, withServers } from "./product";
import { residentMb } from "./processor";
import { median, printLine } from "./report";

/**
 * Resident memory of the server after many requests of all kinds, and whether it grows. Its peak is
 * printed too. A million requests take a quarter to half an hour; BENCH_REQUESTS=50000 is a short form.
 */
const REQUESTS = Number(process.env["BENCH_REQUESTS"] ?? 1_000_000);
const CONNECTIONS = 50;
/** The memory is read this often. */
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
  const memory: { requests: number; mb: number }[] = [];
  let requests = 0;
  let peak = 0;
  const watch = setInterval(() => {
    void residentMb(product.pid).then((mb) => (peak = Math.max(peak, mb)));
  }, 250);
  for (let part = 1; part <= PARTS; part += 1) {
    for (const { path, share, headers } of kinds) {
      const count = Math.round((REQUESTS / PARTS) * share);
      await rateOf(product.origin + path, { connections: CONNECTIONS, answers: count, headers });
      requests += count;
    }
    memory.push({ requests, mb: await residentMb(product.pid) });
    printLine(`${requests} requests: ${memory.at(-1)?.mb.toFixed(0)} MB`);
  }
  clearInterval(watch);
  const half = memory.slice(PARTS / 2);
  const growth = slopeOf(half) * (REQUESTS / 2);
  const after = median(half.map(({ mb }) => mb));
  const share = growth / after;
  const isMet = after <= GOAL_MB && share <= FLAT;
  printLine(
    `${after.toFixed(0)} MB in the second half (peak of all ${peak.toFixed(0)}), goal ${GOAL_MB}; ${(slopeOf(half) * 100_000).toFixed(1)} MB for each 100,000 requests of the second half, ${(share * 100).toFixed(1)} % in all, goal ${FLAT * 100} %: ${isMet ? "met" : "MISSED"}`,
  );
  if (!isMet) process.exitCode = 1;
});

/** The slope of the line nearest to the readings, in MB per request. */
function slopeOf(readings: readonly { requests: number; mb: number }[]): number {
  const mean = (pick: "requests" | "mb") =>
    readings.reduce((sum, one) => sum + one[pick], 0) / readings.length;
  const [x, y] = [mean("requests"), mean("mb")];
  const over = readings.reduce((sum, one) => sum + (one.requests - x) * (one.mb - y), 0);
  return over / readings.reduce((sum, one) => sum + (one.requests - x) ** 2, 0);
}
