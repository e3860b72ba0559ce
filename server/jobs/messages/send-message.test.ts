import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type Database } from "@db/client";
import { messages } from "@db/schema";
import { type TestDatabase, testDatabase } from "@db/testing/test-database";
import type { Mail } from "@server/adapters/mail/mail-end";
import { smsOutboxEnd } from "@server/adapters/sms/sms-end";
import { createSecrets } from "@server/secrets/secrets";
import { fileMessage } from "./file-message";
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

test("a mail server that takes longer than a transaction may rest gets a mail once", async () => {
  const id = await fileMessage(database.db, secrets, {
    template: "passwordChanged",
    params: {},
    channel: "EMAIL",
    address: "asha@member.example",
    language: "en",
    companyId: null,
    userId: null,
    origin: "https://shop.example",
  });
  const taken: Mail[] = [];
  const mail = {
    async send(one: Mail) {
      await setTimeout(600);
      taken.push(one);
    },
    close: () => undefined,
  };
  const parts = { database, secrets, mail, sms: smsOutboxEnd, keepParams: false };
  await sendMessage(parts, id);
  // What a queue does that was not told of the first time.
  await sendMessage(parts, id);
  expect(taken.map((one) => one.id)).toEqual([id]);
  expect(await database.db.select().from(messages)).toMatchObject([{ status: "SENT" }]);
});
