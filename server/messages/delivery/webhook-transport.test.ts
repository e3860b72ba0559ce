import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { DeliveryError } from "./delivery-error";
import { createWebhookTransport, type Reach, signWebhook, urlFault } from "./webhook-transport";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const webhook = (url: string) => ({ id: "one", url, secrets: ["whsec_c2VjcmV0"], body: "{}" });
const never = () => AbortSignal.timeout(20_000);

test("a signature is that of the convention's example", () => {
  // The example of standardwebhooks.com.
  expect(
    signWebhook(
      {
        id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
        secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
        body: '{"test": 2432232314}',
      },
      1614265330,
    ),
  ).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("an event has a signature of each secret, the newest first", () => {
  const sent = { id: "one", body: "{}" };
  const of = (...secrets: string[]) => signWebhook({ ...sent, secrets }, 1)["webhook-signature"];
  const [one, two] = ["whsec_b25l", "whsec_dHdv"] as const;
  expect(of(one, two)).toBe(`${of(one)} ${of(two)}`);
});

test("a signature of another time, id or body differs, so that a receiver refuses a replayed one", () => {
  const sent = { id: "one", secrets: ["whsec_c2VjcmV0"], body: "{}" };
  const of = (change: object, seconds = 1) =>
    signWebhook({ ...sent, ...change }, seconds)["webhook-signature"];
  const all = [of({}), of({}, 2), of({ id: "two" }), of({ body: "[]" })];
  expect(new Set(all).size).toBe(4);
});

test.each([
  "https://127.0.0.1/hook",
  "https://169.254.169.254/latest/meta-data",
  "https://10.1.2.3/hook",
  "https://192.168.0.1/hook",
  "https://[::1]/hook",
  "https://[::ffff:10.0.0.1]/hook",
  "https://[fd00::1]/hook",
  "https://2130706433/hook",
  "https://0x7f.1/hook",
  "https://localhost/hook",
  "https://localhost./",
  "https://LOCALHOST../hook",
  "https://database.internal./hook",
  "https://router.lan/hook",
  "https://intranet.corp/hook",
  "https://127.0.0.1./hook",
  "https://[fec0::1]/hook",
  "https://[3fff::1]/hook",
  "https://[5f00::1]/hook",
  "https://database.internal/hook",
  "https://database/hook",
])("the address %s is refused, and nothing connects to it", async (url) => {
  expect(urlFault(url, { isDemo: false })).toBe("WEBHOOK_URL_PRIVATE");
  const sent = createWebhookTransport({ isDemo: false }).send(webhook(url), never());
  await expect(sent).rejects.toThrow("not allowed");
});

test("an address without https is for the demo alone, which reaches its own machine and no other", () => {
  const url = "http://127.0.0.1:4000/hook";
  expect(urlFault(url, { isDemo: false })).toBe("WEBHOOK_URL_PLAIN");
  expect(urlFault(url, { isDemo: true })).toBeNull();
  expect(urlFault("http://10.0.0.1/hook", { isDemo: true })).toBe("WEBHOOK_URL_PRIVATE");
  expect(urlFault("https://shop.example.com/hook", { isDemo: false })).toBeNull();
});

test("a name that resolves to a private address is not connected to, also among public ones or later", async () => {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const answers = [["127.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::1"], ["10.0.0.1"]];
  let asked = 0;
  const resolve = ((_host: string, _options: object, callback: (...told: unknown[]) => void) => {
    const addresses = (answers[asked] ?? []).map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    asked += 1;
    callback(null, addresses);
  }) as unknown as NonNullable<Reach["resolve"]>;
  const transport = createWebhookTransport({ isDemo: false, resolve });
  for (const _ of answers) {
    const sent = transport.send(webhook(`https://rebind.example.com:${port}/`), never());
    await expect(sent).rejects.toThrow("private network");
  }
  expect(asked).toBe(answers.length);
  expect(connections).toBe(0);
  // The control: the connection goes to the address that was checked.
  const toLoopback = ((_host: string, _options: object, callback: (...told: unknown[]) => void) =>
    callback(null, [{ address: "127.0.0.1", family: 4 }])) as unknown as NonNullable<
    Reach["resolve"]
  >;
  const demo = createWebhookTransport({ isDemo: true, resolve: toLoopback });
  const sent = demo.send(webhook(`https://rebind.example.com:${port}/`), never());
  await expect(sent).rejects.toThrow();
  expect(connections).toBe(1);
});

test("a redirect is an answer, and is not followed", async () => {
  const paths: (string | undefined)[] = [];
  const port = await serve((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: "/other" }).end("Elsewhere");
  });
  const sent = createWebhookTransport({ isDemo: true }).send(
    webhook(`http://127.0.0.1:${port}/hook`),
    never(),
  );
  const error = await sent.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ verdict: "deferred", status: 302, reply: "302 Elsewhere" });
  expect(error).toBeInstanceOf(DeliveryError);
  expect(paths).toEqual(["/hook"]);
});

test("of an endless answer the first thousand bytes are read", async () => {
  const port = await serve((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x".repeat(500)), 1);
    response.on("close", () => clearInterval(timer));
  });
  const reply = await createWebhookTransport({ isDemo: true }).send(
    webhook(`http://127.0.0.1:${port}/`),
    never(),
  );
  expect(reply).toBe(`200 ${"x".repeat(1000)}`);
});

test(
  "an endpoint that never answers is given up, and tried again later",
  { tags: ["full"] },
  async () => {
    const port = await serve(() => undefined);
    const sent = createWebhookTransport({ isDemo: true }).send(
      webhook(`http://127.0.0.1:${port}/`),
      AbortSignal.timeout(200),
    );
    expect(await sent.catch((thrown: unknown) => thrown)).toMatchObject({ verdict: "deferred" });
  },
);
