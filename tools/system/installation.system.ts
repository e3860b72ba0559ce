import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, runText } from "@db/client";
import { freePort } from "@db/embedded/home";
import { startDatabase, type StartedDatabase } from "@db/startup/start";
import { urlAtPort } from "@db/testing/url-at-port";
import { createLogger } from "@server/platform/config/logger";
import { type SmtpSink, smtpSink } from "@server/testing/smtp-sink";
import {
  bareEnvironment,
  copyFiles,
  giveToOrdinaryUser,
  ordinary,
  projectFiles,
  type Ran,
  runAsOrdinary,
} from "./ordinary-user";

const PROGRAMS = ["caddy", "prometheus"];
const isThere = (program: string) =>
  spawnSync(program, ["--version"]).status === 0 || spawnSync(program, ["version"]).status === 0;
const missing = PROGRAMS.filter((program) => !isThere(program));

/** Milliseconds within which docs/operating.md promises a complete installation. */
const AT_MOST_MS = 60 * 60_000;

const PLATFORM = "platform.localhost";
const SHOP = "kite.localhost";
const quiet = createLogger("silent");

/**
 * The commands of docs/operating.md alone lead from an empty machine to a served domain. Only
 * PostgreSQL, a mail server, and ports that need no rights come from the machine.
 */
