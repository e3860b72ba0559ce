import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDatabase } from "@db/client";
import { migrate } from "@db/migrate";
import { startDatabase } from "@db/start";
import { createLogger } from "@server/config/logger";
import { createTransactionLimit } from "@server/context/transaction-limit";
import { orderHarness } from "@server/testing/order-harness";
import { runTraffic } from "@server/testing/traffic-mix";
import { median, printLine } from "./report";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 60);
const BUYERS = 18;
/** The claim: a company is suspended or gets a price while its members buy. */
const LIMIT_MS = 100;

const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const started = await startDatabase(
  { databaseUrl: undefined, dataDir: data },
  createLogger("silent"),
);
try {
  await migrate(started.database);
  printLine(`${BUYERS} buyers, admins, a super admin and two sweeps for ${SECONDS} s each`);
  for (const max of [24, 10]) {
    const database = createDatabase({ url: started.url, max });
    const harness = await orderHarness({
      database: { ...database, url: started.url, drop: () => database.close() },
      transactionLimit: createTransactionLimit({ atOnce: max / 2, waitMs: 5000 }),
    });
    const { deadlocks, outcomes, tookMs } = await runTraffic(harness, {
      buyers: BUYERS,
      seconds: SECONDS,
    });
    await harness.close();
    const bought = outcomes["buy"]?.["ok"] ?? 0;
    printLine(
      `${max} connections: ${bought} bought, ${deadlocks} deadlocks, median to suspend ${median(tookMs.suspend).toFixed(0)} ms, to set a price ${median(tookMs.price).toFixed(0)} ms, limit ${LIMIT_MS} ms`,
    );
    if (deadlocks > 0 || median(tookMs.suspend) > LIMIT_MS || median(tookMs.price) > LIMIT_MS) {
      process.exitCode = 1;
    }
  }
} finally {
  await started.stop();
  await rm(data, { recursive: true, force: true });
}
