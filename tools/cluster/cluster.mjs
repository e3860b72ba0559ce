/**
 * The product on several engines, on one machine, by one command:
 *
 *   npm run build && node tools/cluster/cluster.mjs
 *
 * starts etcd (3), PostgreSQL under Patroni (a primary, a synchronous standby and another one),
 * HAProxy, PgBouncer, three instances of the product and Caddy. Prints the addresses; Ctrl-C ends all
 * of it. Needs Debian's packages: etcd-server patroni postgresql haproxy pgbouncer caddy. The files
 * beside this one are templates for real machines, README.md says what belongs where.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Engine } from "./engine.mjs";
import { account, missingPackages, postgresFolder } from "./machine.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");

/** The database machines: loopback addresses stand for theirs, so that ports are the usual ones. */
const MACHINES = ["db1", "db2", "db3"].map((name, at) => ({ name, address: `127.77.0.${at + 1}` }));

/**
 * Where the engines run.
 *
 * @typedef {object} Place
 * @property {{ name: string, address: string, enter?: string[] }[]} machines of the databases; `enter`
 *   runs a command on one
 * @property {string} network which they and their clients connect from
 * @property {string[]} [enter] runs a command that is on none of them
 * @property {(folder: string) => void} [mount] gives a machine's database its disk
 */

/** @type {Place} */
const THIS_MACHINE = { machines: MACHINES, network: "127.0.0.0/8" };

/**
 * Starts the engines below the product.
 *
 * @param {{ folder: string, port: number, place?: Place, engines?: Map<string, Engine> }} where an empty
 *   folder, the first of four free ports, and a map that gets each engine when it starts: who gives one
 *   can end a start that is under way
 */
