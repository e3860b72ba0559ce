/** @module-tag full */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { createDatabase, isDatabaseAway, runText } from "../client";
import { type EmbeddedServer, startEmbedded } from "./server";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const cleanUps: (() => unknown)[] = [];

let initialised = "";
beforeAll(async () => {
  initialised = mkdtempSync(join(tmpdir(), "prelaunch-test-"));
  chmodSync(initialised, 0o711);
  await (await startEmbedded({ dataDir: initialised, isDurable: false }, quiet)).stop();
});
afterAll(() => rmSync(initialised, { recursive: true, force: true }));

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "prelaunch-test-"));
  chmodSync(folder, 0o711);
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a folder with the data of an earlier start, so that a test need not create them. */
function copyOfInitialisedFolder(name = ""): string {
  const folder = join(dataFolder(), name);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  // The copy keeps the owner, who is another user if root runs the tests.
  execFileSync("cp", ["-a", join(initialised, "postgres"), folder]);
  return folder;
}

async function start(dataDir: string, more: { mayShare?: boolean } = {}): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, isDurable: false, ...more }, quiet);
  cleanUps.push(() => server.stop());
  return server;
}

async function ask(url: string, text = "SELECT 'here' AS answer"): Promise<unknown> {
  const database = createDatabase({ url, max: 1 });
  try {
    const [row] = await runText(database.db, text, []);
    return row?.answer;
  } finally {
    await database.close();
  }
}

function pidIn(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
}

/** Starts a separate process that owns the server; returns it with its first output. */
async function holder(dataDir: string): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(
    process.execPath,
    [join(inject("bundledWorkers"), "hold-embedded.js"), dataDir],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  cleanUps.push(() => child.kill("SIGKILL"));
  const said = await new Promise<string>((resolve) => {
    child.stdout?.once("data", (data: Buffer) => resolve(data.toString().trim()));
  });
  return { child, said };
}

async function eventually(check: () => boolean | Promise<boolean>, limitMs = 30_000) {
  const end = Date.now() + limitMs;
  while (!(await check())) {
    if (Date.now() > end) throw new Error("It did not come to pass.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function isUp(url: string): Promise<boolean> {
  return (await ask(url).catch(() => "away")) === "here";
}

test("data persists across restarts, and the second start is faster", async () => {
  const dataDir = dataFolder();
  const begunAt = performance.now();
  const first = await startEmbedded({ dataDir }, quiet);
  const firstMs = performance.now() - begunAt;
  await ask(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
  const startedAt = performance.now();
  const second = await start(dataDir);
  // The first start includes initdb: its duration scales the limit on a busy machine.
  expect(performance.now() - startedAt).toBeLessThan(Math.max(3000, 2 * firstMs));
  expect(await ask(second.url, "SELECT answer FROM kept")).toBe(42);
});

test("the embedded server uses fsync, listens on the local host only, and keeps its password private", async () => {
  const dataDir = dataFolder();
  const server = await startEmbedded({ dataDir }, quiet);
  cleanUps.push(() => server.stop());
  expect(await ask(server.url, "SELECT current_setting('fsync') AS answer")).toBe("on");
  expect(await ask(server.url, "SELECT current_setting('listen_addresses') AS answer")).toBe(
    "127.0.0.1",
  );
  expect(statSync(join(dataDir, "postgres/data/prelaunch-password")).mode & 0o077).toBe(0);
  const guess = new URL(server.url);
  guess.password = "guess";
  await expect(ask(guess.toString())).rejects.toThrow(/password authentication failed/);
});

test("the embedded server is reached by a private Unix socket if its path allows one, else by its port", async () => {
  const address = "SELECT inet_client_addr() AS answer";
  const dataDir = copyOfInitialisedFolder();
  const server = await start(dataDir);
  expect(await ask(server.url, address)).toBeNull();
  const { port } = new URL(server.url);
  const socket = join(dataDir, "postgres", `.s.PGSQL.${port}`);
  expect(statSync(socket).mode & 0o777).toBe(0o700);
  await server.stop();
  // A server that is away has no socket; that counts as an unavailable database, as a refused port
  // does.
  expect(isDatabaseAway(await ask(server.url).catch((error: unknown) => error))).toBe(true);
  // A folder is in the place of the socket.
  mkdirSync(join(socket, "kept"), { recursive: true });
  const without = await startEmbedded({ dataDir, isDurable: false, port: Number(port) }, quiet);
  cleanUps.push(() => without.stop());
  expect(await ask(without.url, address)).toMatch(/^127\.0\.0\.1/);
  for (const name of ["l".repeat(100), "a folder, and another"]) {
    const elsewhere = await start(copyOfInitialisedFolder(name));
    expect(await ask(elsewhere.url, address)).toMatch(/^127\.0\.0\.1/);
  }
});

test("a second process is refused the same folder; an operator command shares it", async () => {
  const dataDir = copyOfInitialisedFolder();
  const first = await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(/^Another running Prelaunch uses the database in /);
  const shared = await startEmbedded({ dataDir, mayShare: true }, quiet);
  expect(shared.url).toBe(first.url);
  await shared.stop();
  expect(await ask(first.url)).toBe("here");
});

test("exactly one of two concurrent starts on an empty folder succeeds", async () => {
  const dataDir = dataFolder();
  const both = await Promise.allSettled([start(dataDir), start(dataDir)]);
  expect(both.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  const refusal = both.find((result) => result.status === "rejected");
  expect(String(refusal?.reason)).toContain("Another running Prelaunch");
});

test("the server stops when its owner is killed, and the next start has all data", async () => {
  const dataDir = copyOfInitialisedFolder();
  const { child, said } = await holder(dataDir);
  await ask(said, "CREATE TABLE kept AS SELECT 42 AS answer");
  child.kill("SIGKILL");
  await eventually(async () => !(await isUp(said)));
  const next = await start(dataDir);
  expect(await ask(next.url, "SELECT answer FROM kept")).toBe(42);
});

test("the next start recovers after both processes were killed, despite a stale postmaster.pid", async () => {
  const dataDir = copyOfInitialisedFolder();
  const { child, said } = await holder(dataDir);
  await ask(said, "CREATE TABLE kept AS SELECT 42 AS answer");
  const pid = pidIn(dataDir);
  child.kill("SIGKILL");
  process.kill(pid, "SIGKILL");
  await eventually(async () => !(await isUp(said)));
  expect(pidIn(dataDir)).toBe(pid);
  const next = await start(dataDir);
  expect(await ask(next.url, "SELECT answer FROM kept")).toBe(42);
});

test("the embedded server ignores a stale postmaster.pid whose process id another process has", async () => {
  const dataDir = copyOfInitialisedFolder();
  const file = join(dataDir, "postgres/data/postmaster.pid");
  writeFileSync(file, `${process.pid}\n${join(dataDir, "postgres/data")}\n1\n5432\n\n\n\nready\n`);
  const next = await start(dataDir);
  expect(await ask(next.url)).toBe("here");
});

test("a crashed embedded server is restarted at the same address", async () => {
  const dataDir = copyOfInitialisedFolder();
  const server = await start(dataDir);
  const pid = pidIn(dataDir);
  process.kill(pid, "SIGKILL");
  await eventually(() => isUp(server.url));
  expect(pidIn(dataDir)).not.toBe(pid);
});

test("stopping the embedded server leaves no process running", async () => {
  const dataDir = copyOfInitialisedFolder();
  const { child, said } = await holder(dataDir);
  const pid = pidIn(dataDir);
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
  // The system may take a moment to remove an ended process.
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), 10_000);
  expect(await isUp(said)).toBe(false);
});
