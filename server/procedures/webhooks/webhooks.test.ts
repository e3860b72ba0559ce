import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { and, asc, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { markRemoved } from "@db/queries/beneficiaries";
import { findCompany } from "@db/queries/companies";
import { findNotice, insertNotice, lockWebhook } from "@db/queries/webhooks";
import { auditEntries, paymentNotices, paymentWebhooks, statementLines } from "@db/schema";
import { MAX_NOTICE_BYTES } from "@server/contracts/webhooks";
import { dateInIndia } from "@server/domain/dates/dates";
import { isSignedWebhook, signWebhook } from "@server/identity/webhook-signature";
import { rotateSecrets } from "@server/operations/operator/rotate-texts";
import { createSecrets } from "@server/identity/secrets";
import {
  type CompanyFixture,
  HARNESS_SECRET,
  type OrderHarness,
  orderHarness,
  outcome,
  type Person,
} from "@server/testing/order-harness";
import { startHttp, type HttpHarness } from "@server/testing/http-harness";
import { createRestTransport } from "@server/transport/rest/rest-transport";

const ACCOUNT = "50100123456789";
const UTR = "630512345678";

let harness: OrderHarness;
let site: HttpHarness;
let company: CompanyFixture;
let member: Person;
let accountId: string;
let secret: string;
/** Which company the site shows. */
let shown: string;

beforeAll(async () => {
  harness = await orderHarness({ connections: 12 });
  site = await startHttp({
    async resolveSite() {
      const found = await findCompany(harness.database.db, shown);
      return found ? { kind: "company", company: found, isPlatform: false } : { kind: "platform" };
    },
    transports: { rest: createRestTransport(harness.deps) },
  });
});
afterAll(async () => {
  await site.close();
  await harness.close();
});
beforeEach(async () => {
  company = await harness.company();
  shown = company.id;
  member = await company.member({ name: "Rahul Sharma" });
  accountId = await accountOf(company);
  ({ secret } = await (await admin()).webhooks.turnOn({ accountId }));
});

async function accountOf(of: CompanyFixture): Promise<string> {
  const api = await of.as(of.admin);
  await api.beneficiaries.add({
    ...{ holderName: "Sample Private Limited", bankName: "HDFC Bank", branch: "Fort" },
    ...{ accountNumber: ACCOUNT, ifscCode: "HDFC0000001" },
  });
  const { records } = await api.beneficiaries.list({ page: 1, limit: 10 });
  return records[0]?.id ?? "";
}

const admin = () => company.as(company.admin);

const notice = (data: Record<string, unknown> = {}) =>
  JSON.stringify({
    type: "payment.received",
    data: {
      ...{ amount: "1025.00", reference: UTR, receivedAt: new Date().toISOString() },
      ...{ payerName: "RAHUL SHARMA", ...data },
    },
  });

interface Post {
  id?: string;
  timestamp?: number | string;
  by?: string;
  signature?: string;
  to?: { companyId?: string; accountId?: string };
  headers?: Record<string, string>;
}

/** Sends a signed notice; what is changed after signing is `signature` and `to`. */
async function send(body: string, post: Post = {}) {
  const { id = newId(), timestamp = Math.floor(Date.now() / 1000), by = secret } = post;
  const message = { id, timestamp: String(timestamp), body };
  const { companyId = company.id, accountId: account = accountId } = post.to ?? {};
  const answer = await site.ask(`/api/v1/webhooks/payments/${companyId}/${account}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": message.timestamp,
      "webhook-signature": post.signature ?? signWebhook(by, message),
      ...post.headers,
    },
    body,
  });
  const { code, message: words } = JSON.parse(answer.text) as { code?: string; message: string };
  return { status: answer.status, code, words, text: answer.text };
}

const lines = () =>
  harness.database.db
    .select()
    .from(statementLines)
    .where(eq(statementLines.companyId, company.id))
    .orderBy(asc(statementLines.bookedOn), asc(statementLines.amountPaise), asc(statementLines.id));

const notices = () =>
  harness.database.db.$count(paymentNotices, eq(paymentNotices.companyId, company.id));

const UNVERIFIED = { status: 401, code: "WEBHOOK_UNVERIFIED" };

/** A statement in HDFC Bank's layout with this payment, so many days from today. */
function statement(days: number, utr = UTR, rupees = "1025.00") {
  const day = dateInIndia(new Date(Date.now() + days * 86_400_000));
  const cell = day.split("-").toReversed().join("/");
  const bytes = Buffer.from(
    `Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n${cell},IMPS/P2A/${utr}/RAHUL SHARMA/HDFC,,,,${rupees},5000.00\n`,
  );
  return { day, file: { fileName: "november.csv", bytes } };
}
const imports = async (of: ReturnType<typeof statement>) =>
  (await admin()).statements.import({ accountId, file: of.file });

describe("a signature", () => {
  test("is that of the Standard Webhooks specification", () => {
    const example = {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      timestamp: "1614265330",
      body: '{"test": 2432232314}',
    };
    const key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
    expect(signWebhook(key, example)).toBe(signature);
    expect(isSignedWebhook([key], example, `v1,AAAA ${signature}`)).toBe(true);
    expect(isSignedWebhook([key], { ...example, body: "{}" }, signature)).toBe(false);
    expect(isSignedWebhook([], example, signature)).toBe(false);
    expect(isSignedWebhook([key], example, "")).toBe(false);
  });
});

describe("a notice", () => {
  test("becomes an entry that is matched like a statement's, and the statement adds nothing", async () => {
    const api = await company.as(member);
    const { orderNumber: purchaseId } = await api.orders.create({ amount: "1000" });
    const order = await api.orders.submit({
      ...{ purchaseId, paymentMethod: "BANK", amount: "1000", referenceNumber: UTR },
      ...{ consent: true, receiptId: await company.proof(member) },
    });
    expect(await send(notice())).toMatchObject({ status: 200, words: "Notice received" });
    const { lines: open } = await (await admin()).statements.lines({});
    expect(open).toMatchObject([
      { outcome: "CERTAIN", amountPaise: 102_500, candidates: [{ orderId: order.id }] },
    ]);
    const [line] = open;
    const about = { lineId: line?.id ?? "", orderId: order.id, version: 1 };
    expect(await (await admin()).statements.approve(about)).toMatchObject({ status: "APPROVED" });
    const told = await lines();
    expect(told).toMatchObject([{ statementId: null, status: "MATCHED" }]);
    const bank = statement(0);
    const { id, addedCount } = await imports(bank);
    expect(addedCount).toBe(0);
    expect(await lines()).toMatchObject([
      { id: told[0]?.id, statementId: id, status: "MATCHED", balancePaise: 500_000 },
    ]);
    expect((await imports(bank)).addedCount).toBe(0);
    const audited = await harness.database.db
      .select()
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.companyId, company.id),
          inArray(auditEntries.action, ["beneficiary.webhook-on", "statement.notice-received"]),
        ),
      )
      .orderBy(asc(auditEntries.createdAt));
    expect(audited).toMatchObject([
      { action: "beneficiary.webhook-on", actorRole: "ADMIN", subjectId: accountId },
      { actorRole: "SYSTEM", after: { amountPaise: 102_500, reference: UTR, isNew: true } },
    ]);
    expect(JSON.stringify(audited)).not.toContain(secret.slice(6));
  });

  test.each([-1, 3])(
    "is the statement's entry, also where the bank books it %i days from it",
    async (days) => {
      await send(notice());
      const bank = statement(days);
      expect((await imports(bank)).addedCount).toBe(0);
      expect(await lines()).toMatchObject([{ bookedOn: bank.day }]);
      expect((await imports(bank)).addedCount).toBe(0);
      // Another sum, or a day far away, is another entry.
      expect((await imports(statement(days, UTR, "1026.00"))).addedCount).toBe(1);
      expect((await imports(statement(-20))).addedCount).toBe(1);
    },
  );

  test("that comes after the statement adds nothing", async () => {
    await imports(statement(-2));
    const before = await lines();
    expect(await send(notice())).toMatchObject({ status: 200 });
    expect(await lines()).toEqual(before);
    expect(await notices()).toBe(1);
  });

  test("of two days is one entry of the statement between them; the other stays open", async () => {
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    for (const days of [-6, -1]) {
      expect(await send(notice({ receivedAt: at(days) }))).toMatchObject({ status: 200 });
    }
    expect(await lines()).toHaveLength(2);
    // Within three days of both, and nearer to the second.
    const bank = statement(-3);
    expect((await imports(bank)).addedCount).toBe(0);
    const [first, second, ...others] = await lines();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ statementId: null, status: "OPEN" });
    expect(second).toMatchObject({ bookedOn: bank.day, status: "OPEN" });
    expect(second?.statementId).not.toBeNull();
    // Another file with the same row adds and takes over nothing.
    const again = { ...bank.file, bytes: Buffer.concat([bank.file.bytes, Buffer.from("\n")]) };
    await outcome((await admin()).statements.import({ accountId, file: again }));
    expect(await lines()).toEqual([first, second]);
  });

  test("of one payment by two events adds one entry, two payments add two", async () => {
    expect(await send(notice())).toMatchObject({ status: 200 });
    expect(await send(notice({ payerName: "R SHARMA" }))).toMatchObject({ status: 200 });
    expect(await lines()).toHaveLength(1);
    await send(notice({ reference: "0000630512345679" }));
    expect(await lines()).toHaveLength(2);
  });

  test.each([
    [{ reference: "my payment" }, "NOTICE_REFERENCE_INVALID"],
    [{ reference: undefined }, "NOTICE_REFERENCE_INVALID"],
    [{ amount: "-5" }, "AMOUNT_INVALID"],
    [{ amount: "0" }, "AMOUNT_INVALID"],
    [{ amount: "1e3" }, "AMOUNT_INVALID"],
    [{ amount: "9999999999.00" }, "AMOUNT_TOO_LARGE"],
    [{ currency: "USD" }, "NOTICE_CURRENCY"],
    [{ receivedAt: "yesterday" }, "BAD_DATE"],
    [{ receivedAt: "2020-01-01T00:00:00Z" }, "BAD_DATE"],
    [{ receivedAt: "2099-01-01T00:00:00Z" }, "BAD_DATE"],
    [{ accountNumber: "50100999999999" }, "NOTICE_OTHER_ACCOUNT"],
    [{ payerName: "x".repeat(201) }, "TEXT_TOO_LONG"],
  ])("with %j is refused with %s, and stores nothing", async (data, code) => {
    expect(await send(notice(data))).toMatchObject({ status: 400, code });
    expect(await lines()).toEqual([]);
    expect(await notices()).toBe(0);
  });

  test("that is no JSON, no payment or no object is refused", async () => {
    for (const body of ["", "{", "[]", "null", '"x"', '{"type":"payment.failed","data":{}}']) {
      expect(await send(body)).toMatchObject({ status: 400 });
    }
    expect(await lines()).toEqual([]);
  });

  test("keeps no control characters and no endless text", async () => {
    await send(notice({ payerName: "A\u0000B\u202E\nC", remarks: "z".repeat(480) }));
    const [line] = await lines();
    expect(line?.narration).toMatch(/^630512345678 \/ AB C \/ z+$/);
    expect(line?.narration.length).toBeLessThanOrEqual(500);
  });
});

test("the sample sender is understood", async () => {
  const address = `http://127.0.0.1:${site.port}/api/v1/webhooks/payments/${company.id}/${accountId}`;
  const fields = ["--amount", "1,025", "--reference", UTR, "--payerName", "Rahul Sharma"];
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["scripts/send-notice.mjs", address, ...fields], {
    env: { ...process.env, WEBHOOK_SECRET: secret },
  });
  expect(stdout).toMatch(/^200 .*Notice received/);
  expect(await lines()).toMatchObject([
    { amountPaise: 102_500, reference: UTR, narration: `${UTR} / Rahul Sharma` },
  ]);
});

