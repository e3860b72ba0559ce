import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type StartedDatabase, startDatabase } from "@db/startup/start";
import { freePort } from "@db/embedded/home";
import { urlAtPort } from "@db/testing/url-at-port";
import { createLogger } from "@server/platform/config/logger";
import { startProduct } from "@server/testing/start-product";

const logger = createLogger("silent");

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
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: "silent" };
    const product = await startProduct(await freePort(), settings);
    const status = () =>
      fetch(`${product.origin}/superadmin/login`).then(
        async (answer) => (await answer.text(), answer.status),
        () => 0,
      );
    const soon = { timeout: 30_000, intervals: [100] };

    try {
      expect(await status()).toBe(200);
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
      expect(product.isRunning()).toBe(true);
    } finally {
      expect(await product.stop()).toBe(0);
      proxy.close();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
