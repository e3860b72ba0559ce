import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type Database } from "@db/client";
import { messages } from "@db/schema";
import { type TestDatabase, testDatabase } from "@db/testing/test-database";
import type { Mail } from "./mail-transport";
import { outboxSmsTransport } from "./sms-transport";
import { createSecrets } from "@server/identity/secrets";
import { storeMessage } from "./store-message";
import { sendMessage } from "./send-message";

const secrets = createSecrets("a secret of tests, thirty-two signs or more");
let owned: TestDatabase;
let database: Database;
beforeAll(async () => {
  owned = await testDatabase();
  database = createDatabase({ url: owned.url, max: 2, idleInTransactionTimeoutMs: 200 });
});
afterAll(async () => {
  await database.close();
  await owned.drop();
});

test("a mail server slower than the idle transaction timeout gets a mail once", async () => {
  const id = await storeMessage(database.db, secrets, {
    template: "passwordChanged",
    params: {},
    channel: "EMAIL",
    address: "asha@member.example",
    language: "en",
    companyId: null,
    userId: null,
  });
  const taken: Mail[] = [];
  const mail = {
    async send(one: Mail) {
      await setTimeout(600);
      taken.push(one);
    },
    close: () => undefined,
  };
  const parts = {
    database,
    secrets,
    mail,
    sms: outboxSmsTransport,
    appOrigin: "https://shop.example",
    keepParams: false,
  };
  await sendMessage(parts, id);
  // Simulates the queue running the job a second time.
  await sendMessage(parts, id);
  expect(taken.map((one) => one.id)).toEqual([id]);
  expect(await database.db.select().from(messages)).toMatchObject([{ status: "SENT" }]);
});
