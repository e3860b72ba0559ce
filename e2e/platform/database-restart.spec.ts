import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type StartedDatabase, startDatabase } from "@db/startup/start";
import { urlAtPort } from "@db/testing/url-at-port";
import { createLogger } from "@server/platform/config/logger";

const logger = createLogger("silent");

/** An unused port. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/** The embedded server uses another port after each start; a deployed database keeps its port. */
async function fixedPort(current: () => StartedDatabase) {
  const proxy = createServer((client) => {
    const server = connect(Number(new URL(current().url).port), "127.0.0.1");
    client.pipe(server).pipe(client);
    client.on("error", () => server.destroy());
    server.on("error", () => client.destroy());
    server.on("close", () => client.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return { port: (proxy.address() as AddressInfo).port, close: () => proxy.close() };
}

test(
  "the product survives restarts of its database under load, and keeps responding",
  { tag: "@full" },
  async () => {
    // A start of up to two minutes and four waits of up to 30 s each.
    test.setTimeout(300_000);
    const dataDir = await mkdtemp(path.join(tmpdir(), "prelaunch-restart-"));
    // As root, the database runs as another user: it would be outside the folder, and remain.
    await chmod(dataDir, 0o711);
    const open = () => startDatabase({ databaseUrl: undefined, dataDir }, logger);
    let database = await open();
    const proxy = await fixedPort(() => database);
    const databaseUrl = urlAtPort(database.url, proxy.port);
    const port = String(await freePort());
    const origin = `http://localhost:${port}`;
    const product = spawn(process.execPath, ["build/main.js"], {
      stdio: "ignore",
      env: {
        ...process.env,
        NODE_ENV: "test",
        HOST: "localhost",
        PORT: port,
        APP_ORIGIN: origin,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        LOG_LEVEL: "silent",
      },
    });
    const status = () =>
      fetch(`${origin}/superadmin/login`).then(
        async (answer) => (await answer.text(), answer.status),
        () => 0,
      );
    const soon = { timeout: 30_000, intervals: [100] };

    try {
      await expect.poll(status, { ...soon, timeout: 120_000 }).toBe(200);
      const seen = new Set<number>();
      let isLoaded = true;
      const visitors = Array.from({ length: 10 }, async () => {
        while (isLoaded) seen.add(await status());
      });
      for (let restart = 0; restart < 2; restart += 1) {
        await database.stop();
        await expect.poll(status, soon).toBe(503);
        database = await open();
        await expect.poll(status, soon).toBe(200);
      }
      isLoaded = false;
      await Promise.all(visitors);
      // Every request got a response: success, or 503.
      expect([...seen].sort()).toEqual([200, 503]);
      expect(product.exitCode).toBeNull();
    } finally {
      const ended = once(product, "exit");
      product.kill("SIGTERM");
      await ended;
      proxy.close();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
    expect(product.exitCode).toBe(0);
  },
);
