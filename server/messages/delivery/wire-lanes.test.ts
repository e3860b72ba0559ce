import { performance } from "node:perf_hooks";
import { pino } from "pino";
import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { type Database, transact } from "@db/client";
import { newId } from "@db/ids";
import { claimMessages } from "@server/messages/queries/message-queue";
import { companies, messages } from "@db/schema";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { createSecrets } from "@server/platform/config/secrets";
import { orderHarness, submittedPayment } from "@server/testing/order-harness";
import { moreInFull, rounds } from "@server/testing/rounds";
import { type SinkOptions, type SmtpSink, smtpSink } from "@server/testing/smtp-sink";
import { mailingReader } from "@server/companies/settings/company-mailing";
import { composeMessage } from "./compose-message";
import { createSmtpTransport, type MailTransport } from "./mail-transport";
import { createMessageSender, type SenderParts } from "./wire-lanes";
import type { Message } from "./message-templates";
import { outboxSmsTransport } from "./sms-transport";
import { storeMessages } from "./store-message";

const secrets = createSecrets("a secret of tests, thirty-two signs or more");
const FROM = "no-reply@platform.example";
const CODE_SECONDS_GOAL = 5;

/** The goal in milliseconds; on a slow machine, what two hundred notices took in the same run. */
const withinGoal = (noticesMs: number): number => Math.max(CODE_SECONDS_GOAL * 1000, noticesMs);

const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  undo.push(() => database.drop());
  return database;
}

async function sinkOf(options?: SinkOptions): Promise<SmtpSink> {
  const sink = await smtpSink(options);
  undo.push(() => sink.close());
  return sink;
}

function smtpTo(sink: SmtpSink, connections = 5): MailTransport {
  const mail = createSmtpTransport(sink.url, FROM, { connections });
  undo.push(() => mail.close());
  return mail;
}

/** A process that sends. Stopped at the end of the test. */
function started(database: Database, mail: MailTransport, options: Partial<SenderParts> = {}) {
  const sender = createMessageSender({
    database,
    secrets,
    readMailing: mailingReader(database.db, "https://shop.example"),
    logger: pino({ level: "silent" }),
    mail,
    sms: outboxSmsTransport,
    keepParams: false,
    connections: { EMAIL: 5, SMS: 1 },
    pollMs: 100,
    ...options,
  });
  undo.push(() => sender.stop());
  sender.start();
  return sender;
}

type Envelope = Pick<Message, "channel" | "language" | "companyId" | "userId">;
const envelope: Envelope = { channel: "EMAIL", language: "en", companyId: null, userId: null };

const notice = (address: string, companyId: string | null = null): Message => ({
  ...envelope,
  template: "passwordChanged",
  params: {},
  companyId,
  address,
});
const code = (address: string, companyId: string | null = null): Message => ({
  ...envelope,
  template: "registrationCode",
  params: { code: "123456", minutes: 10 },
  companyId,
  address,
});

const store = async (database: Database, message: Message) => {
  await transact(database.db, (tx) => storeMessages(tx, secrets, [message]));
  const [stored] = await database.sql`
    SELECT id FROM messages WHERE address = ${message.address} ORDER BY id DESC LIMIT 1`;
  return String(stored?.["id"]);
};

/** Many notices to different addresses, all with the contents of one. */
async function storeMany(
  database: TestDatabase,
  count: number,
  { companyId = null as string | null, name = "person" } = {},
): Promise<void> {
  const id = await store(database, notice(`${name}0@people.example`, companyId));
  await database.sql`
    INSERT INTO messages (company_id, id, channel, address, template, language, params_encrypted, created_at)
    SELECT company_id, gen_random_uuid(), channel, ${name} || n || '@people.example', template, language,
           params_encrypted, now() + make_interval(secs => n / 1e6)
      FROM messages, generate_series(1, ${count - 1}::int) n WHERE id = ${id}::uuid`;
}