export async function startEngines({ folder, port, place = THIS_MACHINE, engines = new Map() }) {
  const { machines } = place;
  // The command that enters a place changes the account itself.
  const as = place.enter ? null : account();
  const values = {
    folder,
    postgres: postgresFolder(),
    etcd: machines.map(({ address }) => `${address}:2379`).join(","),
    superPassword: secret(),
    replicationPassword: secret(),
    ownerPassword: secret(),
    servingPassword: secret(),
    network: place.network,
    primaryPort: port,
    poolerPort: port + 2,
    servers: machines
      .map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`)
      .join("\n"),
  };
  const make = (name, command, args, { machine = null, ...options } = {}) => {
    const enter = machine?.enter ?? place.enter;
    const account = machine?.enter ? null : as;
    const engine = new Engine(name, command, args, { folder, as: account, enter, ...options });
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
  for (const { name } of machines) {
    own(mkdirs(path.join(folder, name)));
    const disk = own(mkdirs(path.join(folder, name, "disk")));
    place.mount?.(disk);
  }

  for (const machine of machines) {
    const { name, address } = machine;
    const peers = machines.map((one) => `${one.name}=http://${one.address}:2380`).join(",");
    const settings = {
      name,
      "data-dir": path.join(folder, name, "etcd"),
      "listen-peer-urls": `http://${address}:2380`,
      "listen-client-urls": `http://${address}:2379`,
      "initial-advertise-peer-urls": `http://${address}:2380`,
      "advertise-client-urls": `http://${address}:2379`,
      "initial-cluster": peers,
      "initial-cluster-state": "new",
      "log-level": "warn",
    };
    const flags = Object.entries(settings).flatMap(([flag, value]) => [`--${flag}`, value]);
    make(`etcd-${name}`, "etcd", [...flags, "--enable-v2"], { machine }).start();
  }
  for (const machine of machines) {
    const { name, address } = machine;
    const config = filled("patroni.yml", `${name}/patroni.yml`, { name, address });
    // A killed postmaster is not Patroni's child: it is ended by its own process id.
    make(`patroni-${name}`, "patroni", [config], {
      postmaster: path.join(folder, name, "disk/data/postmaster.pid"),
      machine,
    }).start();
  }
  make("haproxy", "haproxy", ["-db", "-f", filled("haproxy.cfg", "haproxy.cfg")]).start();

  const states = () =>
    Promise.all(machines.map(async (machine) => ({ ...machine, role: await roleOf(machine) })));
  const primary = async () => (await states()).find(({ role }) => role === "primary") ?? null;
  await until(
    "a primary and two standbys",
    async () => {
      const roles = (await states()).map(({ role }) => role);
      return roles.includes("primary") && roles.filter((one) => one === "replica").length === 2;
    },
    engines.values(),
  );
  const superUrl = `postgres://postgres:${values.superPassword}@127.0.0.1:${values.primaryPort}/postgres`;
  await until(
    "the balancer answers",
    () =>
      query(superUrl, "SELECT 1").then(
        () => true,
        () => false,
      ),
    engines.values(),
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

  const socketOf = (name) => encodeURIComponent(path.join(folder, name));
  const url = (role, password, at) => `postgres://${role}:${password}@127.0.0.1:${at}/prelaunch`;
  const { ownerPassword, servingPassword, primaryPort, poolerPort } = values;
  return {
    engines,
    machines: machines,
    states,
    primary,
    /** The owner's URL past the pooler: for migrations, and a test's own readings. */
    ownerUrl: url("prelaunch_owner", ownerPassword, primaryPort),
    /** The URL by which an instance serves. */
    // Debian's PgBouncer may be one that keeps no prepared statements.
    servingUrl: `${url("prelaunch_serves", servingPassword, poolerPort)}?prepare=false`,
    /** Returns the owner's URL of one machine itself, past every network. */
    machineUrl: ({ name }) =>
      `postgres://prelaunch_owner:${ownerPassword}@${socketOf(name)}/prelaunch`,
    /** Returns the superuser's URL of one machine itself. */
    superUrl: ({ name }) =>
      `postgres://postgres:${values.superPassword}@${socketOf(name)}/postgres`,
    /** Returns the folder of the disk of a machine's database. */
    diskOf: ({ name }) => path.join(folder, name, "disk"),
    /**
     * Tells that all three machines serve, and a standby is synchronous: the next loss is
     * survivable. All must say so: one that was cut off repeats for a while what was true before.
     */
    async isWhole() {
      const said = await Promise.all(machines.map(membersSeenBy));
      const rolesIn = (members) =>
        (members ?? [])
          .filter(({ state }) => isServing(state))
          .map(({ name, role }) => `${name} ${role}`)
          .toSorted()
          .join(", ");
      const views = new Set(said.map(rolesIn));
      const [roles] = views;
      if (views.size > 1 || !/^(?=.* leader)(?=.* sync_standby)(.*, ){2}/.test(roles)) return false;
      // A machine that Patroni calls running may still rewind.
      const leader = machines.find(({ name }) => roles.includes(`${name} leader`));
      const text = "SELECT FROM pg_stat_replication WHERE state = 'streaming'";
      return query(this.superUrl(leader), text).then(
        ({ length }) => length === machines.length - 1,
        () => false,
      );
    },
    /** Returns the machine of the synchronous standby; empty if there is none. */
    async synchronous() {
      const said = await Promise.all(machines.map(membersSeenBy));
      const members = said.find((one) => one !== null) ?? [];
      return members.find(({ role }) => role === "sync_standby")?.name ?? "";
    },
    /** Caddy's address without TLS, once it balances. */
    plainOrigin: `http://127.0.0.1:${port + 3}`,
    /** Returns the machine of etcd's leader. */
    async etcdLeader() {
      const asked = await Promise.all(
        machines.map(async ({ name, address }) => {
          const url = `http://${address}:2379/v3/maintenance/status`;
          const answer = await fetch(url, { method: "POST", body: "{}" });
          const { leader, header } = await answer.json();
          return { name, isLeader: leader === header.member_id };
        }),
      );
      return asked.find(({ isLeader }) => isLeader)?.name ?? "";
    },
    /**
     * Makes a standby a primary past Patroni, one that waits for no other machine. Only the control
     * of a test uses it.
     */
    async promote(machine) {
      const { name } = machine;
      const pgCtl = [`${values.postgres}/pg_ctl`, "promote", "-D", `${folder}/${name}/disk/data`];
      const [command, ...args] = [...(place.enter ?? []), ...pgCtl];
      await once(spawn(command, args, { ...as, stdio: "ignore" }), "exit");
      const url = this.superUrl(machine);
      await query(url, "ALTER SYSTEM SET synchronous_standby_names = ''");
      await query(url, "SELECT pg_reload_conf()");
    },
    /** Starts Caddy before some instances; resolves with its plain address. */
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
      await until("Caddy answers", () => isReady(origin), engines.values());
      return { origin, https: `https://localhost:${https}` };
    },
    stop: () => stopEngines(engines),
    /** Kills all engines at once. */
    kill() {
      for (const one of engines.values()) one.kill();
    },
  };
}