describe.skipIf(missing.length > 0)("an installation on an empty machine", () => {
  const startedAt = Date.now();
  const children: ChildProcess[] = [];
  let folder: string;
  let product: string;
  let postgres: StartedDatabase;
  let owner: Database;
  let mails: SmtpSink;
  let ports: { one: number; two: number; https: number; http: number; prometheus: number };
  const env: Record<string, string> = {};
  const instances = new Map<number, ChildProcess>();

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "prelaunch-new-"));
    chmodSync(folder, 0o755);
    product = path.join(folder, "product");
    for (const name of ["home", "data", "backups", "mon"]) mkdirSync(path.join(folder, name));
    copyFiles(projectFiles(), product);
    for (const name of ["home", "data", "backups", "mon", "product"])
      giveToOrdinaryUser(path.join(folder, name));
    const base = mkdtempSync(path.join(tmpdir(), "prelaunch-new-db-"));
    chmodSync(base, 0o711);
    postgres = await startDatabase({ databaseUrl: undefined, dataDir: base }, quiet);
    owner = postgres.database;
    mails = await smtpSink();
    ports = {
      one: await freePort(),
      two: await freePort(),
      https: await freePort(),
      http: await freePort(),
      prometheus: await freePort(),
    };
    Object.assign(env, bareEnvironment(path.join(folder, "home")));
  }, 120_000);

  afterAll(async () => {
    await Promise.all(children.map(end));
    await mails.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  /** Runs a command of the documents, in the folder of the product. */
  const run = (program: string, ...words: string[]): Promise<Ran> =>
    runAsOrdinary(program, words, { cwd: product, env });

  async function succeeds(program: string, ...words: string[]): Promise<string> {
    const { code, said } = await run(program, ...words);
    expect(code, `${program} ${words.join(" ")}\n${said}`).toBe(0);
    return said;
  }

  const operator = (...words: string[]) =>
    succeeds("npm", "run", "--silent", "operator", "--", ...words);

  /** Starts a program as the ordinary user, with its output in a log. */
  function start(name: string, words: readonly string[], settings: Record<string, string> = {}) {
    const out = openSync(path.join(folder, `${name}.log`), "a");
    const [program = "", ...rest] = words;
    const child = spawn(program, rest, {
      cwd: product,
      env: { ...env, ...settings } as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", out, out],
      ...ordinary,
    });
    children.push(child);
    return child;
  }

  const logOf = (name: string) => readFileSync(path.join(folder, `${name}.log`), "utf8");

  /**
   * Starts an instance in one of the documents' two ways, with the settings in the environment or
   * in a file.
   */
  async function startInstance(port: number) {
    const file = path.join(product, ".env");
    const lines = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    writeFileSync(file, [...lines, ""].join("\n"));
    const words =
      port === ports.one ? ["npm", "start"] : ["node", "--env-file=.env", "build/main.js"];
    instances.set(port, start(`instance-${port}`, words, { PORT: String(port) }));
    await expect
      .poll(() => statusOf(`http://127.0.0.1:${port}/readyz`), { timeout: 120_000, interval: 200 })
      .toBe(200);
  }

  const statusOf = (url: string, headers: Record<string, string> = {}) =>
    fetch(url, { headers }).then(
      ({ status }) => status,
      () => 0,
    );

  /** Asks as a browser that trusts Caddy's own authority. */
  async function visit(host: string, at = "/"): Promise<{ status: number; text: string }> {
    const authority = path.join(folder, "home/caddy/pki/authorities/local/root.crt");
    const asked = request({
      host: "127.0.0.1",
      port: ports.https,
      servername: host,
      path: at,
      ca: readFileSync(authority),
      headers: { host: `${host}:${ports.https}`, accept: "text/html" },
    });
    asked.end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    let text = "";
    for await (const part of answer) text += String(part);
    return { status: answer.statusCode ?? 0, text };
  }

  test("the packages are installed and the product is built by an ordinary user", async () => {
    await succeeds("npm", "ci");
    await succeeds("npm", "run", "build");
  }, 1_200_000);

  test("a database with two roles is made", async () => {
    for (const statement of [
      "CREATE ROLE prelaunch_owner LOGIN PASSWORD 'owns'",
      "CREATE DATABASE sale OWNER prelaunch_owner",
      "CREATE ROLE prelaunch_serves LOGIN PASSWORD 'serves'",
      "GRANT CONNECT ON DATABASE sale TO prelaunch_serves",
    ])
      await runText(owner.db, statement, []);
    env["DATABASE_OWNER_URL"] = addressOf("sale", "prelaunch_owner", "owns");
    env["DATABASE_URL"] = addressOf("sale", "prelaunch_serves", "serves");
  });

  /** Returns a database's URL by its port: the socket's folder is the server's own. */
  function addressOf(name: string, role: string, password: string): string {
    const url = new URL(urlAtPort(postgres.url, Number(new URL(postgres.url).port)));
    Object.assign(url, { username: role, password, pathname: `/${name}` });
    return url.href;
  }

  test("the settings are drawn and pass the check", async () => {
    const key = /^SEALING_KEY=(\S+)$/m.exec(await operator("sealing-key", "new"))?.[1];
    expect(key).toBeTruthy();
    const drawn = () => succeeds("openssl", "rand", "-base64", "48");
    Object.assign(env, {
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      TRUST_PROXY: "1",
      APP_ORIGIN: `https://${PLATFORM}:${ports.https}`,
      APP_SECRET: await drawn(),
      SEALING_KEY: key ?? "",
      SMTP_URL: mails.url,
      MAIL_FROM: "no-reply@platform.example",
      SUPER_ADMIN_EMAIL: "root@platform.example",
      DATA_DIR: path.join(folder, "data"),
      METRICS_TOKEN: await drawn(),
      BACKUP_DIR: path.join(folder, "backups"),
      BACKUP_KEY: await drawn(),
    });
    await operator("db", "migrate");
    const said = await operator("check");
    expect(said).toMatch(/^ok +mail/m);
    expect(said).toMatch(/^ok +storage/m);
    expect(said).not.toMatch(/^fault/m);
  }, 120_000);

  test("two instances serve", async () => {
    await startInstance(ports.one);
    await startInstance(ports.two);
  }, 300_000);

  test("Caddy serves the platform by TLS of its own authority", async () => {
    const caddy = ["caddy", "run", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"];
    start("caddy", caddy, {
      XDG_DATA_HOME: env["HOME"] ?? "",
      XDG_CONFIG_HOME: env["HOME"] ?? "",
      PRELAUNCH: `127.0.0.1:${ports.one}`,
      PRELAUNCH_OTHERS: `127.0.0.1:${ports.two}`,
      TLS_ISSUER: "internal",
      HTTPS_PORT: String(ports.https),
      HTTP_PORT: String(ports.http),
    });
    const login = () => visit(PLATFORM, "/superadmin/login").catch(() => ({ status: 0 }));
    await expect
      .poll(async () => (await login()).status, { timeout: 60_000, interval: 200 })
      .toBe(200);
  }, 90_000);

  test("a company's domain is mapped, branded and served, and no other name is", async () => {
    await expect(visit(SHOP)).rejects.toThrow();
    await operator(
      "company",
      "add",
      "name=Kite Tokens",
      "email=desk@kite.example",
      "mobile=9876543210",
      "symbol=KITE",
      "supply=1000000",
      "price=10",
      "fee=2",
      "adminName=Asha Rao",
      "adminEmail=asha@kite.example",
    );
    expect(await operator("domain", "add", SHOP, "KITE")).toContain(`${SHOP} is live.`);
    const { status, text } = await visit(SHOP);
    expect([status, text.includes("Kite Tokens")]).toEqual([200, true]);
    await expect(visit("stranger.localhost")).rejects.toThrow();
    await operator(
      "admin",
      "invite",
      "KITE",
      "adminName=Ravi Nair",
      "adminEmail=ravi@kite.example",
      "mobile=9876543211",
    );
    // The company's admin was invited by a link to the mapped domain.
    await expect
      .poll(() => mails.taken.map(({ to }) => to), { timeout: 30_000 })
      .toContain("asha@kite.example");
    const invitation = mails.taken.find(({ to }) => to === "asha@kite.example")?.raw ?? "";
    expect(invitation.replaceAll("=\r\n", "")).toContain("https://");
  }, 120_000);

  test("Prometheus sees both instances, and an alert comes and goes", async () => {
    const at = path.join(folder, "mon");
    const config = readFileSync("deploy/monitoring/prometheus.yml", "utf8");
    const targets = `[127.0.0.1:${ports.one}, 127.0.0.1:${ports.two}]`;
    writeFileSync(
      path.join(at, "prometheus.yml"),
      config.replace(/(targets: ).*/, (_, name: string) => name + targets),
    );
    writeFileSync(
      path.join(at, "alerts.yml"),
      readFileSync("deploy/monitoring/alerts.yml", "utf8"),
    );
    writeFileSync(path.join(at, "metrics-token"), env["METRICS_TOKEN"] ?? "");
    giveToOrdinaryUser(at);
    start("prometheus", [
      "prometheus",
      `--config.file=${at}/prometheus.yml`,
      `--storage.tsdb.path=${at}/figures`,
      `--web.listen-address=127.0.0.1:${ports.prometheus}`,
    ]);
    await expect.poll(instancesUp, { timeout: 90_000, interval: 500 }).toBe(2);
    const firing = async () => (await alerts()).includes("InstanceDown");
    expect(await firing()).toBe(false);

    await end(instances.get(ports.two)!);
    await expect.poll(firing, { timeout: 180_000, interval: 1_000 }).toBe(true);
    // A visitor does not notice.
    expect((await visit(SHOP)).status).toBe(200);

    await startInstance(ports.two);
    await expect.poll(firing, { timeout: 120_000, interval: 1_000 }).toBe(false);
  }, 500_000);

  async function asked<T>(query: string): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${ports.prometheus}/api/v1/${query}`);
    return ((await answer.json()) as { data: T }).data;
  }
  async function instancesUp(): Promise<number> {
    const query = "query?query=count(up==1)";
    const figures = await asked<{ result: { value: [number, string] }[] }>(query).catch(() => null);
    return Number(figures?.result[0]?.value[1] ?? 0);
  }
  async function alerts(): Promise<string[]> {
    const found = await asked<{ alerts: { labels: { alertname: string }; state: string }[] }>(
      "alerts",
    );
    return found.alerts
      .filter(({ state }) => state === "firing")
      .map(({ labels }) => labels.alertname);
  }

  test("the secret is exchanged while it serves", async () => {
    const old = env["APP_SECRET"] ?? "";
    const next = await succeeds("openssl", "rand", "-base64", "48");
    for (const [APP_SECRET, APP_SECRET_PREVIOUS] of [
      [old, next],
      [next, old],
    ] as const) {
      Object.assign(env, { APP_SECRET, APP_SECRET_PREVIOUS });
      for (const port of [ports.one, ports.two]) {
        await end(instances.get(port)!);
        await startInstance(port);
      }
    }
    await operator("secrets", "rotate");
    expect(await operator("check")).toContain("APP_SECRET_PREVIOUS is still needed by");
    expect((await visit(SHOP)).status).toBe(200);
  }, 180_000);

  test("a backup is made, rehearsed, and restored on another empty machine", async () => {
    expect(await operator("backup", "make")).toMatch(/^Written to /m);
    expect(await operator("backup", "rehearse")).toMatch(/was restored and verified/);
    expect(await operator("backup", "list")).toMatch(/prelaunch/);
    const anchor = path.join(folder, "data/anchor");
    await operator("ledger", "anchor", anchor);
    expect(await operator("sealing-key", "list")).toBeTruthy();
    const [file = ""] = readdirSync(path.join(folder, "backups"));
    await Promise.all([...instances.values()].map(end));

    await runText(owner.db, "CREATE DATABASE restored OWNER prelaunch_owner", []);
    const data = path.join(folder, "data-again");
    mkdirSync(data);
    giveToOrdinaryUser(data);
    delete env["DATABASE_OWNER_URL"];
    Object.assign(env, {
      DATABASE_URL: addressOf("restored", "prelaunch_owner", "owns"),
      DATA_DIR: data,
    });
    await operator("backup", "restore", path.join(folder, "backups", file));
    expect(await operator("ledger", "verify", anchor)).toContain("1 ledger holds.");
    await startInstance(ports.one);
    await startInstance(ports.two);
    const { status, text } = await visit(SHOP);
    expect([status, text.includes("Kite Tokens")]).toEqual([200, true]);
    expect(existsSync(path.join(folder, "caddy.log"))).toBe(true);
  }, 300_000);

  test("all of it takes less than an hour, and no instance logged an error", () => {
    const took = Date.now() - startedAt;
    process.stdout.write(
      `From an empty machine to a restored backup: ${Math.round(took / 1_000)} s.\n`,
    );
    expect(took).toBeLessThan(AT_MOST_MS);
    for (const port of instances.keys()) {
      const errors = logOf(`instance-${port}`)
        .split("\n")
        .filter((line) => line.startsWith('{"level":50') || line.startsWith('{"level":60'));
      expect(errors).toEqual([]);
    }
  });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
