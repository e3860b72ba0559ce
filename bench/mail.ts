import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as after } from "node:timers/promises";
import { transact } from "@db/client";
import { migrate } from "@db/migrate";
import { startDatabase } from "@db/start";
import { createLogger } from "@server/config/logger";
import { composeMessage, readMailing } from "@server/delivery/compose-message";
import { createSmtpTransport } from "@server/delivery/mail-transport";
import { createMessageSender } from "@server/delivery/message-sender";
import type { Message } from "@server/delivery/message-templates";
import { outboxSmsTransport } from "@server/delivery/sms-transport";
import { storeMessages } from "@server/delivery/store-message";
import { createSecrets } from "@server/identity/secrets";
import { smtpSink } from "@server/testing/smtp-sink";
import { printLine } from "./report";

/** Mails sent one at a time over one connection, as the baseline. */
const BASELINE = Number(process.env["BENCH_BASELINE"] ?? 500);
const NOTICES = Number(process.env["BENCH_NOTICES"] ?? 10_000);
const CONNECTIONS = 5;
/** Codes that are stored while the notices wait, one after the other. */
const CODES = 10;
const GOALS = { perSecond: 200, codeSeconds: 5 };

const secrets = createSecrets("a secret of benchmarks, thirty-two signs");
const appOrigin = "https://shop.example";
const FROM = "no-reply@platform.example";

const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const logger = createLogger("silent");
const started = await startDatabase({ databaseUrl: undefined, dataDir: data }, logger);
const { database } = started;
const sink = await smtpSink();
try {
  await migrate(database);
  await bench();
} finally {
  await sink.close();
  await started.stop();
  await rm(data, { recursive: true, force: true });
}

function messageTo(address: string, isCode: boolean): Message {
  const to = { channel: "EMAIL", language: "en", companyId: null, userId: null, address } as const;
  return isCode
    ? { ...to, template: "registrationCode", params: { code: "123456", minutes: 10 } }
    : { ...to, template: "orderExpired", params: { orderNumber: "PUR-123456" } };
}

async function storeNotices(count: number): Promise<void> {
  const [id = ""] = await storeMessages(database.db, secrets, [
    messageTo("person0@people.example", false),
  ]);
  await database.sql`
    INSERT INTO messages (company_id, id, channel, address, template, language, params_encrypted)
    SELECT company_id, gen_random_uuid(), channel, 'person' || n || '@people.example', template,
           language, params_encrypted
      FROM messages, generate_series(1, ${count - 1}::int) n WHERE id = ${id}::uuid`;
}

async function bench(): Promise<void> {
  await storeNotices(BASELINE);
  const baseline = await oneAtATime();
  await database.sql`DELETE FROM messages`;
  await storeNotices(NOTICES);
  const { perSecond, codeDelays } = await inBatches();
  const slowest = Math.max(...codeDelays) / 1000;
  printLine(`Messages per second to a local SMTP server, and a code behind ${NOTICES} notices`);
  printLine(`${"one connection, one at a time".padEnd(34)} ${baseline.toFixed(0).padStart(6)}/s`);
  printLine(
    `${`prelaunch, ${CONNECTIONS} connections`.padEnd(34)} ${perSecond.toFixed(0).padStart(6)}/s  ${(perSecond / baseline).toFixed(2)} times; at least ${GOALS.perSecond}/s: ${verdict(perSecond >= GOALS.perSecond)}`,
  );
  printLine(
    `${`slowest of ${CODES} codes`.padEnd(34)} ${slowest.toFixed(2).padStart(6)} s  at most ${GOALS.codeSeconds} s: ${verdict(slowest <= GOALS.codeSeconds)}`,
  );
  if (perSecond < GOALS.perSecond || slowest > GOALS.codeSeconds) process.exitCode = 1;
}

function verdict(isMet: boolean): string {
  return isMet ? "met" : "MISSED";
}

/** As the queue worked before: each message in its own transaction, its row locked meanwhile. */
async function oneAtATime(): Promise<number> {
  const mail = createSmtpTransport(sink.url, FROM, { connections: 1 });
  const rows = await database.sql`SELECT id FROM messages ORDER BY created_at, id`;
  const begin = performance.now();
  for (const { id } of rows) {
    await transact(database.db, async (tx) => {
      const { rows: found } = await tx.execute<{ [column: string]: string }>(
        `SELECT * FROM messages WHERE id = '${String(id)}' AND status = 'QUEUED' FOR UPDATE`,
      );
      const [row] = found;
      const mailing = await readMailing(tx, appOrigin, null);
      const composed = await composeMessage(
        tx,
        secrets,
        {
          id: String(id),
          companyId: null,
          address: String(row?.["address"]),
          template: String(row?.["template"]),
          language: "en",
          paramsEncrypted: row?.["params_encrypted"] ?? null,
        },
        mailing,
      );
      if (composed) await mail.send(composed.mail);
      await tx.execute(
        `UPDATE messages SET status = 'SENT', sent_at = now(), params_encrypted = NULL WHERE id = '${String(id)}'`,
      );
    });
  }
  mail.close();
  return (rows.length / (performance.now() - begin)) * 1000;
}

async function inBatches() {
  const mail = createSmtpTransport(sink.url, FROM, { connections: CONNECTIONS });
  const sender = createMessageSender({
    database,
    secrets,
    appOrigin,
    logger,
    mail,
    sms: outboxSmsTransport,
    keepParams: false,
    connections: { EMAIL: CONNECTIONS, SMS: 1 },
  });
  const before = sink.taken.length;
  const begin = performance.now();
  sender.start();
  const codeDelays: number[] = [];
  for (let n = 0; n < CODES; n += 1) {
    await after(200);
    const address = `code${n}@people.example`;
    await transact(database.db, (tx) => storeMessages(tx, secrets, [messageTo(address, true)]));
    const storedAt = performance.now();
    sender.wake();
    let taken = sink.taken.find(({ to }) => to === address);
    while (!taken) {
      await after(2);
      taken = sink.taken.findLast(({ to }) => to === address);
    }
    codeDelays.push(taken.at - storedAt);
  }
  while (sink.taken.length - before < NOTICES + CODES) await after(20);
  const perSecond = ((NOTICES + CODES) / (performance.now() - begin)) * 1000;
  await sender.stop();
  mail.close();
  return { perSecond, codeDelays };
}
