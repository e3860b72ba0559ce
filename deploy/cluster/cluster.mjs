/**
 * The product on several engines, on one machine, by one command:
 *
 *   npm run build && node deploy/cluster/cluster.mjs
 *
 * starts etcd (3), PostgreSQL under Patroni (a primary, a synchronous standby and another one),
 * HAProxy, PgBouncer, three instances of the product and Caddy. Prints the addresses; Ctrl-C ends all
 * of it. Needs Debian's packages: etcd-server patroni postgresql haproxy pgbouncer caddy. The files
 * beside this one are templates for real machines, README.md says what belongs where.
 */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");

/** The database machines: loopback addresses stand for theirs, so that ports are the usual ones. */
const MACHINES = ["db1", "db2", "db3"].map((name, at) => ({ name, address: `127.77.0.${at + 1}` }));

/** @param {string} command */
const hasCommand = (command) =>
  spawnSync("sh", ["-c", `command -v ${command}`], { env: PATHS }).status === 0;
const PATHS = { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin` };

/** The newest PostgreSQL of Debian; null without one. */
function postgresFolder() {
  try {
    const versions = readdirSync("/usr/lib/postgresql").toSorted((a, b) => Number(b) - Number(a));
    return `/usr/lib/postgresql/${versions[0]}/bin`;
  } catch {
    return null;
  }
}

/** Debian's packages that are missing. */
export function missingPackages() {
  const needed = {
    etcd: "etcd-server",
    patroni: "patroni",
    haproxy: "haproxy",
    pgbouncer: "pgbouncer",
    caddy: "caddy",
  };
  const missing = Object.entries(needed).flatMap(([command, name]) =>
    hasCommand(command) ? [] : [name],
  );
  return postgresFolder() ? missing : [...missing, "postgresql"];
}

/** PostgreSQL refuses to run as root: as root, the engines run as Debian's user of it. */
function account() {
  if (process.getuid?.() !== 0) return null;
  const id = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

/**
 * Starts the engines below the product.
 *
 * @param {{ folder: string, port: number }} where an empty folder, and the first of four free ports
 */
export async function startEngines({ folder, port }) {
  const as = account();
  const values = {
    folder,
    postgres: postgresFolder(),
    etcd: MACHINES.map(({ address }) => `${address}:2379`).join(","),
    superPassword: secret(),
    replicationPassword: secret(),
    ownerPassword: secret(),
    servingPassword: secret(),
    primaryPort: port,
    standbyPort: port + 1,
    poolerPort: port + 2,
    servers: MACHINES.map(
      ({ name, address }) => `  server ${name} ${address}:5432 check port 8008`,
    ).join("\n"),
  };
  /** @type {Map<string, Engine>} */
  const engines = new Map();
  const make = (name, command, args, options = {}) => {
    const engine = new Engine(name, command, args, { folder, as, ...options });
    engines.set(name, engine);
    return engine;
  };
  const own = (at) => {
    if (as) chownSync(at, as.uid, as.gid);
    return at;
  };
  const filled = (template, to, more = {}) => {
    const text = readFileSync(path.join(here, template), "utf8").replaceAll(
      /\$\{(\w+)\}/g,
      (_, name) => String({ ...values, ...more }[name]),
    );
    const file = path.join(folder, to);
    writeFileSync(file, text, { mode: 0o600 });
    return own(file);
  };
  own(folder);
  for (const { name } of MACHINES) {
    mkdirSync(path.join(folder, name), { mode: 0o700 });
    own(path.join(folder, name));
  }

  for (const { name, address } of MACHINES) {
    const peers = MACHINES.map((one) => `${one.name}=http://${one.address}:2380`).join(",");
    make(`etcd-${name}`, "etcd", [
      ...["--name", name, "--data-dir", path.join(folder, name, "etcd")],
      ...[
        "--listen-peer-urls",
        `http://${address}:2380`,
        "--listen-client-urls",
        `http://${address}:2379`,
      ],
      ...["--initial-advertise-peer-urls", `http://${address}:2380`],
      ...["--advertise-client-urls", `http://${address}:2379`],
      ...[
        "--initial-cluster",
        peers,
        "--initial-cluster-state",
        "new",
        "--log-level",
        "warn",
        "--enable-v2",
      ],
    ]).start();
  }
  for (const { name, address } of MACHINES) {
    const config = filled("patroni.yml", `${name}/patroni.yml`, { name, address });
    // A killed postmaster is not Patroni's child: it is ended by its own process id.
    make(`patroni-${name}`, "patroni", [config], {
      postmaster: path.join(folder, name, "data/postmaster.pid"),
    }).start();
  }
  make("haproxy", "haproxy", ["-db", "-f", filled("haproxy.cfg", "haproxy.cfg")]).start();

  const states = () =>
    Promise.all(MACHINES.map(async (machine) => ({ ...machine, role: await roleOf(machine) })));
  const primary = async () => (await states()).find(({ role }) => role === "primary") ?? null;
  await until("a primary and two standbys", async () => {
    const roles = (await states()).map(({ role }) => role);
    return roles.includes("primary") && roles.filter((one) => one === "replica").length === 2;
  });
  const superUrl = `postgres://postgres:${values.superPassword}@127.0.0.1:${values.primaryPort}/postgres`;
  await until("the balancer answers", async () =>
    query(superUrl, "SELECT 1").then(
      () => true,
      () => false,
    ),
  );
  await query(superUrl, `CREATE ROLE prelaunch_owner LOGIN PASSWORD '${values.ownerPassword}'`);
  await query(superUrl, `CREATE ROLE prelaunch_serves LOGIN PASSWORD '${values.servingPassword}'`);
  await query(superUrl, "CREATE DATABASE prelaunch OWNER prelaunch_owner");
  await query(superUrl, "GRANT CONNECT ON DATABASE prelaunch TO prelaunch_serves");

  const users = path.join(folder, "pgbouncer.users");
  writeFileSync(
    users,
    `"prelaunch_owner" "${values.ownerPassword}"\n"prelaunch_serves" "${values.servingPassword}"\n`,
    { mode: 0o600 },
  );
  own(users);
  make("pgbouncer", "pgbouncer", [filled("pgbouncer.ini", "pgbouncer.ini")]).start();

  const url = (role, password, at) => `postgres://${role}:${password}@127.0.0.1:${at}/prelaunch`;
  const { ownerPassword, servingPassword, primaryPort, standbyPort, poolerPort } = values;
  return {
    engines,
    machines: MACHINES,
    states,
    primary,
    /** Past the pooler, by the owner: migrations, and a test's own readings. */
    ownerUrl: url("prelaunch_owner", ownerPassword, primaryPort),
    /** What an instance serves by. */
    servingUrl: url("prelaunch_serves", servingPassword, poolerPort),
    standbyUrl: url("prelaunch_serves", servingPassword, standbyPort),
    /** One machine itself, by the owner. */
    machineUrl: ({ address }) =>
      `postgres://prelaunch_owner:${ownerPassword}@${address}:5432/prelaunch`,
    /** Whether all three machines serve, and a standby is synchronous: the next loss is survivable. */
    async isWhole() {
      const said = await Promise.all(MACHINES.map(membersSeenBy));
      const members = said.find((one) => one !== null) ?? [];
      const roles = members.filter(({ state }) => isServing(state)).map(({ role }) => role);
      return (
        roles.length === MACHINES.length &&
        roles.includes("leader") &&
        roles.includes("sync_standby")
      );
    },
    /** Caddy's address without TLS, once it balances. */
    plainOrigin: `http://127.0.0.1:${port + 3}`,
    /** The machine of etcd's leader. */
    async etcdLeader() {
      const asked = await Promise.all(
        MACHINES.map(async ({ name, address }) => {
          const url = `http://${address}:2379/v3/maintenance/status`;
          const answer = await fetch(url, { method: "POST", body: "{}" });
          const { leader, header } = await answer.json();
          return { name, isLeader: leader === header.member_id };
        }),
      );
      return asked.find(({ isLeader }) => isLeader)?.name ?? "";
    },
    /**
     * Makes a standby a primary past Patroni, one that waits for no other machine: for a test's
     * control only.
     */
    async promote({ name, address }) {
      const data = path.join(folder, name, "data");
      const args = ["promote", "-D", data];
      await once(spawn(`${values.postgres}/pg_ctl`, args, { ...as, stdio: "ignore" }), "exit");
      const url = `postgres://postgres:${values.superPassword}@${address}:5432/postgres`;
      await query(url, "ALTER SYSTEM SET synchronous_standby_names = ''");
      await query(url, "SELECT pg_reload_conf()");
    },
    /** Caddy before some instances; resolves with its plain address. */
    async balance(instances) {
      const [plain, https] = [port + 3, port + 4];
      make(
        "caddy",
        "caddy",
        ["run", "--adapter", "caddyfile", "--config", path.join(here, "Caddyfile")],
        {
          env: {
            PLAIN_PORT: plain,
            HTTPS_PORT: https,
            HTTP_PORT: port + 5,
            INSTANCES: instances.join(" "),
            ASK: `${instances[0]}/.well-known/domain-check`,
            XDG_DATA_HOME: path.join(folder, "caddy"),
            XDG_CONFIG_HOME: path.join(folder, "caddy"),
          },
        },
      ).start();
      const origin = `http://127.0.0.1:${plain}`;
      await until("Caddy answers", () =>
        fetch(`${origin}/readyz`).then(
          async (answer) => (await answer.text(), answer.ok),
          () => false,
        ),
      );
      return { origin, https: `https://localhost:${https}` };
    },
    async stop() {
      const all = [...engines.values()].toReversed();
      await Promise.all(
        all.filter(({ name }) => !name.startsWith("etcd")).map((one) => one.stop()),
      );
      await Promise.all(all.map((one) => one.stop()));
    },
    /** The same without waiting. */
    kill() {
      for (const one of engines.values()) one.kill();
    },
  };
}

