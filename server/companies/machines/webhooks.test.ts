import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { eq } from "drizzle-orm";
import { messages } from "@db/schema";
import {
  createMessageSender,
  type MessageSender,
  type SenderParts,
} from "@server/messages/delivery/wire-lanes";
import { createWebhookTransport, signWebhook } from "@server/messages/delivery/webhook-transport";
import { createCaller } from "@server/http/router";
import { freshActor } from "@server/testing/actors";
import { resultCode } from "@server/testing/order-harness";
import { createRestFixtures } from "@server/testing/rest-fixtures";
import type { RestFixtures } from "@server/testing/rest-expectations";
import { type RestHarness, restHarness } from "@server/testing/rest-harness";

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let harness: RestHarness;
let house: RestFixtures;
let sender: MessageSender;
let origin: string;
const received: Received[] = [];
/** The answer by path; a path without one never answers. */
const answers = new Map<string, [status: number, text: string]>();
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += String(part)));
  request.on("end", () => {
    const path = request.url ?? "";
    received.push({ path, headers: request.headers, body });
    const answer = answers.get(path);
    if (answer) response.writeHead(answer[0]).end(answer[1]);
  });
});

beforeAll(async () => {
  harness = await restHarness({ config: { demo: true } });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await harness.close();
});
beforeEach(async () => {
  house = await createRestFixtures(harness);
  received.length = 0;
  answers.clear();
  answers.set("/hook", [200, "Taken"]);
  sender = createMessageSender(senderParts());
  // The tests tell when events are sent; mails are of no interest here.
  await harness.database.sql`DELETE FROM messages`;
});
afterEach(() => sender.stop());

function senderParts(): SenderParts {
  const unused = () => Promise.reject(new Error("Nobody is mailed here."));
  return {
    database: harness.database,
    secrets: harness.deps.secrets,
    readMailing: unused,
    mail: { send: unused, close: () => undefined },
    sms: { send: unused },
    logger: pino({ level: "silent" }),
    keepParams: false,
    pollMs: 50,
    connections: { EMAIL: 1, SMS: 1 },
    webhooks: createWebhookTransport({ isDemo: true }),
  };
}

const EVERY =
  "member.registered order.submitted order.approved order.rejected order.reversed batch.delivered identity.decided";

const owner = () => harness.as(house.admin);
const addEndpoint = async (path = "/hook", events = EVERY) =>
  (await owner()).machines.addEndpoint({ url: origin + path, events });

async function pay(): Promise<{ id: string; orderNumber: string }> {
  const token = await harness.tokenFor(house.member);
  const json = { paymentMethod: "MANUAL", amount: "100" };
  const { body } = await harness.send("POST", "/user/package/purchase", { token, json });
  return body.data as { id: string; orderNumber: string };
}

/** Sends the events that wait, without the mails. */
async function deliver(): Promise<void> {
  await harness.database.sql`DELETE FROM messages WHERE channel <> 'WEBHOOK'`;
  sender.start();
}

const deliveries = async () => (await (await owner()).machines.list()).deliveries;

const soon = { timeout: 15_000, interval: 50 };

test(
  "submission, approval and reversal are told in order, signed, and name nobody",
  { tags: ["full"] },
  async () => {
    const { secret } = await addEndpoint();
    const { id, orderNumber } = await pay();
    const api = await owner();
    await api.orders.approve({ orderId: id });
    await api.orders.reverse({ orderId: id, reason: "A mistake of Asha" });
    await deliver();
    await vi.waitUntil(() => received.length === 3, soon);
    const bodies = received.map(({ body }) => JSON.parse(body) as { type: string; data: object });
    expect(bodies.map(({ type }) => type)).toEqual([
      "order.submitted",
      "order.approved",
      "order.reversed",
    ]);
    const { referralCode, name, email, mobile } = house.member;
    expect(bodies[1]?.data).toEqual({
      companyId: house.companyId,
      orderId: id,
      orderNumber,
      memberId: referralCode,
      status: "APPROVED",
      amount: 100,
      finalAmount: 100,
      receivedAmount: null,
      totalQuantity: 10,
      version: 1,
    });
    for (const { headers, body } of received) {
      for (const personal of [name, email, mobile, "mistake"]) expect(body).not.toContain(personal);
      const sent = { id: String(headers["webhook-id"]), secrets: [secret], body };
      const signed = signWebhook(sent, Number(headers["webhook-timestamp"]));
      expect(headers).toMatchObject(signed);
      const another = { ...sent, secrets: ["whsec_c2VjcmV0"] };
      expect(signWebhook(another, Number(headers["webhook-timestamp"]))).not.toMatchObject(signed);
    }
    await vi.waitUntil(
      async () => (await deliveries()).every(({ status }) => status === "SENT"),
      soon,
    );
    expect((await deliveries()).map(({ reply }) => reply)).toEqual([
      "200 Taken",
      "200 Taken",
      "200 Taken",
    ]);
  },
);