async function createCompany(database: Database): Promise<string> {
  const id = newId();
  await database.db.insert(companies).values({
    id,
    name: "House",
    email: "desk@house.example",
    mobile: "+919876500000",
    tokenName: "Test token",
    tokenSymbol: "RSGN",
    totalSupply: 1000,
  });
  return id;
}

const rowsOf = (database: Database, address: string) =>
  database.db.select().from(messages).where(eq(messages.address, address));

async function countOf(database: TestDatabase, status: string): Promise<number> {
  const [row] =
    await database.sql`SELECT count(*)::int AS n FROM messages WHERE status = ${status}`;
  return Number(row?.["n"]);
}

/** A test that waits longer than this has failed, on machines of any speed. */
const soon = { timeout: 40_000, interval: 20 };

describe("a code", () => {
  test(
    "a code leaves ahead of 60 refused addresses, each of which is tried once",
    { tags: ["full"] },
    async () => {
      const sink = await sinkOf({ refuse: (to) => (to.startsWith("gone") ? 550 : null) });
      const database = await emptyDatabase();
      for (let n = 0; n < 60; n += 1) {
        const address = `gone${n}@people.example`;
        await store(database, n % 2 === 0 ? notice(address) : code(address));
      }
      await store(database, code("asha@people.example"));
      started(database, smtpTo(sink));
      await expect.poll(() => countOf(database, "FAILED"), soon).toBe(60);
      await expect.poll(() => countOf(database, "SENT"), soon).toBe(1);
      expect(sink.taken.map(({ to }) => to)).toEqual(["asha@people.example"]);
      expect(sink.offered).toHaveLength(61);
      const [refused] = await rowsOf(database, "gone1@people.example");
      expect(refused).toMatchObject({ failure: "refused", attempts: 1, paramsEncrypted: null });
      expect(refused?.reply).toContain("550");
      // A notice can be sent again by hand; a code cannot.
      const [kept] = await rowsOf(database, "gone0@people.example");
      expect(kept?.paramsEncrypted).not.toBeNull();
      // A later message to a refused address is tried.
      await store(database, notice("gone0@people.example"));
      await expect.poll(() => sink.offered.length, soon).toBe(62);
    },
  );

  test(
    "a code leaves first after many purchases",
    { ...moreInFull, tags: ["full"], timeout: 180_000 },
    async () => {
      const sink = await sinkOf();
      const harness = await orderHarness();
      undo.push(() => harness.close());
      const company = await harness.company({ privateTokens: 1_000_000 });
      const members = await Promise.all(Array.from({ length: 20 }, () => company.member()));
      const each = rounds(2, 5);
      // The company's first payment is told to its admin, too; with the code that makes three more.
      await submittedPayment(company, await company.member());
      const stored = 20 * each + 3;
      await Promise.all(
        members.map(async (member) => {
          for (let n = 0; n < each; n += 1) await submittedPayment(company, member);
        }),
      );
      const visitor = await company.as(null);
      const email = "new@people.example";
      await visitor.registration.requestCode({ name: "New", email, mobile: "+919876512345" });
      const { database } = harness;
      expect(await countOf(database, "QUEUED")).toBe(stored);
      const begin = performance.now();
      started(database, smtpTo(sink));
      await expect.poll(() => sink.taken.length, soon).toBe(stored);
      const at = sink.taken.findIndex(({ to }) => to === email);
      expect(at).toBeLessThan(5);
      const tookMs = (of: number) => (sink.taken.at(of)?.at ?? Infinity) - begin;
      expect(tookMs(at)).toBeLessThan(withinGoal(tookMs(-1)));
    },
  );

  test(
    "a code leaves within 5 seconds with 10,000 notices waiting",
    { tags: ["full"] },
    async () => {
      const sink = await sinkOf();
      const database = await emptyDatabase();
      await storeMany(database, 10_000);
      const begin = performance.now();
      const sender = started(database, smtpTo(sink));
      await expect.poll(() => sink.taken.length, soon).toBeGreaterThan(200);
      await store(database, code("asha@people.example"));
      const [before, stored] = [sink.taken.length, performance.now()];
      sender.wake();
      const found = () => sink.taken.find(({ to }) => to === "asha@people.example");
      await expect.poll(found, soon).toBeDefined();
      const tookMs = (found()?.at ?? Infinity) - stored;
      expect(tookMs).toBeLessThan(withinGoal((sink.taken[200]?.at ?? 0) - begin));
      const ahead = sink.taken.findIndex(({ to }) => to === "asha@people.example") - before;
      expect(ahead).toBeLessThan(100);
      expect(await countOf(database, "QUEUED")).toBeGreaterThan(0);
    },
  );

  test("a code leaves while every connection for notices is busy", { tags: ["full"] }, async () => {
    const sink = await sinkOf({
      delay: (to) => (to.startsWith("person") ? new Promise(() => undefined) : Promise.resolve()),
    });
    const database = await emptyDatabase();
    await storeMany(database, 50);
    const sender = started(database, smtpTo(sink, 3), { connections: { EMAIL: 3, SMS: 1 } });
    await expect.poll(() => sink.offered.length, soon).toBe(2);
    await store(database, code("asha@people.example"));
    sender.wake();
    await expect.poll(() => sink.taken.map(({ to }) => to), soon).toEqual(["asha@people.example"]);
    await sink.goAway();
  });

  test(
    "an expired message is marked and not sent; a notice keeps its contents",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const sink = await sinkOf();
      const database = await emptyDatabase();
      for (const message of [code("late@people.example"), notice("old@people.example")])
        await store(database, message);
      await database.sql`UPDATE messages SET expires_at = now() - interval '1 second'`;
      await store(database, code("asha@people.example"));
      started(database, smtpTo(sink));
      await expect.poll(() => countOf(database, "FAILED"), soon).toBe(2);
      await expect.poll(() => countOf(database, "SENT"), soon).toBe(1);
      expect(sink.taken.map(({ to }) => to)).toEqual(["asha@people.example"]);
      const [late] = await rowsOf(database, "late@people.example");
      expect(late).toMatchObject({ failure: "expired", paramsEncrypted: null });
      const [old] = await rowsOf(database, "old@people.example");
      expect(old).toMatchObject({
        failure: "expired",
        paramsEncrypted: expect.any(String) as string,
      });
    },
  );
});