describe("attacks", () => {
  test("a wrong signature, a changed body or id, and no headers are refused alike", async () => {
    const body = notice();
    const timestamp = String(Math.floor(Date.now() / 1000));
    const right = signWebhook(secret, { id: "one", timestamp, body });
    const answers = [
      await send(body, { by: `whsec_${Buffer.alloc(32).toString("base64")}` }),
      await send(notice({ amount: "9999.00" }), { id: "one", timestamp, signature: right }),
      await send(body, { id: "two", timestamp, signature: right }),
      await send(body, { id: "one", timestamp: Number(timestamp) + 1, signature: right }),
      await send(body, { signature: "" }),
      await send(body, { signature: right.replace("v1,", "v1a,") }),
      await send(body, { timestamp: "soon" }),
      await send(body, { id: "", signature: right }),
      // An account that does not exist, and one of this company without a secret
      await send(body, { to: { accountId: newId() } }),
    ];
    for (const answer of answers) expect(answer).toMatchObject(UNVERIFIED);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await lines()).toEqual([]);
    expect(site.lines.join()).not.toContain(secret.slice(6));
  });

  test("an old or a future timestamp is refused, however well signed", async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const timestamp of [now - 400, now + 400, 0, "9".repeat(19)]) {
      expect(await send(notice(), { timestamp })).toMatchObject({
        ...{ status: 401, code: "WEBHOOK_TOO_OLD" },
      });
    }
    for (const timestamp of [now - 200, now + 200]) {
      expect(await send(notice(), { timestamp })).toMatchObject({ status: 200 });
    }
    expect(await lines()).toHaveLength(1);
  });

  test("a replay changes nothing, and the same event id with another body is refused", async () => {
    const body = notice();
    const timestamp = Math.floor(Date.now() / 1000);
    expect(await send(body, { id: "one", timestamp })).toMatchObject({ status: 200 });
    const before = [await lines(), await notices()];
    expect(await send(body, { id: "one", timestamp })).toMatchObject({ status: 200 });
    // Sent again by its sender, with a new signature
    expect(await send(body, { id: "one", timestamp: timestamp + 1 })).toMatchObject({
      status: 200,
    });
    expect(await send(notice({ reference: "630500000001" }), { id: "one" })).toMatchObject({
      ...{ status: 409, code: "WEBHOOK_EVENT_REUSED" },
    });
    expect([await lines(), await notices()]).toEqual(before);
  });

  test("another company's account, secret or site is refused, and gets no entry", async () => {
    const other = await harness.company();
    const theirs = await accountOf(other);
    const api = await other.as(other.admin);
    const { secret: foreign } = await api.webhooks.turnOn({ accountId: theirs });
    // Their secret at our account, our secret at theirs, and their account at our company
    expect(await send(notice(), { by: foreign })).toMatchObject(UNVERIFIED);
    expect(await send(notice(), { to: { accountId: theirs } })).toMatchObject(UNVERIFIED);
    expect(await send(notice(), { by: foreign, to: { accountId: theirs } })).toMatchObject(
      UNVERIFIED,
    );
    const to = { companyId: other.id, accountId: theirs };
    expect(await send(notice(), { by: foreign, to })).toMatchObject({ code: "COMPANY_MISMATCH" });
    shown = newId();
    // The platform's own host serves every company by its id.
    expect(await send(notice(), { by: foreign, to })).toMatchObject({ status: 200 });
    expect(await send(notice(), { by: foreign })).toMatchObject(UNVERIFIED);
    expect(await lines()).toEqual([]);
    for (const call of ["turnOn", "renew", "turnOff"] as const) {
      expect(await outcome(api.webhooks[call]({ accountId }))).toMatch(
        /BENEFICIARY_NOT_FOUND|WEBHOOK_IS_OFF/,
      );
    }
    expect(await (await admin()).webhooks.list()).toHaveLength(1);
  });

  test("a huge body is refused before it is read, and so are other methods", async () => {
    const huge = notice({ remarks: "x".repeat(MAX_NOTICE_BYTES) });
    expect(await send(huge)).toMatchObject({ status: 413, code: "BODY_TOO_LARGE" });
    const path = `/api/v1/webhooks/payments/${company.id}/${accountId}`;
    expect(await site.ask(path)).toMatchObject({ status: 405, headers: { allow: /POST/ } });
    expect(await lines()).toEqual([]);
  });

  test("a body that is said to be no JSON is refused, however well signed", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
      expect(await send(notice(), { headers: { "content-type": type } })).toMatchObject({
        ...{ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" },
      });
    }
    expect(await lines()).toEqual([]);
    for (const type of ["application/json; charset=utf-8", "application/cloudevents+json"]) {
      expect(await send(notice(), { headers: { "content-type": type } })).toMatchObject({
        status: 200,
      });
    }
  });

  test("a removed account takes no notices", async () => {
    await markRemoved(harness.database.db, company.id, accountId);
    expect(await send(notice())).toMatchObject(UNVERIFIED);
    expect(await (await admin()).webhooks.list()).toEqual([]);
  });

  test("one event eight times at once adds one entry; without the lock, more try", async () => {
    const body = notice();
    const timestamp = Math.floor(Date.now() / 1000);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(body, { id: "one", timestamp })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await lines()).toHaveLength(1);
    expect(await notices()).toBe(1);
    // Eight events of one payment: one entry too.
    const events = await Promise.all(
      Array.from({ length: 8 }, () => send(notice({ reference: "630500000009" }))),
    );
    expect(new Set(events.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await lines()).toHaveLength(2);

    const { db } = harness.database;
    const ref = { companyId: company.id, accountId };
    const entry = {
      ...{ bookedOn: "2026-11-01", valueOn: null, amountPaise: 100, side: "CREDIT" as const },
      ...{ narration: "", reference: null, balancePaise: null, occurrence: 1, lineKey: "raced" },
    };
    const race = (isLocking: boolean, eventId: string) =>
      Promise.all(
        Array.from({ length: 4 }, () =>
          db
            .transaction(async (tx) => {
              if (isLocking) await lockWebhook(tx, ref);
              const known = await findNotice(tx, { ...ref, eventId });
              await tx.execute("SELECT pg_sleep(0.1)");
              if (known) return "known";
              const row = { ...ref, eventId, bodyHash: "", paymentNumber: eventId };
              await insertNotice(tx, row, { ...entry, lineKey: eventId }, [eventId]);
              return "added";
            })
            .catch(() => "failed"),
        ),
      );
    expect((await race(true, "with")).toSorted()).toEqual(["added", "known", "known", "known"]);
    expect(await race(false, "without")).toContain("failed");
  });
});