/** Patroni gives its lease back before etcd ends. */
async function stopEngines(engines) {
  const all = [...engines.values()].toReversed();
  await Promise.all(all.filter(({ name }) => !name.startsWith("etcd")).map((one) => one.stop()));
  await Promise.all(all.map((one) => one.stop()));
}

const isServing = (state) => state === "running" || state === "streaming";

/** Returns all members as Patroni of one machine sees them; null if it does not answer. */
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

/** Returns the role of a machine as Patroni says: primary, replica, or null. */
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

const mkdirs = (folder) => (mkdirSync(folder, { mode: 0o700 }), folder);

export async function query(url, text) {
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

/** Number of ends within one wait that show a fault which no restart mends. */
const MOST_ENDS = 5;
/**
 * Milliseconds of a start; a busy machine takes a minute for a step that an idle one does in
 * seconds.
 */
const START_MS = 300_000;

/**
 * Waits for a condition. Throws when one of the engines that it depends on ends again and again,
 * with the last lines of its log, since the log is removed with the cluster.
 */
async function until(what, isSo, engines) {
  const all = [...engines].map((one) => ({ one, before: one.ends }));
  const end = performance.now() + START_MS;
  while (!(await isSo())) {
    const ended = all.find(({ one, before }) => one.ends >= before + MOST_ENDS)?.one;
    if (ended) throw new ClusterError(`${ended.name} does not run:\n${ended.lastLogLines}`);
    if (performance.now() > end) {
      const logs = all.map(({ one }) => `${one.name}:\n${one.lastLogLines}`);
      throw new ClusterError(
        [`This did not happen in ${START_MS / 1000} s: ${what}.`, ...logs].join("\n\n"),
      );
    }
    await after(200);
  }
}

/** The cluster does not start; the message says which part, without a stack. */
class ClusterError extends Error {}

const isReady = (origin) =>
  fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    async (answer) => (await answer.text(), answer.ok),
    () => false,
  );

const secret = () => randomBytes(18).toString("hex");

/**
 * Starts three instances with the settings that they need behind a pooler, and a common folder of
 * files.
 */
function startInstances(engines, folder, port) {
  const common = {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    TRUST_PROXY: "1",
    APP_SECRET: secret(),
    APP_ORIGIN: `https://localhost:${port + 4}`,
    DATABASE_URL: engines.servingUrl,
    DATABASE_OWNER_URL: engines.ownerUrl,
    LIMITS: "stopDelaySeconds=2",
    METRICS_TOKEN: process.env.METRICS_TOKEN ?? secret(),
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
      // The program finds its build from the folder in which it is started.
      { folder, as: null, cwd: root, env },
    );
    const metrics = `curl -H 'Authorization: Bearer ${common.METRICS_TOKEN}' http://127.0.0.1:${port + offset}/metrics`;
    return { engine: one, origin: `http://127.0.0.1:${port + offset}`, metrics };
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
  const engines = new Map();
  const apps = [];
  let isStopping = false;
  const stop = async (code) => {
    if (isStopping) return;
    isStopping = true;
    console.log("All of it ends …");
    await Promise.all(apps.map(({ engine }) => engine.stop()));
    await stopEngines(engines);
    rmSync(folder, { recursive: true, force: true });
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(0));
  try {
    console.log("etcd, PostgreSQL under Patroni, HAProxy and PgBouncer start …");
    const started = await startEngines({ folder, port, engines });
    console.log(`The primary is ${(await started.primary())?.name}. The product starts …`);
    apps.push(...startInstances(started, folder, port));
    const ready = async ({ engine, origin }) => {
      engine.start();
      await until(`${engine.name} is ready`, () => isReady(origin), [engine]);
    };
    // The first one migrates, and makes the demo's data.
    const [first, ...others] = apps;
    await ready(first);
    await Promise.all(others.map(ready));
    const { origin, https } = await started.balance(apps.map((one) => one.origin));
    // The demo's accounts are the lines of the log that are not JSON.
    const said = first.engine.log.split("\n").filter((line) => !line.startsWith("{"));
    console.log([...said, "", "Metrics:", ...apps.map(({ metrics }) => metrics), ""].join("\n"));
    console.log(
      `Product: ${https} (by Caddy's own authority); without TLS, for /readyz: ${origin}. Logs: ${folder}. Ctrl-C ends all.`,
    );
  } catch (error) {
    if (isStopping) return;
    console.error(error instanceof ClusterError ? error.message : error);
    await stop(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