/** A program of the cluster. It is started again when it ends by itself, as systemd does. */
class Engine {
  #child = null;
  #isWanted = false;

  constructor(name, command, args, { folder, as, env = {}, postmaster = null }) {
    Object.assign(this, { name, command, args, folder, as, env, postmaster });
  }

  get pid() {
    return this.#child?.pid ?? 0;
  }

  start() {
    this.#isWanted = true;
    const log = openSync(path.join(this.folder, `${this.name}.log`), "a", 0o600);
    const settings = Object.fromEntries(
      Object.entries(this.env).map(([name, value]) => [name, String(value)]),
    );
    const child = spawn(this.command, this.args, {
      ...this.as,
      cwd: this.folder,
      env: { ...PATHS, HOME: this.folder, ...settings },
      stdio: ["ignore", log, log],
    });
    this.#child = child;
    child.once("exit", () => {
      if (this.#child === child) this.#child = null;
      if (this.#isWanted) setTimeout(() => this.#isWanted && !this.#child && this.start(), 200);
    });
  }

  /** All processes of it, the database's included. */
  #pids() {
    const pids = [this.pid, postmasterOf(this.postmaster)].filter(Boolean);
    return [...pids, ...pids.flatMap(childrenOf)];
  }

  /** A signal to its own process only. */
  signalFirst(signal) {
    this.#child?.kill(signal);
  }

  /** A signal to all its processes at once: SIGKILL is a machine's loss, SIGSTOP one cut off. */
  signal(signal) {
    for (const pid of this.#pids()) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended meanwhile.
      }
    }
  }

