/** @module-tag full */
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type Database, isDatabaseAway, transact } from "./client";
import { findBinaries } from "./embedded/binaries";
import { type EmbeddedServer, startEmbedded } from "./embedded/server";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const dataDir = mkdtempSync(join(tmpdir(), "prelaunch-test-"));
chmodSync(dataDir, 0o711);
let server: EmbeddedServer;
let database: Database;
const escaped: unknown[] = [];
const catchEscaped = (error: unknown) => escaped.push(error);

beforeAll(async () => {
  process.on("uncaughtExceptionMonitor", catchEscaped);
  process.on("unhandledRejection", catchEscaped);
  server = await startEmbedded({ dataDir }, quiet);
  database = createDatabase({ url: server.url, max: 10 });
});

afterAll(async () => {
  await database.close();
  await server.stop();
  process.off("uncaughtExceptionMonitor", catchEscaped);
  process.off("unhandledRejection", catchEscaped);
  rmSync(dataDir, { recursive: true, force: true });
});

/**
 * Runs `pg_ctl restart -m immediate`, which cuts every connection without notice; the server then
 * replays its log.
 */
async function restartImmediately(dataDir: string): Promise<void> {
  const data = join(dataDir, "postgres", "data");
  const { uid, gid } = statSync(data);
  await promisify(execFile)(
    join(dirname(findBinaries().postgres), "pg_ctl"),
    ["restart", "-w", "-m", "immediate", "-D", data, "-l", join(data, "restart.log")],
    { cwd: "/", ...(process.getuid?.() === 0 ? { uid, gid } : {}) },
  );
}

/**
 * Measures how long a new client waits for its first answer, in milliseconds; it grows with the
 * load of the machine.
 */
async function timeOfNewClient(): Promise<number> {
  const startedAt = performance.now();
  const client = createDatabase({ url: server.url, max: 1 });
  await client.ping();
  await client.close();
  return performance.now() - startedAt;
}

test("a database restart under load causes no unhandled error, and answers resume within 2 s", async () => {
  let isOver = false;
  let lastSuccess = performance.now();
  let successes = 0;
  const failures: unknown[] = [];
  const caller = async (n: number) => {
    while (!isOver) {
      try {
        if (n % 3 === 0) {
          await transact(database.db, async (tx) => {
            await tx.execute(sql`SELECT 1`);
            await new Promise((resolve) => setTimeout(resolve, 2));
            await tx.execute(sql`SELECT pg_sleep(0.002), ${"x".repeat(n)}::text`);
          });
        } else {
          await database.db.execute(sql`SELECT ${n}::int, ${"y".repeat(n * 40)}::text`);
        }
        successes += 1;
        lastSuccess = performance.now();
      } catch (error) {
        failures.push(error);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  };
  const callers = Array.from({ length: 40 }, (_, n) => caller(n));
  for (let round = 1; round <= 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await restartImmediately(dataDir);
    const returnedAt = performance.now();
    successes = 0;
    const limitMs = Math.max(2000, 50 * (await timeOfNewClient()));
    while (lastSuccess < returnedAt || successes < 100) {
      if (performance.now() - returnedAt > limitMs) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(successes, `round ${round}`).toBeGreaterThanOrEqual(100);
  }
  isOver = true;
  await Promise.all(callers);
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.filter((error) => !isDatabaseAway(error))).toEqual([]);
  expect(escaped).toEqual([]);
});

test("a client reconnects about a second after an outage of some seconds ends", async () => {
  const waiting = createDatabase({ url: server.url, max: 3 });
  await waiting.ping();
  let isBack = false;
  let foundAt = 0;
  const knocking = (async () => {
    while (foundAt === 0) {
      await waiting.ping().then(
        () => {
          if (isBack) foundAt = performance.now();
        },
        () => undefined,
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await server.stop();
  await new Promise((resolve) => setTimeout(resolve, 3000));
  server = await startEmbedded({ dataDir, port: Number(new URL(server.url).port) }, quiet);
  isBack = true;
  const backAt = performance.now();
  await knocking;
  expect(foundAt - backAt).toBeLessThan(Math.max(1200, 50 * (await timeOfNewClient())));
  await waiting.close();
});
