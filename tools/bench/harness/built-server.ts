import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDatabase, type Database, runText } from "@db/client";
import { migrate } from "@db/startup/migrate";
import { countRoundTrips } from "@db/testing/round-trips";
import { startDatabase } from "@db/startup/start";
import { createLogger } from "@server/platform/config/logger";
import { createSessions } from "@server/access/sessions/lucia-sessions";
import {
  HARNESS_SECRET,
  type OrderHarness,
  orderHarness,
  type Person,
} from "@server/testing/order-harness";
import { type Product, startProduct } from "@server/testing/start-product";
import { parentOf, processorMs } from "./processor-time";

/** The built server on an empty database of its own, and fixtures in that database. */
export interface BuiltServer {
  ports: readonly number[];
  /** The processes of the instances. */
  pids: () => number[];
  database: Database;
  harness: OrderHarness;
  /** The most bytes of memory that an instance has had. */
  memory: () => number;
  /** Processor time so far, in milliseconds. */
  processorMs: () => { node: number; postgres: number };
  /** Starts one more instance, whose statements are counted. */
  startCounted: (port: number) => Promise<Counted>;
  /** Makes the token of a new session of a member or an admin. */
  tokenOf: (person: Person) => Promise<string>;
}

export interface Counted {
  /** Returns the number of statements that are sent while `work` runs. */
  statementsOf: (work: () => Promise<unknown>) => Promise<number>;
  stop: () => Promise<void>;
}

/** Runs a bench beside instances of the built server and their database; all are removed afterwards. */
export async function withBuiltServer(
  ports: readonly number[],
  settings: Readonly<Record<string, string>>,
  bench: (installed: BuiltServer) => Promise<void>,
): Promise<void> {
  const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
  const started = await startDatabase(
    { databaseUrl: undefined, dataDir: data },
    createLogger("silent"),
  );
  const { url } = started;
  const database = createDatabase({ url, max: 10 });
  const products: Product[] = [];
  try {
    await migrate(started.database);
    const start = async (port: number, databaseUrl: string) => {
      const own = {
        NODE_ENV: "production",
        APP_SECRET: HARNESS_SECRET,
        SEALING_KEY: Buffer.alloc(32, "a key of a bench").toString("base64"),
        HOST: "127.0.0.1",
        DATABASE_URL: databaseUrl,
        DATA_DIR: data,
        APP_ORIGIN: `http://localhost:${ports[0]}`,
        ...settings,
      };
      const product = await startProduct(port, own);
      products.push(product);
      return product;
    };
    for (const port of ports) await start(port, url);
    const harness = await orderHarness({
      database: { ...database, url, drop: () => Promise.resolve() },
    });
    const sessions = createSessions(database.db);
    const [backend] = await runText<{ pid: number }>(
      database.db,
      "SELECT pg_backend_pid() AS pid",
      [],
    );
    const postmaster = parentOf(backend?.pid ?? 0);
    await bench({
      ports,
      pids: () => products.map(({ pid }) => pid),
      database,
      harness,
      memory: () => Math.max(...products.map(({ pid }) => mostMemory(pid))),
      processorMs: () => ({
        node: processorMs(products.map(({ pid }) => pid)),
        postgres: processorMs([postmaster]),
      }),
      async startCounted(port) {
        const counter = await countRoundTrips(url);
        const product = await start(port, counter.url);
        return {
          async statementsOf(work) {
            const trips = await counter.record(work);
            return trips.reduce((sum, { statements }) => sum + statements.length, 0);
          },
          async stop() {
            await product.stop();
            await counter.close();
          },
        };
      },
      async tokenOf({ actor }) {
        if (actor.role !== "USER" && actor.role !== "ADMIN") throw new Error("Nobody");
        const client = { ip: "203.0.113.7", userAgent: null };
        return (await sessions.start(actor, client)).token;
      },
    });
  } finally {
    await Promise.all(products.map((one) => one.stop()));
    await database.close();
    await started.stop();
    await rm(data, { recursive: true, force: true });
  }
}

/** The high-water mark of a process's memory, in bytes; 0 where the system does not tell. */
function mostMemory(pid: number): number {
  try {
    const [, kilobytes] =
      /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
