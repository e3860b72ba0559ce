import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "@db/embedded/home";

const METRICS_TOKEN = "a-token-of-this-test-alone";
/** Milliseconds of a start: a busy machine takes minutes where an idle one takes half of one. */
const START_MS = 400_000;
/** The first of the ports that it uses, below those that clients get. */
const PORTS = { from: 20_000, count: 10_000 };

const PROGRAMS = ["etcd", "patroni", "haproxy", "pgbouncer", "caddy"];
// Debian installs some programs in folders that only root's PATH has.
const env = { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin` };
const isMissing = PROGRAMS.some(
  (program) => spawnSync("sh", ["-c", `command -v ${program}`], { env }).status !== 0,
);

describe.skipIf(isMissing)("the cluster by its one command", () => {
  let folder: string;
  let port: number;
  let child: ChildProcess;
  let said = "";

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "prelaunch-one-command-"));
    chmodSync(folder, 0o711);
    port = await freePort(PORTS.from + Math.floor(Math.random() * PORTS.count));
  });
  afterAll(async () => {
    if (child.exitCode === null) await stop();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  function start() {
    said = "";
    child = spawn(process.execPath, ["tools/cluster/cluster.mjs"], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, TMPDIR: folder, CLUSTER_PORT: String(port), METRICS_TOKEN },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (part) => (said += String(part)));
  }

  async function says(words: string, timeout = START_MS) {
    const hasSaid = () => child.exitCode !== null || said.includes(words);
    await expect.poll(hasSaid, { timeout, interval: 100 }).toBe(true);
    expect(said).toContain(words);
  }

  async function stop(): Promise<number | null> {
    child.kill("SIGINT");
    if (child.exitCode === null) await once(child, "close");
    return child.exitCode;
  }

  /** Lists processes that were started with a path in the cluster's folder. */
  const leftProcesses = () =>
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ");
        } catch {
          return [];
        }
      })
      .filter((line) => line.includes(folder));

  /** Asks through Caddy by TLS, as a browser that trusts Caddy's own authority. */
  async function visit(at: string, headers: Record<string, string> = {}, body?: object) {
    const [data = ""] = readdirSync(folder);
    const authority = path.join(folder, data, "caddy/caddy/pki/authorities/local/root.crt");
    const text = body && JSON.stringify(body);
    const asked = request({
      host: "127.0.0.1",
      port: port + 4,
      servername: "localhost",
      path: at,
      ca: readFileSync(authority),
      method: body ? "POST" : "GET",
      headers: {
        host: `localhost:${port + 4}`,
        ...(text && { "content-type": "application/json", "content-length": text.length }),
        ...headers,
      },
    });
    asked.end(text);
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    let page = "";
    for await (const part of answer) page += String(part);
    return { status: answer.statusCode ?? 0, text: page };
  }

  /** A metric of all instances, as lines. */
  test("it serves pages through Caddy", async () => {
    start();
    await says("Product: https://localhost");
    const ready = await fetch(`http://127.0.0.1:${port + 3}/readyz`);
    expect(ready.status, await ready.text()).toBe(200);
    const page = await visit("/");
    expect(page.status).toBe(200);
    expect(page.text).toContain("Resurgence");
  }, 500_000);

  test("Ctrl-C ends every part of it and removes its data", async () => {
    expect(await stop()).toBe(0);
    expect(leftProcesses()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  }, 120_000);

  test("Ctrl-C while it starts leaves nothing either", async () => {
    start();
    await says("The primary is");
    expect(await stop()).toBe(0);
    expect(leftProcesses()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  }, 500_000);

  test("a part that does not run is named, with the end of its log", async () => {
    const taken = spawn(process.execPath, [
      "-e",
      `require("node:net").createServer().listen(${port}, "127.0.0.1", () => console.log("listens"))`,
    ]);
    await once(taken.stdout, "data");
    start();
    await once(child, "close");
    taken.kill();
    expect(child.exitCode).toBe(1);
    expect(said).toContain("haproxy does not run:");
    expect(said).toContain(`127.0.0.1:${port}`);
    expect(leftProcesses()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  }, 500_000);
});