test("one company's 2,000 notices do not delay another company's", { tags: ["full"] }, async () => {
  const sink = await sinkOf();
  const database = await emptyDatabase();
  const [large, small] = [await createCompany(database), await createCompany(database)];
  await storeMany(database, 2000, { companyId: large });
  await storeMany(database, 5, { companyId: small, name: "few" });
  started(database, smtpTo(sink));
  const few = () => sink.taken.filter(({ to }) => to.startsWith("few")).length;
  await expect.poll(few, soon).toBe(5);
  const last = sink.taken.findLastIndex(({ to }) => to.startsWith("few"));
  expect(last).toBeLessThan(100);
});

test(
  "messages to one address arrive in the order in which they were stored",
  { tags: ["full"] },
  async () => {
    const sink = await sinkOf();
    const database = await emptyDatabase();
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) ids.push(await store(database, notice("asha@people.example")));
    started(database, smtpTo(sink));
    await expect.poll(() => sink.taken.length, soon).toBe(30);
    const sent = sink.taken.map(({ messageId }) => messageId);
    expect(sent).toEqual(ids.map((id) => `<${id}@platform.example>`));
  },
);

describe("several connections", () => {
  test(
    "connections to a mail server are used at the same time, up to the setting, for many mails each",
    { ...moreInFull, tags: ["full"] },
    async () => {
      const sink = await sinkOf();
      const database = await emptyDatabase();
      const count = rounds(60, 300);
      await storeMany(database, count);
      started(database, smtpTo(sink, 4), { connections: { EMAIL: 4, SMS: 1 } });
      await expect.poll(() => countOf(database, "SENT"), soon).toBe(count);
      // Notices leave one of the four to codes.
      expect(sink.mostConnections()).toBeGreaterThan(1);
      expect(sink.mostConnections()).toBeLessThanOrEqual(4);
      expect(new Set(sink.taken.map(({ messageId }) => messageId)).size).toBe(count);
    },
  );

  test(
    "two processes never send a message twice while both run",
    { ...moreInFull, tags: ["full"] },
    async () => {
      const sink = await sinkOf();
      const database = await emptyDatabase();
      const count = rounds(120, 300);
      await storeMany(database, count);
      const senders = [1, 2].map(() => started(database, smtpTo(sink)));
      await expect.poll(() => countOf(database, "SENT"), soon).toBe(count);
      for (const sender of senders) await sender.stop();
      expect(sink.taken).toHaveLength(count);
      const counts = senders.map((sender) => {
        const { outcomes } = sender.figures();
        return outcomes.find(({ channel, result }) => channel === "EMAIL" && result === "sent")
          ?.count;
      });
      expect(Math.min(...counts.map(Number))).toBeGreaterThan(0);
    },
  );
});

