import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { request as send } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { startDatabase } from "@db/startup/start";
import { createLogger } from "@server/platform/config/logger";

/** The response of a host. */
export interface Answer {
  status: number;
  text: string;
}

/** A separate installation: one database of its own or of `DATABASE_URL`, and one instance per port. */
export interface Installation {
  folder: string;
  databaseUrl: string;
  /** The log lines of the instances. */
  logged(): string[];
  /** `npm run operator -- …`; its output and exit code. */
  operator(...words: string[]): { said: string; code: number | null };
  /** Starts another instance with these settings, which must fail; its output and exit code. */
  failToStart(settings: Record<string, string>): { said: string; code: number | null };
  /** Requests a page from an instance, as a visitor of a host does. */
  ask(
    port: number,
    host: string,
    call: string,
    sent?: { data?: object; token?: string; cookie?: string },
  ): Promise<Answer>;
  stop(): Promise<void>;
}

export async function install(
  ports: readonly number[],
  appOrigin: string,
  settings: Record<string, string> = {},
): Promise<Installation> {
  const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-installation-"));
  // As root, the database runs as another user: it would be outside the folder, and remain.
  chmodSync(folder, 0o711);
  const database = await startDatabase(
    { databaseUrl: settings["DATABASE_URL"], dataDir: path.join(folder, "data") },
    createLogger("silent"),
  );
  const env = {
    ...process.env,
    NODE_ENV: "test" as const,
    APP_ORIGIN: appOrigin,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    TRUST_PROXY: "1",
    LOG_LEVEL: "info",
    LIMITS: "wrongLoginsPerIp=1000",
    ...settings,
  };
  const log = path.join(folder, "log");
  const running = ports.map((port) => start({ ...env, PORT: String(port) }, log));
  const ask: Installation["ask"] = (port, host, call, { data, token, cookie } = {}) =>
    new Promise((resolve, reject) => {
      const body = data ? JSON.stringify(data) : undefined;
      const headers = {
        host,
        // The proxy that receives https sends this header.
        "x-forwarded-proto": new URL(appOrigin).protocol.replace(":", ""),
        ...(body && { "content-type": "application/json" }),
        ...(token && { authorization: token }),
        ...(cookie && { cookie }),
      };
      const options = {
        host: "127.0.0.1",
        port,
        // A kept connection may have ended while a command blocked this process.
        agent: false as const,
        path: call,
        method: body ? "POST" : "GET",
        headers,
      };
      const sending = send(options, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
      });
      sending.on("error", reject);
      sending.end(body);
    });
  const ready = (port: number) =>
    ask(port, "x", "/readyz").then(
      ({ status }) => status,
      () => 0,
    );
  const stop = async () => {
    await Promise.all(running.map(stopInstallation));
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const port of ports) await expect.poll(() => ready(port), { timeout: 60_000 }).toBe(200);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    folder,
    databaseUrl: database.url,
    logged: () => readFileSync(log, "utf8").split("\n"),
    ask,
    operator: (...words) => run(["scripts/operator.mjs", ...words], env),
    failToStart: (settings) => run(["build/main.js"], { ...env, PORT: "0", ...settings }),
    stop,
  };
}

function run(words: readonly string[], env: NodeJS.ProcessEnv) {
  const { stdout, stderr, status } = spawnSync(process.execPath, words, {
    env,
    encoding: "utf8",
    timeout: 60_000,
  });
  return { said: (stdout + stderr).trim(), code: status };
}

function start(env: NodeJS.ProcessEnv, log: string): ChildProcess {
  const out = openSync(log, "a");
  return spawn(process.execPath, ["build/main.js"], { env, stdio: ["ignore", out, out] });
}

export async function stopInstallation(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
