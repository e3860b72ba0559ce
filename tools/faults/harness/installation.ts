import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDatabase, type Database } from "@db/client";
import { freePort } from "@db/embedded/home";
import { startEmbedded } from "@db/embedded/server";
import { migrate } from "@db/startup/migrate";
import { urlAtPort } from "@db/testing/url-at-port";
import { createSessions } from "@server/access/sessions/lucia-sessions";
import {
  HARNESS_SECRET,
  type OrderHarness,
  orderHarness,
  type Person,
} from "@server/testing/order-harness";
import { type SmtpSink, smtpSink } from "@server/testing/smtp-sink";
import { type Product, PRODUCT, startProduct } from "@server/testing/start-product";
import { undoLater } from "./clean-up";
import { type WireProxy, wireProxy } from "./wire-proxy";

/** The PostgreSQL server of an installation. */
export interface DatabaseServer {
  url: string;
  stop(): Promise<void>;
  /** Ends the server without waiting. */
  kill(): void;
}

/** One database, a mail server, and any number of instances of the built product. */
export interface Installation {
  folder: string;
  /** The folder of uploads, common to all instances. */
  uploads: string;
  /** The test's own client, through a port that stays the same. */
  database: Database;
  databaseUrl: string;
  harness: OrderHarness;
  sink: SmtpSink;
  /** Returns the process id of PostgreSQL's main process. */
  postmaster(): number;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** Makes another client, like that of another instance. */
  another(max: number): Database;
  /** Starts a proxy in front of the database, for one instance. */
  proxy(): Promise<WireProxy>;
  /** Returns the database's URL through a proxy. */
  through(proxy: WireProxy): string;
  /** Returns two instances that scenarios share; started when they are first asked for. */
  pair(): Promise<readonly [Instance, Instance]>;
  /** Starts an instance; resolves once it is ready. */
  instance(options?: InstanceOptions): Promise<Instance>;
  /** Makes a session's token of REST. */
  token(person: Person): Promise<string>;
  close(): Promise<void>;
}

export interface InstanceOptions {
  databaseUrl?: string;
  /** Milliseconds by which the instance's clock is ahead. */
  shiftMs?: number;
  settings?: Record<string, string>;
  /** The port of an instance which this one replaces. */
  port?: number;
  /** The folder of another build than this one. */
  folder?: string;
}

export interface Instance extends Product {
  name: string;
  logged(): string;
}

const HIGH = [
  "callsPerTokenMinute",
  "callsPerAddressMinute",
  "callsPerCompanyMinute",
  "pagesPerSessionMinute",
  "pagesPerAddressMinute",
  "uploadsPerMemberHour",
];
/** Returns high limits, but those that an instance sets itself. */
const limitsWith = (own: string): string =>
  [...HIGH.filter((name) => !own.includes(`${name}=`)).map((name) => `${name}=1000000`), own].join(
    " ",
  );
/** Ports below those that clients get, so that none takes the server's while it is away. */
const PORTS = { from: 20_000, count: 10_000 };

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const preload = path.resolve("tools/faults/harness/preload.mjs");

export async function install(
  serve: (folder: string, port: number) => Promise<DatabaseServer> = embedded,
  /** Settings of all instances. */
  common: Record<string, string> = {},
): Promise<Installation> {
  const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-faults-"));
  if (process.getuid?.() === 0) chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
  undoLater(() => Promise.resolve(remove()), remove);

  const port = await freePort(PORTS.from + Math.floor(Math.random() * PORTS.count));
  let server: DatabaseServer | null = await serve(folder, port);
  const url = new URL(server.url);
  undoLater(
    async () => server?.stop(),
    () => server?.kill(),
  );
  const proxies: WireProxy[] = [];
  const proxy = async () => {
    const made = await wireProxy(() => Number(url.port));
    proxies.push(made);
    return made;
  };
  const through = ({ port: at }: WireProxy): string => urlAtPort(url.href, at);
  // Instances keep their address while the server restarts.
  const databaseUrl = through(await proxy());
  const clients: Database[] = [];
  const another = (max: number): Database => {
    const client = createDatabase({ url: databaseUrl, max, lockTimeoutMs: 30_000 });
    clients.push(client);
    return client;
  };
  const database = another(12);
  await migrate(database);
  const harness = await orderHarness({
    database: { ...database, url: databaseUrl, drop: () => Promise.resolve() },
  });
  const sink = await smtpSink();
  const uploads = path.join(folder, "files");
  const instances: Instance[] = [];
  let started = 0;
  const instance = async (options: InstanceOptions = {}): Promise<Instance> => {
    const name = `instance-${(started += 1)}`;
    const at = { folder, databaseUrl, smtpUrl: sink.url, uploads, name };
    const settings = { ...common, ...options.settings };
    const one = await startInstance(at, { ...options, settings });
    instances.push(one);
    return one;
  };
  let pair: Promise<readonly [Instance, Instance]> | null = null;

  const close = undoLater(async () => {
    await Promise.all(instances.map((one) => one.stop()));
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all(proxies.map((one) => one.close()));
    await sink.close();
    await server?.stop();
    server = null;
    remove();
  });
  return {
    folder,
    uploads,
    database,
    databaseUrl,
    harness,
    sink,
    another,
    proxy,
    through,
    close,
    postmaster: () =>
      Number(
        readFileSync(path.join(folder, "data/postgres/data/postmaster.pid"), "utf8").split("\n")[0],
      ),
    async stopDatabase() {
      await server?.stop();
      server = null;
    },
    async startDatabase() {
      server = await serve(folder, port);
    },
    pair: () => (pair ??= Promise.all([instance(), instance()])),
    instance,
    async token(person) {
      const { actor } = person;
      if (actor.role === "NOBODY") throw new Error("A visitor has no token.");
      const client = { ip: "127.0.0.1", userAgent: null };
      return (await createSessions(database.db).start(actor, client)).token;
    },
  };
}

/** The server is durable, so that acknowledged writes are in its log. */
const embedded = (folder: string, port: number): Promise<DatabaseServer> =>
  startEmbedded({ dataDir: path.join(folder, "data"), port, maxConnections: 200 }, quiet);

async function startInstance(
  site: { folder: string; databaseUrl: string; smtpUrl: string; uploads: string; name: string },
  {
    databaseUrl = site.databaseUrl,
    shiftMs = 0,
    settings = {},
    port: given,
    folder,
  }: InstanceOptions,
): Promise<Instance> {
  const log = path.join(site.folder, `${site.name}.log`);
  const out = openSync(log, "a");
  const logged = () => readFileSync(log, "utf8");
  let unregister = () => Promise.resolve();
  const started = await startProduct(
    given ?? (await freePort()),
    {
      APP_SECRET: HARNESS_SECRET,
      DATABASE_URL: databaseUrl,
      DATA_DIR: site.folder,
      STORAGE_DIR: site.uploads,
      SMTP_URL: site.smtpUrl,
      FAULTS_CLOCK_SHIFT_MS: String(shiftMs),
      ...settings,
      LIMITS: limitsWith(settings["LIMITS"] ?? ""),
    },
    {
      args: ["--import", preload, ...PRODUCT],
      cwd: folder,
      stdio: ["pipe", out, out],
      onStart(product) {
        unregister = undoLater(async () => void (await product.stop()), product.kill);
      },
    },
  ).catch((error: unknown) => {
    throw new Error(`${site.name} did not start: ${logged().slice(-2000)}`, { cause: error });
  });
  const stop = async () => {
    const code = await started.stop();
    await unregister();
    return code;
  };
  return { ...started, name: site.name, stop, logged };
}
