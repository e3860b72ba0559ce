import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { createWebhookSmsTransport } from "./sms-transport";

const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0)) one();
});

/** An SMS provider on its own port that answers with `status`. */
async function provider(status: number, headers: Record<string, string> = {}) {
  const taken: { method: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      taken.push({ method: incoming.method ?? "", headers: incoming.headers, body });
      outgoing.writeHead(status, headers).end("thank you");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  undo.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { taken, end: createWebhookSmsTransport(`http://127.0.0.1:${port}/send?account=1`) };
}

const SMS = { to: "+919876543210", body: 'कोड 123456 — "quoted"\nnext line' };

test("a text message is posted as JSON, once", async () => {
  const { taken, end } = await provider(202);
  await end.send(SMS);
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({
    method: "POST",
    headers: { "content-type": "application/json" },
  });
  expect(JSON.parse(taken[0]?.body ?? "")).toEqual(SMS);
});

test.each([400, 429, 500, 503])(
  "an SMS provider's answer of %i counts as not sent",
  async (status) => {
    const { end } = await provider(status);
    await expect(end.send(SMS)).rejects.toThrow(`answered ${status}`);
  },
);

test("a text message does not follow a redirect with a person's number", async () => {
  const elsewhere = await provider(200);
  const { end } = await provider(307, { location: "http://127.0.0.1:9/" });
  await expect(end.send(SMS)).rejects.toThrow();
  expect(elsewhere.taken).toHaveLength(0);
});

test("an unreachable SMS provider counts as not sent", async () => {
  await expect(createWebhookSmsTransport("http://127.0.0.1:9/").send(SMS)).rejects.toThrow();
});