  /** Ends it at once, as a loss of power does; it stays away until `start`. */
  kill() {
    this.#isWanted = false;
    this.signal("SIGKILL");
  }

  async stop() {
    this.#isWanted = false;
    const child = this.#child;
    if (!child) return;
    this.signal("SIGCONT");
    child.kill("SIGTERM");
    await Promise.race([once(child, "exit"), after(20_000, null, { ref: false })]);
    this.kill();
  }
}

function postmasterOf(file) {
  try {
    return file ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
  } catch {
    return 0;
  }
}

function childrenOf(pid) {
  try {
    const own = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    return own.filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

const isServing = (state) => state === "running" || state === "streaming";

/** All members, as Patroni of one machine sees them; null if it does not answer. */
async function membersSeenBy({ address }) {
  try {
    const answer = await fetch(`http://${address}:8008/cluster`, {
      signal: AbortSignal.timeout(1000),
    });
    return (await answer.json()).members;
  } catch {
    return null;
  }
}

/** What Patroni says of a machine: primary, replica, or null. */
async function roleOf({ address }) {
  try {
    const answer = await fetch(`http://${address}:8008/patroni`, {
      signal: AbortSignal.timeout(1000),
    });
    const { role, state } = await answer.json();
    if (!isServing(state)) return null;
    return role === "master" || role === "primary" ? "primary" : "replica";
  } catch {
    return null;
  }
}

async function query(url, text) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export async function until(what, isSo, { everyMs = 200, forMs = 180_000 } = {}) {
  const end = performance.now() + forMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It never happened: ${what}.`);
    await after(everyMs);
  }
}

const secret = () => randomBytes(18).toString("hex");

/** Three instances with the settings that they need behind a pooler, and a common folder of files. */
function startInstances(engines, folder, port) {
  const common = {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    TRUST_PROXY: "1",
    APP_SECRET: secret(),
    APP_ORIGIN: `https://localhost:${port + 4}`,
    DATABASE_URL: engines.servingUrl,
    DATABASE_OWNER_URL: engines.ownerUrl,
    DATABASE_PREPARED_STATEMENTS: "0",
    STOP_DELAY_SECONDS: "2",
    DATA_DIR: path.join(folder, "app"),
    STORAGE_DIR: path.join(folder, "app/files"),
    ...(process.env.SMTP_URL ? {} : { DEMO: "1" }),
  };
  mkdirSync(path.join(folder, "app"), { mode: 0o700 });
  return [10, 11, 12].map((offset) => {
    const env = { ...common, PORT: port + offset };
    const one = new Engine(
      `app-${port + offset}`,
      process.execPath,
      [path.join(root, "build/main.js")],
      {
        folder,
        as: null,
        env,
      },
    );
    return { engine: one, address: `127.0.0.1:${port + offset}` };
  });
}

async function main() {
  const missing = missingPackages();
  if (missing.length > 0) {
    console.error(`Missing: apt-get install ${missing.join(" ")}`);
    process.exit(1);
  }
  const folder = path.join(tmpdir(), `prelaunch-cluster-${process.pid}`);
  mkdirSync(folder, { mode: 0o711 });
  const port = Number(process.env.CLUSTER_PORT ?? 25_000);
  let engines = null;
  const apps = [];
  const stop = async (code) => {
    await Promise.all(apps.map(({ engine }) => engine.stop()));
    await engines?.stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop(0));
  try {
    console.log("etcd, PostgreSQL under Patroni, HAProxy and PgBouncer start …");
    engines = await startEngines({ folder, port });
    console.log(`The primary is ${(await engines.primary())?.name}. The product starts …`);
    apps.push(...startInstances(engines, folder, port));
    // The first one migrates.
    for (const { engine, address } of apps) {
      engine.start();
      await until(`${address} is ready`, () =>
        fetch(`http://${address}/readyz`).then(
          async (answer) => (await answer.text(), answer.ok),
          () => false,
        ),
      );
    }
    const { origin, https } = await engines.balance(apps.map(({ address }) => `http://${address}`));
    console.log(
      `Product: ${https} (Caddy's own authority) and ${origin}. Logs: ${folder}. Ctrl-C ends all.`,
    );
  } catch (error) {
    console.error(error);
    await stop(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
