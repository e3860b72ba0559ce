import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startDatabase } from "@db/startup/start";
import { createLogger } from "@server/platform/config/logger";
import { DEMO_PASSWORD } from "@ops/demo/seed-demo";
import { type Product, startProduct } from "@server/testing/start-product";

export interface Server extends Product {
  name: string;
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
  const servers: Server[] = [];
  try {
    await bench(async (name, port, args, settings = {}) => {
      const own = {
        NODE_ENV: "production",
        DEMO: "1",
        LIMITS: "pagesPerAddressMinute=100000000 pagesPerSessionMinute=1000000",
        DATABASE_URL: database.url,
        DATA_DIR: data,
        ...settings,
      };
      const server = { name, ...(await startProduct(port, own, { args, ready: servesPages })) };
      servers.push(server);
      return server;
    }, database.url);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
    await rm(data, { recursive: true, force: true });
  }
}

const servesPages = (origin: string): Promise<boolean> =>
  fetch(`${origin}/`).then(
    async (answer) => answer.ok && (await answer.text()).includes("</html>"),
    () => false,
  );

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