test(
  "the secret is stored encrypted, and shown by no other answer",
  { tags: ["full"] },
  async () => {
    const { secret } = await addEndpoint();
    const rows = await harness.database
      .sql`SELECT to_jsonb(e)::text AS row FROM webhook_endpoints e`;
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
    expect(JSON.stringify(await (await owner()).machines.list())).not.toContain(secret.slice(6));
  },
);

test(
  "a renewed secret signs beside the one of before for a day, and alone afterwards",
  { tags: ["full"] },
  async () => {
    const first = await addEndpoint();
    const second = await (await owner()).machines.renewSecret({ id: first.id });
    expect(second).toMatchObject({ id: first.id, url: first.url });
    const signedBy = (...secrets: string[]) => {
      const { headers, body } = received.at(-1) as Received;
      const sent = { id: String(headers["webhook-id"]), secrets, body };
      const signed = signWebhook(sent, Number(headers["webhook-timestamp"]));
      return headers["webhook-signature"] === signed["webhook-signature"];
    };
    await pay();
    await deliver();
    await vi.waitUntil(() => received.length === 1, soon);
    expect(signedBy(second.secret, first.secret)).toBe(true);
    await harness.database.sql`UPDATE webhook_endpoints SET previous_ends_at = now()`;
    await pay();
    await vi.waitUntil(() => received.length === 2, soon);
    expect(signedBy(second.secret)).toBe(true);
    const rows = await harness.database
      .sql`SELECT to_jsonb(e)::text AS row FROM webhook_endpoints e`;
    for (const { secret } of [first, second])
      expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
    const other = await harness.as(house.otherAdmin);
    expect(await resultCode(other.machines.renewSecret({ id: first.id }))).toBe(
      "WEBHOOK_NOT_FOUND",
    );
    await (await owner()).machines.endEndpoint({ id: first.id });
    const ended = (await owner()).machines.renewSecret({ id: first.id });
    expect(await resultCode(ended)).toBe("WEBHOOK_NOT_FOUND");
  },
);

test("a new address of events, and its renewed secret, are mailed to every admin", async () => {
  const cashier = await harness.person(house.companyId, "ADMIN", { adminRole: "CASHIER" });
  const { id, url } = await addEndpoint();
  await (await owner()).machines.renewSecret({ id });
  for (const { email } of [house.admin, cashier]) {
    const sent = await harness.sentTo(email, "machineChanged");
    expect(sent).toMatchObject([
      { change: "SECRET", what: url },
      { change: "ENDPOINT", what: url },
    ]);
  }
});

test("a decision that is undone within ten seconds is never told", async () => {
  await addEndpoint();
  const { id } = await pay();
  const context = await harness.context(freshActor(house.admin), { at: house.companyId });
  const api = createCaller({ ...context, canUndo: true });
  await api.orders.reject({ orderId: id, reason: "Not found" });
  const told = () =>
    harness.database.db.select().from(messages).where(eq(messages.channel, "WEBHOOK"));
  const [, rejected] = (await told()).toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt));
  expect(rejected?.undoKey).not.toBeNull();
  expect(Number(rejected?.dueAt) - Number(rejected?.createdAt)).toBe(10_000);
  // Nor is it sent before its time by hand.
  expect(await resultCode(api.machines.sendAgain({ id: rejected?.id ?? "" }))).toBe(
    "WEBHOOK_NOT_FOUND",
  );
  const [undoable] = await api.orders.undoable();
  await api.orders.undo({ orderId: id, decidedAt: undoable?.decidedAt ?? "" });
  expect(await told()).toHaveLength(1);
});

test(
  "what is not taken waits for the next try with its answer, and is sent again by hand with its id",
  { tags: ["full"] },
  async () => {
    answers.set("/hook", [503, "Busy <b>now</b>"]);
    await addEndpoint();
    await pay();
    await deliver();
    await vi.waitUntil(async () => (await deliveries())[0]?.reply !== null, soon);
    const [waiting] = await deliveries();
    expect(waiting).toMatchObject({ status: "QUEUED", attempts: 1, reply: "503 Busy <b>now</b>" });
    expect((await (await owner()).machines.list()).endpoints[0]?.failingSince).not.toBeNull();
    answers.set("/hook", [204, ""]);
    const before = received.length;
    const again = () => owner().then((api) => api.machines.sendAgain({ id: waiting?.id ?? "" }));
    await again();
    await vi.waitUntil(async () => (await deliveries())[0]?.status === "SENT", soon);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"]))).toEqual(
      new Set([waiting?.id]),
    );
    expect((await (await owner()).machines.list()).endpoints[0]?.failingSince).toBeNull();
    // One that was taken is sent again too.
    const taken = received.length;
    expect(taken).toBeGreaterThan(before);
    await again();
    await vi.waitUntil(() => received.length > taken, soon);
    const other = await harness.as(house.otherAdmin);
    expect(await resultCode(other.machines.sendAgain({ id: waiting?.id ?? "" }))).toBe(
      "WEBHOOK_NOT_FOUND",
    );
  },
);

