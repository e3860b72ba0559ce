import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { migrate } from "@db/migrate";
import { startDatabase } from "@db/start";
import { createLogger } from "@server/config/logger";
import { PRODUCT } from "./product";
import { median, printLine } from "./report";

/**
 * How long the product takes from its start to its first `/readyz` and its first page, on a database
 * that is migrated and runs.
 */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const PORT = 3296;
const ORIGIN = `http://localhost:${PORT}`;
const GOAL_SECONDS = 2;
/** An empty script: what Node itself takes. */
const NOTHING = ["-e", "0"];

const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const started = await startDatabase(
  { databaseUrl: undefined, dataDir: data },
  createLogger("silent"),
);
try {
  await migrate(started.database);
  const ready: number[] = [];
  const pages: number[] = [];
  const bare: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const seconds = await startOnce();
    const nothing = await secondsOf(NOTHING);
    // The first start reads its files from the disk.
    if (round < 0) continue;
    ready.push(seconds.ready);
    pages.push(seconds.page);
    bare.push(nothing);
  }
  const isMet = median(ready) <= GOAL_SECONDS;
  printLine(
    `ready after ${median(ready).toFixed(2)} s (${Math.min(...ready).toFixed(2)} to ${Math.max(...ready).toFixed(2)}), first page after ${median(pages).toFixed(2)} s, Node alone ${median(bare).toFixed(2)} s; goal ${GOAL_SECONDS} s until ready: ${isMet ? "met" : "MISSED"}`,
  );
  if (!isMet) process.exitCode = 1;
} finally {
  await started.stop();
  await rm(data, { recursive: true, force: true });
}

async function startOnce(): Promise<{ ready: number; page: number }> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const child = spawn(process.execPath, PRODUCT, {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "test",
      LOG_LEVEL: "warn",
      HOST: "localhost",
      PORT: String(PORT),
      APP_ORIGIN: ORIGIN,
      DATABASE_URL: started.url,
      DATA_DIR: data,
    },
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    while (!(await fetch(`${ORIGIN}/readyz`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
      await after(10);
    }
    const ready = seconds();
    await (await fetch(`${ORIGIN}/superadmin/login`)).text();
    return { ready, page: seconds() };
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

async function secondsOf(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  await new Promise((resolve) => child.once("exit", resolve));
  return (performance.now() - startedAt) / 1000;
}