describe("a secret", () => {
  test("is off until it is made, shown once, and kept encrypted", async () => {
    const api = await admin();
    const [view] = await api.webhooks.list();
    expect(view).toMatchObject({ accountId, secret: { previousUntil: null }, lastNoticeAt: null });
    expect(new URL(view?.address ?? "").pathname).toBe(
      `/api/v1/webhooks/payments/${company.id}/${accountId}`,
    );
    expect(JSON.stringify(view)).not.toContain(secret.slice(6));
    const stored = await harness.database.db.select().from(paymentWebhooks);
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6));
    expect(await outcome(api.webhooks.turnOn({ accountId }))).toBe("WEBHOOK_IS_ON");
    await send(notice());
    expect((await api.webhooks.list())[0]?.lastNoticeAt).not.toBeNull();
    await api.webhooks.turnOff({ accountId });
    expect(await send(notice())).toMatchObject(UNVERIFIED);
    expect((await api.webhooks.list())[0]?.secret).toBeNull();
    expect(await outcome(api.webhooks.turnOff({ accountId }))).toBe("WEBHOOK_IS_OFF");
    expect(await outcome(api.webhooks.renew({ accountId }))).toBe("WEBHOOK_IS_OFF");
  });

  test("is renewed with an overlap: old and new for a day, then the new one alone", async () => {
    const api = await admin();
    const { secret: second } = await api.webhooks.renew({ accountId });
    expect(await send(notice(), { by: secret })).toMatchObject({ status: 200 });
    expect(await send(notice(), { by: second })).toMatchObject({ status: 200 });
    expect((await api.webhooks.list())[0]?.secret?.previousUntil).not.toBeNull();
    await harness.database.db
      .update(paymentWebhooks)
      .set({ previousUntil: new Date(Date.now() - 1000) })
      .where(eq(paymentWebhooks.accountId, accountId));
    expect(await send(notice(), { by: secret })).toMatchObject(UNVERIFIED);
    expect(await send(notice(), { by: second })).toMatchObject({ status: 200 });
    // A third ends the first at once.
    await api.webhooks.renew({ accountId });
    expect(await send(notice(), { by: secret })).toMatchObject(UNVERIFIED);
    expect(await send(notice(), { by: second })).toMatchObject({ status: 200 });
  });

  test("is encrypted again when APP_SECRET is exchanged", async () => {
    await (await admin()).webhooks.renew({ accountId });
    const next = createSecrets("another secret of tests, of thirty-two signs", {
      ...{ number: 2, others: [{ number: 1, secret: HARNESS_SECRET }] },
    });
    const { database } = harness;
    await rotateSecrets({ database, secrets: next });
    const ours = eq(paymentWebhooks.accountId, accountId);
    const [row] = await database.db.select().from(paymentWebhooks).where(ours);
    expect(next.decrypt("webhook", row?.previousEncrypted ?? "")).toBe(secret);
    expect(row?.secretEncrypted).toMatch(/^v2\./);
    await database.db.delete(paymentWebhooks).where(ours);
  });
});