test(
  "an endpoint ends by its own 410, and after five days without a success",
  { tags: ["full"] },
  async () => {
    answers.set("/gone", [410, ""]);
    answers.set("/failing", [500, ""]);
    await addEndpoint("/gone");
    const failing = await addEndpoint("/failing");
    await harness.database.sql`
    UPDATE webhook_endpoints SET failing_since = now() - interval '121 hours' WHERE id = ${failing.id}`;
    await pay();
    await deliver();
    const ends = async () =>
      (await (await owner()).machines.list()).endpoints.map(({ endedWhy }) => endedWhy);
    await vi.waitUntil(async () => !(await ends()).includes(null), soon);
    expect((await ends()).toSorted()).toEqual(["FAILING", "GONE"]);
    const { records } = await (await owner()).activity.list({ action: "machine.endpoint-ended" });
    expect(records.map(({ actor }) => actor.kind)).toEqual(["SYSTEM", "SYSTEM"]);
    const [ended] = await deliveries();
    expect(ended?.canSendAgain).toBe(false);
  },
);

test("an endpoint that does not answer stops no other one", { tags: ["full"] }, async () => {
  await addEndpoint("/silent");
  await addEndpoint("/hook");
  await pay();
  await deliver();
  await vi.waitUntil(() => received.some(({ path }) => path === "/hook"), soon);
});

test(
  "of a company's events two are on their way at once, over all processes, so that others are not delayed",
  { tags: ["full"] },
  async () => {
    for (const path of ["/silent1", "/silent2", "/silent3", "/silent4", "/silent5"])
      await addEndpoint(path);
    for (let made = 0; made < 4; made += 1) await pay();
    const other = await harness.as(house.otherAdmin);
    await other.machines.addEndpoint({ url: `${origin}/hook`, events: EVERY });
    const second = createMessageSender(senderParts());
    try {
      await deliver();
      second.start();
      await vi.waitUntil(() => received.length === 2, soon);
      const token = await harness.tokenFor(house.otherMember);
      const json = { paymentMethod: "MANUAL", amount: "100" };
      await harness.send("POST", "/user/package/purchase", { token, json, at: house.otherId });
      await vi.waitUntil(() => received.some(({ path }) => path === "/hook"), soon);
      expect(received.filter(({ path }) => path.startsWith("/silent"))).toHaveLength(2);
      const leased = await harness.database.sql`
      SELECT id FROM messages WHERE channel = 'WEBHOOK' AND leased_by IS NOT NULL AND company_id = ${house.companyId}`;
      expect(leased).toHaveLength(2);
    } finally {
      server.closeAllConnections();
      await second.stop();
    }
  },
);

test("a company hears of its own events alone, and of those that it chose", async () => {
  await addEndpoint("/hook", "order.approved");
  const other = await harness.as(house.otherAdmin);
  await other.machines.addEndpoint({ url: `${origin}/other`, events: EVERY });
  const { id } = await pay();
  await (await owner()).orders.approve({ orderId: id });
  expect((await deliveries()).map(({ event }) => event)).toEqual(["order.approved"]);
  expect((await other.machines.list()).deliveries).toEqual([]);
});

test("a company has at most five addresses, each once, and none in a private network", async () => {
  const api = await owner();
  const add = (url: string) => resultCode(api.machines.addEndpoint({ url, events: EVERY }));
  expect(await add("https://10.0.0.1/hook")).toBe("WEBHOOK_URL_PRIVATE");
  expect(await add("ftp://shop.example.com")).toBe("WEBHOOK_URL_INVALID");
  expect(await add("https://user:word@shop.example.com/")).toBe("WEBHOOK_URL_INVALID");
  expect(await add(`${origin}/1`)).toBe("ok");
  expect(await add(`${origin}/1`)).toBe("WEBHOOK_URL_TAKEN");
  const made = await Promise.all([2, 3, 4, 5, 6, 7].map((n) => add(`${origin}/${n}`)));
  expect(made.toSorted()).toEqual(["WEBHOOKS_FULL", "WEBHOOKS_FULL", "ok", "ok", "ok", "ok"]);
});
