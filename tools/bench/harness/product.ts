import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { startDatabase } from "@db/startup/start";
import { createLogger } from "@server/platform/config/logger";
import { DEMO_PASSWORD } from "@ops/demo/seed-demo";

/** Arguments that start the production build. */
export const PRODUCT = ["--enable-source-maps", "build/main.js"] as const;

export interface Server {
  name: string;
  origin: string;
  pid: number;
  /** Ends the server before the bench does. */
  stop(): Promise<void>;
}

interface Running extends Server {
  child: ChildProcess;
}

/** Starts a server on the bench's database; resolves once it serves a page. */
export type Serve = (
  name: string,
  port: number,
  args: readonly string[],
  settings?: Readonly<Record<string, string>>,
) => Promise<Server>;

/** Runs a bench with its own database and the demo's data; both are removed afterwards. */
export async function withServers(
  bench: (serve: Serve, databaseUrl: string) => Promise<void>,
): Promise<void> {
  const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
  const database = await startDatabase(
    { databaseUrl: undefined, dataDir: data },
    createLogger("warn"),
  );
  const servers: Running[] = [];
  try {
    await bench(async (name, port, args, settings = {}) => {
      const origin = `http://localhost:${port}`;
      const child = spawn(process.execPath, args, {
        stdio: ["ignore", "ignore", "inherit"],
        env: {
          ...process.env,
          NODE_ENV: "production",
          DEMO: "1",
          LOG_LEVEL: "warn",
          LIMITS: "pagesPerAddressMinute=100000000 pagesPerSessionMinute=1000000",
          HOST: "localhost",
          PORT: String(port),
          APP_ORIGIN: origin,
          DATABASE_URL: database.url,
          DATA_DIR: data,
          ...settings,
        },
      });
      const stop = () => stopped(child);
      const server = { name, origin, child, stop, pid: child.pid ?? 0 };
      servers.push(server);
      await answering(server);
      return server;
    }, database.url);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
    await rm(data, { recursive: true, force: true });
  }
}

async function answering({ name, origin, child }: Running): Promise<void> {
  for (let tries = 0; tries < 240; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}.`);
    const answer = await fetch(`${origin}/`).catch(() => null);
    if (answer?.ok && (await answer.text()).includes("</html>")) return;
    await after(500);
  }
  throw new Error(`${name} never answered.`);
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await Promise.race([ended, after(5000)]);
  child.kill("SIGKILL");
}

/** Logs a member in by the form of `/`, by default the demo's with orders; returns the cookie. */
export async function memberCookie(origin: string, email = "asha@member.example"): Promise<string> {
  const answer = await fetch(`${origin}/?index`, {
    method: "POST",
    redirect: "manual",
    headers: { origin },
    body: new URLSearchParams({ email, password: DEMO_PASSWORD }),
  });
  const cookies = answer.headers.getSetCookie().map((set) => set.split(";")[0]);
  if (!cookies.some((cookie) => cookie?.startsWith("prelaunch_user="))) {
    throw new Error(`The member was not let in: ${answer.status}.`);
  }
  return cookies.join("; ");
}