describe("a server", () => {
  test(
    "a mail server that goes away and comes back gets every message once, and the code first",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const sink = await sinkOf();
      const database = await emptyDatabase();
      await storeMany(database, 40);
      const sender = started(database, smtpTo(sink));
      await expect.poll(() => countOf(database, "SENT"), soon).toBe(40);
      await sink.goAway();
      await storeMany(database, 200, { name: "waiting" });
      sender.wake();
      const away = () => {
        const { outcomes } = sender.figures();
        return outcomes.find(({ channel, result }) => channel === "EMAIL" && result === "away")
          ?.count;
      };
      await expect.poll(away, soon).toBeGreaterThan(1);
      expect(sender.figures().paused).toEqual(["EMAIL"]);
      await store(database, code("asha@people.example"));
      // The absence is charged only to the messages that met it first.
      const [tried] =
        await database.sql`SELECT count(*)::int AS n FROM messages WHERE status = 'QUEUED' AND attempts > 0`;
      expect(Number(tried?.["n"])).toBeLessThanOrEqual(1);
      await sink.comeBack();
      await expect.poll(() => countOf(database, "SENT"), soon).toBe(241);
      expect(sink.taken[40]?.to).toBe("asha@people.example");
      expect(new Set(sink.taken.map(({ messageId }) => messageId)).size).toBe(241);
      expect(sink.taken).toHaveLength(241);
      expect(sender.figures().paused).toEqual([]);
    },
  );

  test(
    "a mail server that defers an address gets it again later, and the others meanwhile",
    { tags: ["full"] },
    async () => {
      const state = { defers: true };
      const sink = await sinkOf({
        refuse: (to) => (to.startsWith("full") && state.defers ? 452 : null),
      });
      const database = await emptyDatabase();
      await store(database, notice("full@people.example"));
      await storeMany(database, 20);
      const sender = started(database, smtpTo(sink));
      await expect.poll(() => countOf(database, "SENT"), soon).toBe(20);
      const [waiting] = await rowsOf(database, "full@people.example");
      expect(waiting).toMatchObject({ status: "QUEUED", attempts: 1, leasedBy: null });
      expect(waiting?.reply).toContain("452");
      expect(waiting?.dueAt.getTime()).toBeGreaterThan(waiting?.createdAt.getTime() ?? 0);
      state.defers = false;
      await database.sql`UPDATE messages SET due_at = now() WHERE status = 'QUEUED'`;
      sender.wake();
      await expect.poll(() => countOf(database, "SENT"), soon).toBe(21);
    },
  );

  test(
    "a mail server that defers every address in a row is paused, and a code to another address still leaves",
    { tags: ["full"] },
    async () => {
      const sink = await sinkOf({ refuse: (to) => (to.startsWith("person") ? 451 : null) });
      const database = await emptyDatabase();
      await storeMany(database, 200);
      const sender = started(database, smtpTo(sink));
      await expect.poll(() => sender.figures().paused, soon).toEqual(["EMAIL"]);
      await store(database, code("asha@people.example"));
      await expect
        .poll(() => sink.taken.map(({ to }) => to), soon)
        .toEqual(["asha@people.example"]);
      const [tried] =
        await database.sql`SELECT count(*)::int AS n FROM messages WHERE attempts > 0`;
      expect(Number(tried?.["n"])).toBeLessThan(200);
    },
  );
});

