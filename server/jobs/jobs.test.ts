import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { messages } from "@db/schema";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { transact } from "@db/client";
import type { Mail, MailEnd } from "@server/adapters/mail/mail-end";
import { smsOutboxEnd } from "@server/adapters/sms/sms-end";
import { createSecrets } from "@server/secrets/secrets";
import { type Jobs, createJobs } from "./jobs";
import type { Message } from "./messages/templates";

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
  origin: "https://shop.example",
};

/** A mail server that can be down. */
function mailbox() {
  const taken: Mail[] = [];
  const state = { isDown: false };
  const end: MailEnd = {
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
  mail: MailEnd,
  database?: TestDatabase,
): Promise<{ jobs: Jobs; database: TestDatabase }> {
  const own = database ?? (await testDatabase());
  if (!database) undo.push(() => own.drop());
  const jobs = createJobs({
    url: own.url,
    logger: pino({ level: "silent" }),
    database: own,
    secrets,
    mail,
    sms: smsOutboxEnd,
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

test("a message goes out once, and is forgotten when it has gone", async () => {
  const box = mailbox();
  const { jobs, database } = await office(box.end);
  await office(box.end, database);
  for (let index = 0; index < 5; index += 1)
    await transact(database.db, (tx) => jobs.tell(tx, note));
  await until(() => expect(box.taken).toHaveLength(5), 20).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(box.taken).toHaveLength(5);
  const rows = await database.db.select().from(messages);
  expect(rows.map((row) => [row.status, row.paramsEncrypted])).toEqual(
    Array(5).fill(["SENT", null]),
  );
}, 40_000);

test("what is rolled back is never sent", async () => {
  const box = mailbox();
  const { jobs, database } = await office(box.end);
  const broken = transact(database.db, async (tx) => {
    await jobs.tell(tx, note);
    throw new Error("no");
  });
  await expect(broken).rejects.toThrow("no");
  await transact(database.db, (tx) => jobs.tell(tx, { ...note, address: "after@member.example" }));
  await until(
    () => expect(box.taken.map((mail) => mail.to)).toEqual(["after@member.example"]),
    20,
  ).toBe(true);
  expect(await database.db.select().from(messages)).toHaveLength(1);
}, 40_000);

test("mail waits while its server is down and goes out within a minute of its return", async () => {
  const box = mailbox();
  box.state.isDown = true;
  const { jobs, database } = await office(box.end);
  await transact(database.db, (tx) => jobs.tell(tx, note));
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const [waiting] = await database.db.select().from(messages);
  expect(waiting?.status).toBe("QUEUED");
  box.state.isDown = false;
  await until(() => expect(box.taken).toHaveLength(1), 60).toBe(true);
}, 90_000);
