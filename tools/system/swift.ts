import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { freePort } from "@db/embedded/home";
import type { S3Config } from "@server/platform/config/environment";

const SERVERS = ["account", "container", "object", "proxy"] as const;
type Server = (typeof SERVERS)[number];

export const hasSwift = SERVERS.every(
  (server) => spawnSync(`swift-${server}-server`, ["--help"]).status === 0,
);

export interface Swift {
  config: S3Config;
  /** Ends a server of the store; its files stay. */
  end(server: Server): Promise<void>;
  /** Starts it again, and waits until the store answers. */
  begin(server: Server): Promise<void>;
  /** Returns the log of every request to the store so far. */
  log(): string;
  stop(): Promise<void>;
}

const ACCESS_KEY = "files:product";
const SECRET_KEY = "a-secret-key-of-the-store";
const REGION = "us-east-1";

/**
 * Starts OpenStack Swift with its S3 interface and one bucket: one copy of each object, in a
 * folder.
 */
export async function startSwift(): Promise<Swift> {
  // Extended attributes keep what an object is: /dev/shm has them since Linux 6.6, others long since.
  const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-swift-"));
  const devices = path.join(folder, "devices");
  mkdirSync(path.join(devices, "d1"), { recursive: true });
  writeFileSync(
    path.join(folder, "swift.conf"),
    "[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = one\ndefault = yes\n",
  );
  const ports = Object.fromEntries(
    await Promise.all(SERVERS.map(async (server) => [server, await freePort()] as const)),
  ) as Record<Server, number>;
  const said = path.join(folder, "log");
  writeFileSync(said, "");
  for (const server of SERVERS)
    writeFileSync(path.join(folder, `${server}.conf`), configOf(server, ports[server], folder));
  const rings = SERVERS.filter((server) => server !== "proxy");
  await Promise.all(rings.map((server) => makeRing(folder, server, ports[server])));
  const running = new Map<Server, ChildProcess>();
  const run = (server: Server) => {
    const command = `exec swift-${server}-server ${server}.conf --verbose >> log 2>&1`;
    running.set(server, spawn("sh", ["-c", command], { cwd: folder, stdio: "ignore" }));
  };
  const end = async (server: Server) => {
    const child = running.get(server);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await Promise.race([once(child, "exit"), after(5000, null, { ref: false })]);
    child.kill("SIGKILL");
  };
  const log = () => readFileSync(said, "utf8");
  const config: S3Config = {
    endpoint: `http://127.0.0.1:${ports.proxy}`,
    region: REGION,
    bucket: "files",
    accessKeyId: ACCESS_KEY,
    secretAccessKey: SECRET_KEY,
  };
  const stop = async () => {
    await Promise.all(SERVERS.map(end));
    rmSync(folder, { recursive: true, force: true });
  };
  SERVERS.forEach(run);
  try {
    // Making the bucket again changes nothing.
    await untilMade(config, log);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    config,
    end,
    async begin(server) {
      run(server);
      await untilMade(config, log);
    },
    log,
    stop,
  };
}

function configOf(server: Server, port: number, folder: string): string {
  const shared = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
`;
  if (server !== "proxy") {
    return `${shared}[pipeline:main]\npipeline = ${server}-server\n[app:${server}-server]\nuse = egg:swift#${server}\n`;
  }
  return `${shared}[pipeline:main]
pipeline = catch_errors proxy-logging cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# A server that is away is asked again at once.
error_suppression_limit = 1000000
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:proxy-logging]
use = egg:swift#proxy_logging
[filter:cache]
use = egg:swift#memcache
# Nobody answers there: the S3 interface asks for a cache, and does without what it has.
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_${ACCESS_KEY.replace(":", "_")} = ${SECRET_KEY} .admin
[filter:slo]
use = egg:swift#slo
`;
}

async function makeRing(folder: string, server: Server, port: number): Promise<void> {
  const ring = (words: string) => `swift-ring-builder ${server}.builder ${words}`;
  const address = `r1z1-127.0.0.1:${port}/d1`;
  const command = [ring("create 2 1 0"), ring(`add ${address} 1`), ring("rebalance")].join(" && ");
  const child = spawn("sh", ["-c", `(${command}) >> log 2>&1`], { cwd: folder, stdio: "ignore" });
  const [status] = (await once(child, "exit")) as [number | null];
  if (status !== 0) throw new Error(readFileSync(path.join(folder, "log"), "utf8"));
}

/**
 * Waits until every server of the store answers: makes the bucket, and writes, reads and deletes a
 * file.
 */
async function untilMade(config: S3Config, log: () => string): Promise<void> {
  const client = new AwsClient({ ...config, service: "s3", retries: 0 });
  const bucket = `${config.endpoint}/${config.bucket}`;
  const steps = [
    [bucket, "PUT"],
    [`${bucket}/started`, "PUT"],
    [`${bucket}/started`, "GET"],
    [`${bucket}/started`, "DELETE"],
  ] as const;
  for (let tries = 0; ; tries += 1) {
    const answers = [];
    for (const [url, method] of steps) {
      const answer = await client.fetch(url, { method }).catch(() => null);
      await answer?.arrayBuffer();
      // An own bucket that is made again is a conflict.
      answers.push(answer?.ok || answer?.status === 409 ? "ok" : answer?.status);
    }
    if (answers.every((one) => one === "ok")) return;
    if (tries === 200) throw new Error(`Swift does not answer: ${answers.join()}\n${log()}`);
    await after(100);
  }
}
