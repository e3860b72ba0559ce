import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { messages } from "@db/schema";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { transact } from "@db/client";
import type { Mail, MailTransport } from "./mail-transport";
import { outboxSmsTransport } from "./sms-transport";
import { createSecrets } from "@server/platform/config/secrets";
import { mailingReader } from "@server/companies/settings/company-mailing";
import { type Jobs, createJobs } from "./jobs";
import { storeMessages } from "./store-message";
import type { Message } from "./message-templates";

const secrets = createSecrets("a secret of tests, thirty-two signs or more");
const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

const note: Message = {
  template: "passwordChanged",
  params: {},
  channel: "EMAIL",
  address: "asha@member.example",
  language: "en",
  companyId: null,
  userId: null,
};

/** An SMTP server that can be stopped. */
function mailbox() {
  const taken: Mail[] = [];
  const state = { isDown: false, refused: 0 };
  const end: MailTransport = {
    send(mail) {
      if (state.isDown) {
        state.refused += 1;
        return Promise.reject(new Error("connect ECONNREFUSED"));
      }
      taken.push(mail);
      return Promise.resolve();
    },
    close: () => undefined,
  };
  return { taken, state, end };
}

async function office(
  mail: MailTransport,
  options: { pollMs?: number } = {},
): Promise<{ jobs: Jobs; database: TestDatabase }> {
  const own = await testDatabase();
  undo.push(() => own.drop());
  const jobs = createJobs({
    logger: pino({ level: "silent" }),
    database: own,
    secrets,
    readMailing: mailingReader(own.db, "https://shop.example"),
    mail,
    sms: outboxSmsTransport,
    keepParams: false,
    connections: { EMAIL: 5, SMS: 1 },
    sweeps: [],
    ...options,
  });
  jobs.start();
  undo.push(() => jobs.stop());
  return { jobs, database: own };
}

/** A test that waits longer than this has failed, on machines of any speed. */
const soon = { timeout: 20_000 };

test("the sender sends a message at once, and erases its contents after sending", async () => {
  const box = mailbox();
  // A poll would not notice it during the test.
  const { jobs, database } = await office(box.end, { pollMs: 3_600_000 });
  for (let index = 0; index < 5; index += 1)
    await transact(database.db, (tx) => jobs.notify(tx, note));
  const rows = () => database.db.select().from(messages);
  await expect
    .poll(async () => (await rows()).map((row) => [row.status, row.paramsEncrypted]), soon)
    .toEqual(Array(5).fill(["SENT", null]));
  expect(box.taken).toHaveLength(5);
}, 40_000);

test("the sender notices messages that another process stored", async () => {
  const box = mailbox();
  const { database } = await office(box.end);
  await transact(database.db, (tx) => storeMessages(tx, secrets, [note]));
  await expect.poll(() => box.taken.length, soon).toBe(1);
}, 40_000);

test("the sender never sends a message of a rolled-back transaction", async () => {
  const box = mailbox();
  const { jobs, database } = await office(box.end);
  const broken = transact(database.db, async (tx) => {
    await jobs.notify(tx, note);
    throw new Error("no");
  });
  await expect(broken).rejects.toThrow("no");
  await transact(database.db, (tx) =>
    jobs.notify(tx, { ...note, address: "after@member.example" }),
  );
  await expect.poll(() => box.taken.map((mail) => mail.to), soon).toEqual(["after@member.example"]);
  expect(await database.db.select().from(messages)).toHaveLength(1);
}, 40_000);

test("mail waits while its server is down and is sent within a minute of its return", async () => {
  const box = mailbox();
  box.state.isDown = true;
  const { jobs, database } = await office(box.end);
  await transact(database.db, (tx) => jobs.notify(tx, note));
  await expect.poll(() => box.state.refused, soon).toBeGreaterThan(0);
  const waiting = async () => (await database.db.select().from(messages))[0]?.status;
  expect(await waiting()).toBe("QUEUED");
  box.state.isDown = false;
  await expect.poll(() => box.taken.length, { timeout: 60_000 }).toBe(1);
}, 90_000);
