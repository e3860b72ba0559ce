import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const hasCaddy = spawnSync("caddy", ["version"]).status === 0;

const HOST = "shop.localhost";

describe.skipIf(!hasCaddy)("behind Caddy, a product that is away", () => {
  let product: Server;
  let caddy: ChildProcess;
  let folder: string;
  let port: number;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "prelaunch-away-"));
    // Knows its host, and answers nothing else.
    product = createServer((asked, answer) => {
      if (asked.url?.startsWith("/.well-known/domain-check")) answer.end();
      else asked.socket.destroy();
    }).listen(0, "127.0.0.1");
    const free = createServer().listen(0, "127.0.0.1");
    await Promise.all([once(product, "listening"), once(free, "listening")]);
    port = (free.address() as AddressInfo).port;
    free.close();
    caddy = spawn("caddy", ["run", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"], {
      stdio: "ignore",
      env: {
        ...process.env,
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        PRELAUNCH: `127.0.0.1:${(product.address() as AddressInfo).port}`,
        TLS_ISSUER: "internal",
        HTTPS_PORT: String(port),
        HTTP_PORT: "0",
      },
    });
    const root = path.join(folder, "caddy/pki/authorities/local/root.crt");
    await vi.waitFor(
      async () => {
        expect(existsSync(root)).toBe(true);
        expect((await ask({})).status).toBe(503);
      },
      { timeout: 100_000, interval: 100 },
    );
  }, 120_000);

  afterAll(async () => {
    caddy.kill();
    if (caddy.exitCode === null) await once(caddy, "exit");
    product.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask(headers: Record<string, string>, method = "GET") {
    const ca = readFileSync(path.join(folder, "caddy/pki/authorities/local/root.crt"));
    const asked = request({
      host: "127.0.0.1",
      port,
      servername: HOST,
      ca,
      method,
      path: "/user/payment",
      headers: { host: `${HOST}:${port}`, ...headers },
    });
    asked.end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    let text = "";
    for await (const part of answer) text += String(part);
    return { status: answer.statusCode, headers: answer.headers, text };
  }

  test.each(["GET", "POST"])(
    "tells a person (%s) to look before they send again",
    async (method) => {
      const { status, headers, text } = await ask({ accept: "text/html,*/*;q=0.8" }, method);
      expect(status).toBe(503);
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "retry-after": "5",
      });
      // A link loads the page; it does not send a form again.
      expect(text).toContain('<a href="">Open the page again</a>');
      expect(text).toContain("it may have been saved already");
      expect(text).toContain("पेज फिर से खोलें");
      expect(text).not.toMatch(/fail|error|विफल/i);
    },
  );

  test("answers a program with the status alone", async () => {
    const { status, headers, text } = await ask({ accept: "application/json" });
    expect([status, headers["retry-after"], text]).toEqual([503, "5", ""]);
  });
});
