import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { messages } from "@db/schema";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { transact } from "@db/client";
import type { Mail, MailTransport } from "./mail-transport";
import { outboxSmsTransport } from "./sms-transport";
import { createSecrets } from "@server/identity/secrets";
import { type Jobs, createJobs } from "./jobs";
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
  const state = { isDown: false };
  const end: MailTransport = {
    send(mail) {
      if (state.isDown) return Promise.reject(new Error("connect ECONNREFUSED"));
      taken.push(mail);
      return Promise.resolve();
    },
    close: () => undefined,
  };
  return { taken, state, end };
}

async function office(
  mail: MailTransport,
  database?: TestDatabase,
): Promise<{ jobs: Jobs; database: TestDatabase }> {
  const own = database ?? (await testDatabase());
  if (!database) undo.push(() => own.drop());
  const jobs = createJobs({
    url: own.url,
    logger: pino({ level: "silent" }),
    database: own,
    secrets,
    appOrigin: "https://shop.example",
    mail,
    sms: outboxSmsTransport,
    keepParams: false,
    sweeps: [],
  });
  await jobs.start();
  undo.push(() => jobs.stop());
  return { jobs, database: own };
}

const until = (check: () => Promise<void> | void, seconds: number) =>
  expect.poll(
    async () => {
      await check();
      return true;
    },
    { timeout: seconds * 1000, interval: 200 },
  );

test("sends a message once, and erases its contents after sending", async () => {
  const box = mailbox();
  const { jobs, database } = await office(box.end);
  await office(box.end, database);
  for (let index = 0; index < 5; index += 1)
    await transact(database.db, (tx) => jobs.notify(tx, note));
  await until(() => expect(box.taken).toHaveLength(5), 20).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(box.taken).toHaveLength(5);
  const rows = await database.db.select().from(messages);
  expect(rows.map((row) => [row.status, row.paramsEncrypted])).toEqual(
    Array(5).fill(["SENT", null]),
  );
}, 40_000);

test("never sends a message of a rolled-back transaction", async () => {
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
  await until(
    () => expect(box.taken.map((mail) => mail.to)).toEqual(["after@member.example"]),
    20,
  ).toBe(true);
  expect(await database.db.select().from(messages)).toHaveLength(1);
}, 40_000);

test("mail waits while its server is down and is sent within a minute of its return", async () => {
  const box = mailbox();
  box.state.isDown = true;
  const { jobs, database } = await office(box.end);
  await transact(database.db, (tx) => jobs.notify(tx, note));
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const [waiting] = await database.db.select().from(messages);
  expect(waiting?.status).toBe("QUEUED");
  box.state.isDown = false;
  await until(() => expect(box.taken).toHaveLength(1), 60).toBe(true);
}, 90_000);