test(
  "a process that dies after the server accepted a mail leaves it to be sent again with the same Message-ID",
  { tags: ["full"] },
  async () => {
    const sink = await sinkOf();
    const database = await emptyDatabase();
    const mail = smtpTo(sink);
    await store(database, code("asha@people.example"));
    // The process that dies: it claims and sends, and records nothing.
    const claim = {
      channel: "EMAIL",
      upTo: 1,
      limit: 5,
      sender: newId(),
      leaseSeconds: 60,
    } as const;
    const [claimed] = await claimMessages(database.db, claim);
    if (!claimed) throw new Error("Nothing was claimed.");
    const mailing = await mailingReader(database.db, "https://shop.example")(null);
    const composed = await composeMessage(database.db, secrets, claimed, mailing);
    if (composed) await mail.send(composed.mail);
    // Another process waits for the end of the lease.
    await store(database, notice("other@people.example"));
    const sender = started(database, mail);
    await expect.poll(() => countOf(database, "SENT"), soon).toBe(1);
    expect(sink.taken.map(({ to }) => to)).toEqual(["asha@people.example", "other@people.example"]);
    await database.sql`UPDATE messages SET due_at = now() WHERE status = 'QUEUED'`;
    sender.wake();
    await expect.poll(() => countOf(database, "SENT"), soon).toBe(2);
    const copies = sink.taken.filter(({ to }) => to === "asha@people.example");
    expect(copies).toHaveLength(2);
    expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
  },
);

test(
  "a slow server gets a mail once: the lease is extended while it is being sent",
  { tags: ["full"] },
  async () => {
    let accept: () => void = () => undefined;
    const accepted = new Promise<void>((resolve) => {
      accept = resolve;
    });
    const sink = await sinkOf({ delay: () => accepted });
    const database = await emptyDatabase();
    const id = await store(database, notice("asha@people.example"));
    const options = { leaseSeconds: 2 };
    started(database, smtpTo(sink), options);
    await expect.poll(() => sink.offered.length, soon).toBe(1);
    const dueAt = async () =>
      (await rowsOf(database, "asha@people.example"))[0]?.dueAt.getTime() ?? 0;
    const first = await dueAt();
    started(database, smtpTo(sink), options);
    // Longer than one lease: without the extension the second process would have sent it.
    await expect.poll(dueAt, soon).toBeGreaterThan(first + 2500);
    accept();
    await expect.poll(() => countOf(database, "SENT"), soon).toBe(1);
    expect(sink.offered).toHaveLength(1);
    expect(sink.taken.map(({ messageId }) => messageId)).toEqual([`<${id}@platform.example>`]);
  },
);

test("a process that stops returns what it did not send", { tags: ["full"] }, async () => {
  const sink = await sinkOf({ delay: () => new Promise((resolve) => setTimeout(resolve, 50)) });
  const database = await emptyDatabase();
  await storeMany(database, 100);
  const sender = started(database, smtpTo(sink));
  await expect.poll(() => sink.taken.length, soon).toBeGreaterThan(3);
  await sender.stop();
  const sent = await countOf(database, "SENT");
  expect(sink.taken).toHaveLength(sent);
  const leased = await database.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      sql`${messages.leasedBy} IS NOT NULL OR (${messages.status} = 'QUEUED' AND ${messages.dueAt} > now())`,
    );
  expect(leased).toEqual([]);
  expect(await countOf(database, "QUEUED")).toBe(100 - sent);
});
